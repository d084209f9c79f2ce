import { alertName } from '#contract/calendar/alerts';
import type { TimelyAlert } from '#contract/calendar/alerts';
import type { Severity } from '#contract/calendar/alert-severities';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import type { BulletinCard, EventCard, StoryCard } from '#contract/records';
import { pages } from '#contract/addresses/pages';
import { hoursOf, rangeOf } from '#contract/calendar/event-times';
import { lineName, linesOn, shortText } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import { addDays, leafOf, longDay, momentRange } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { printPage } from '../../components/print.ts';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';
import { inOrderOfKinds } from '../parts/rosters/rosters-in-order.ts';
import '../../styles/cartelera.css';

interface Cartelera {
  /** In force, the most severe first. */
  alerts: TimelyAlert[];
  events: EventCard[];
  bulletins: BulletinCard[];
  stories: StoryCard[];
  /** Who is on duty and what comes by, today and tomorrow. */
  days: { day: Day; rosters: { title: string; lines: DayLine[] }[] }[];
}

/** Number of bulletins, and of stories: more would leave no room for the agenda. */
const NEWEST = 3;
/** Number of alerts, for the same reason. */
const MOST_SEVERE = 3;

/**
 * A sheet of paper for the walls of the town. Its style makes it fit on one page whatever it contains: entries that do
 * not fit whole are left out.
 */
export const page = definePage<Cartelera>({
  style: 'rows',
  async load(reader, { today, categories }) {
    const [alerts, { items: events }, { items: bulletins }, { items: stories }, { items: rosters }] = await Promise.all(
      [
        reader.alerts(),
        reader.list('agenda'),
        reader.list('bulletin', { limit: NEWEST }),
        reader.list('story', { limit: NEWEST }),
        reader.list('roster'),
      ],
    );
    const ordered = inOrderOfKinds(rosters, categories);
    return {
      alerts: alerts.filter(({ state }) => state === 'current').slice(0, MOST_SEVERE),
      events,
      bulletins,
      stories,
      days: [today, addDays(today, 1)].map((day) => ({
        day,
        rosters: ordered.flatMap(({ title, ...roster }) => {
          const all = linesOn(roster, day);
          // What goes on until tomorrow is said of today.
          const lines = day === today ? all : all.filter(({ spans }) => spans.some(([start]) => start >= day));
          return lines.length > 0 ? { title, lines } : [];
        }),
      })),
    };
  },
  head: (_, site) => ({
    title: 'Cartelera',
    description: `Una hoja para imprimir, con los teléfonos de emergencia, las guardias y la agenda de ${site.town}.`,
  }),
  Page: ({ data: { alerts, events, bulletins, stories, days }, site, today, url }) => (
    <>
      <PageHead
        title="Cartelera"
        lead="Una hoja A4 para imprimir y pegar en el almacén, la escuela o la posta sanitaria."
      />
      <div className="section">
        <p className="sheet-print scripted">
          <button className="button" type="button" onClick={() => void printPage()}>
            Imprimir
          </button>
        </p>
        <section className="sheet" aria-label="Hoja para imprimir">
          <h2>{site.name}</h2>
          <Alerts title="Alertas en vigor" alerts={alerts.slice(0, 1)} />
          <Alerts
            title="Otras alertas en vigor"
            alerts={alerts.slice(1)}
            isShort={days.some(({ rosters }) => rosters.length > 0)}
          />
          <ul className="sheet-numbers" aria-label="Teléfonos de emergencia">
            {site.lines.map(({ name, phone }, at) => (
              <li key={at} className={phone.length > 4 ? 'long' : undefined}>
                <b>{name}</b>
                <PhoneNumber phone={phone} />
              </li>
            ))}
          </ul>
          <div className="sheet-rest">
            {days.some(({ rosters }) => rosters.length > 0) && (
              <div className="sheet-news sheet-days">
                {days.map(({ day, rosters }) => (
                  <ul key={day} className="sheet-list">
                    {rosters.map(({ title, lines }, at) => (
                      <li key={at}>
                        {at === 0 && <h3>{`${leafOf(day).weekday} ${Number(day.slice(8))}`}</h3>}
                        <b>{title}</b>
                        {lines.map((line, number) => (
                          <p key={number}>
                            {[shortText(line), line.phone || (line.place !== lineName(line) && line.place)]
                              .filter(Boolean)
                              .join(' · ')}
                          </p>
                        ))}
                      </li>
                    ))}
                  </ul>
                ))}
              </div>
            )}
            <section className="sheet-agenda">
              {events.length > 0 ? (
                <ul className="sheet-list">
                  {events.map((event, at) => {
                    const { from, to } = rangeOf(event);
                    return (
                      <li key={event.id}>
                        {at === 0 && <h3>{sectionName(site, pages.agenda())}</h3>}
                        <time dateTime={from}>
                          {`${leafOf(from).weekday.slice(0, 3)} ${dayOf(from)}`}
                          <small>{from < to ? `al ${dayOf(to)}` : hoursOf({ ...event, endTime: '' })}</small>
                        </time>
                        <b className={event.place ? 'sheet-line' : undefined}>{event.title}</b>
                        {event.place && <p className="sheet-line">{event.place}</p>}
                      </li>
                    );
                  })}
                </ul>
              ) : (
                <ul className="sheet-list">
                  <li>
                    <h3>{sectionName(site, pages.agenda())}</h3>
                    <p>No hay eventos próximos.</p>
                  </li>
                </ul>
              )}
            </section>
            <div className="sheet-news">
              <Newest title={sectionName(site, pages.bulletins())} entries={bulletins} />
              <Newest title={sectionName(site, pages.stories())} entries={stories} />
            </div>
          </div>
          <div className="sheet-foot">
            <div>
              {[siteTexts(site).hours, [site.address, site.phone].filter(Boolean).join(' · ')]
                .filter(Boolean)
                .map((line) => (
                  <p key={line}>{line}</p>
                ))}
              <p>Impresa el {longDay(today)}</p>
              <p className="sheet-line">
                Todo esto y más, al día: <b>{new URL(url).host + pages.today()}</b>
              </p>
            </div>
            <img src={qrCodeOf(pages.home())} className="qr" width="132" height="132" alt="Código QR del portal" />
          </div>
        </section>
      </div>
    </>
  ),
});

