import { isInZone, linesOn } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import { isException, rowsIn, zonesOf } from '#contract/calendar/roster-rows';
import { rowWords } from '#contract/calendar/roster-words';
import { pages } from '#contract/addresses/pages';
import { subscriptions, webcal } from '#contract/addresses/subscriptions';
import { categoryName } from '#contract/town/categories';
import type { ZoneStreets } from '#contract/town/zones';
import type { Roster } from '#contract/records';
import { addDays } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { Link } from '../../../components/link.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage } from '../../public-page.ts';
import { DayLines, DayTitle, useNow } from '../../parts/rosters/day-lines.tsx';
import { Standfirst } from '../../parts/page-head.tsx';
import { useZone, ZoneChoice } from '../../parts/rosters/zone.tsx';

export interface RosterPage {
  roster: Roster;
  /** The days to come that have something. */
  days: { day: Day; lines: DayLine[] }[];
  /** Number of days that were looked at. */
  ahead: number;
  /** The streets of the zones, as far as the town has listed them. */
  list: ZoneStreets[] | undefined;
}
/** Number of days that a page looks ahead, and of lines after which no other day begins: they fit on a sheet. */
const [AHEAD, LINES] = [36, 36];

/** Who is on duty, or when it comes by: the next month, and the rules of it. */
export const page = definePage<RosterPage>({
  style: 'article',
  async load(reader, { params: { id = '' }, today, categories }) {
    const roster = await reader.record('roster', id);
    if (!roster) return null;
    const days: RosterPage['days'] = [];
    let [ahead, count] = [0, 0];
    for (; ahead < AHEAD && count < LINES; ahead += 1) {
      const day = addDays(today, ahead);
      const lines = linesOn(roster, day).filter(({ spans }) => day === today || spans.some(([start]) => start >= day));
      if (lines.length > 0) days.push({ day, lines });
      count += lines.length;
    }
    return { roster, days, ahead, list: categories.zones };
  },
  head: ({ roster: { title, description } }) => ({ title, description }),
  record: ({ roster }) => ({ type: 'roster', record: roster }),
  Page: function RosterArticle({ data: { roster, days, ahead, list }, site, categories, url, today }) {
    const now = useNow();
    const zones = zonesOf([roster]);
    const [zone, choose] = useZone(zones);
    const rules = rowsIn(roster.turns).filter((row) => row.rule !== 'DAYS' && !isException(row) && isInZone(row, zone));
    const near = days
      .map(({ day, lines }) => ({ day, lines: lines.filter((line) => isInZone(line, zone)) }))
      .filter(({ lines }) => lines.length > 0);
    return (
      <article className="story section">
        <p>
          <Link className="label" to={pages.rosters()}>
            {categoryName(categories.roster, roster.kind)}
          </Link>
        </p>
        <h1 tabIndex={-1}>{roster.title}</h1>
        <Standfirst text={roster.description} town={site.phone} />
        <div className="columns story-body">
          <div className="text">
            <ZoneChoice zones={zones} list={list} zone={zone} choose={choose} />
            {rules.length > 0 && (
              <ul>
                {rules.map((row, at) => (
                  <li key={at}>
                    <b>{[row.who, row.zone && `Zona ${row.zone}`].filter(Boolean).join(', ')}</b> {rowWords(row)}
                  </li>
                ))}
              </ul>
            )}
            <div className="month-sheet">
              {near.map(({ day, lines }) => (
                <section key={day}>
                  <DayTitle day={day} today={today} />
                  <DayLines lines={lines} site={site} now={day === today ? now : null} />
                </section>
              ))}
            </div>
            {near.length > 0 && <p>Hasta acá, lo de los próximos {ahead} días. Lo que sigue, en tu calendario:</p>}
            <p>
              <a className="more" href={webcal(subscriptions.roster(roster), url)}>
                Suscribite desde tu calendario
              </a>
            </p>
            {zones.map((one) => (
              <p key={one}>
                <a className="more" href={webcal(subscriptions.roster(roster, one), url)}>
                  Suscribite a la zona {one}
                </a>
              </p>
            ))}
            {near.length === 0 && <p>No hay nada en los próximos {ahead} días.</p>}
          </div>
          <Share title={roster.title} url={url} print />
        </div>
      </article>
    );
  },
});
