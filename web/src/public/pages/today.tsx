import { isInZone, linesOn } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import { zonesOf } from '#contract/calendar/roster-rows';
import { pages } from '#contract/addresses/pages';
import { sectionName } from '#contract/town/menu';
import type { ZoneStreets } from '#contract/town/zones';
import type { EventCard } from '#contract/records';
import { addDays } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { Link } from '../../components/link.tsx';
import { definePage } from '../public-page.ts';
import { DayLines, DayTitle, useNow } from '../parts/rosters/day-lines.tsx';
import { EventRow } from '../parts/event-row.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { inOrderOfKinds } from '../parts/rosters/rosters-in-order.ts';
import { useZone, ZoneChoice } from '../parts/rosters/zone.tsx';

export interface Today {
  days: { day: Day; rosters: { id: string; titlekey: string; title: string; lines: DayLine[] }[] }[];
  events: EventCard[];
  /** The zones that rosters name. */
  zones: string[];
  /** The streets of the zones, as far as the town has listed them. */
  list: ZoneStreets[] | undefined;
}

/** What is today and tomorrow: who is on duty, what comes by, the events. The alerts stand above every page. */
export const page = definePage<Today>({
  style: 'rows',
  async load(reader, { today, categories }) {
    const tomorrow = addDays(today, 1);
    const [{ items }, { items: events }] = await Promise.all([
      reader.list('roster'),
      reader.list('agenda', { range: { from: today, to: tomorrow } }),
    ]);
    const rosters = inOrderOfKinds(items, categories);
    const days = [today, tomorrow].map((day) => ({
      day,
      rosters: rosters.map(({ id, titlekey, title, ...one }) => ({ id, titlekey, title, lines: linesOn(one, day) })),
    }));
    return { days, events, zones: zonesOf(rosters), list: categories.zones };
  },
  head: (_, site) => ({
    title: 'Hoy',
    description: `Qué hay hoy y mañana en ${site.town}: farmacia de turno, recolección, colectivos y eventos.`,
  }),
  Page: function TodayPage({ data: { days, events, zones, list }, site, categories, today }) {
    const now = useNow();
    const [zone, choose] = useZone(zones);
    return (
      <>
        <PageHead title="Hoy" lead="Lo de hoy y lo de mañana, también sin señal." />
        <div className="section">
          <ZoneChoice zones={zones} list={list} zone={zone} choose={choose} />
          <div className="two-days">
            {days.map(({ day, rosters }) => (
              <section key={day} className="topic">
                <div className="heading">
                  <DayTitle day={day} today={today} />
                </div>
                {rosters.map(({ lines, ...one }) => {
                  const near = lines.filter((line) => isInZone(line, zone));
                  return (
                    near.length > 0 && (
                      <div key={one.id}>
                        <h3>
                          <Link to={pages.roster(one)}>{one.title}</Link>
                        </h3>
                        <DayLines lines={near} site={site} now={day === today ? now : null} />
                      </div>
                    )
                  );
                })}
              </section>
            ))}
          </div>
          {events.length > 0 && (
            <section className="topic">
              <div className="heading">
                <h2>{sectionName(site, pages.agenda())}</h2>
              </div>
              <ul>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} categories={categories.agenda} from={today} />
                ))}
              </ul>
            </section>
          )}
          <p>
            <Link className="more" to={pages.rosters()}>
              {sectionName(site, pages.rosters())}
            </Link>
          </p>
        </div>
      </>
    );
  },
});