/** `18 mar` */
function dayOf(day: Day): string {
  const { date, month } = leafOf(day);
  return `${date} ${month}`;
}

/**
 * The first alert has a list of its own: it gives way to nothing.
 * @param props isShort their names only, because other things need the room; of extreme ones also what to do
 */
function Alerts({ title, alerts, isShort }: { title: string; alerts: TimelyAlert[]; isShort?: boolean }) {
  if (alerts.length === 0) return null;
  if (isShort)
    return (
      <ul className="sheet-list sheet-others" aria-label={title}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <p>
              {alertName(alert)}: <b>{alert.headline}</b>
              {alert.severity === 'Extreme' && alert.instruction && `. ${alert.instruction}`}
            </p>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="sheet-alerts" aria-label={title}>
      {alerts.map((alert) => {
        const { severity, headline, area, start, end, instruction, source } = alert;
        return (
          <li key={alert.id}>
            <div>
              <svg viewBox="0 0 100 100" aria-hidden="true">
                <path d={SIGNS[severity]} />
                <path d="M50 30v28m0 15v.1" />
              </svg>
              <p>
                {alertName(alert)}
                <b>{headline}</b>
              </p>
            </div>
            <p>{[source, area, momentRange(start, end)].filter(Boolean).join(' · ')}</p>
            {instruction && <p className="sheet-instruction">{instruction}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** The outlines of the signs on screen (alerts.css): they print without colours and grounds. */
const SIGNS: Record<Severity, string> = {
  Extreme: 'M30 4h40l26 26v40L70 96H30L4 70V30z',
  Severe: 'M50 6 96 94H4z',
  Moderate: 'M50 4 96 50 50 96 4 50z',
  Minor: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92',
};

/** A telephone number as large as its place allows, however many signs it has. */
function PhoneNumber({ phone }: { phone: string }) {
  const width = phone.length * 60;
  return (
    <svg viewBox={`0 0 ${width} 74`} preserveAspectRatio="xMinYMid" role="img" aria-label={phone}>
      <text y="73" fontSize="100" textLength={width} lengthAdjust="spacingAndGlyphs">
        {phone}
      </text>
    </svg>
  );
}

function Newest({ title, entries }: { title: string; entries: { id: string; title: string }[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <ul className="sheet-list">
        {entries.map((entry, at) => (
          <li key={entry.id}>
            {at === 0 && <h3>{title}</h3>}
            <b>{entry.title}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
