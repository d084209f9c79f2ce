import type {
  Event,
  GovernmentService,
  OpeningHoursSpecification,
  Place,
  Schedule,
  ServiceChannel,
  Thing,
} from 'schema-dts';
import { lineName } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import { rulePartsOf } from '#contract/calendar/roster-days';
import { isException, rowsIn } from '#contract/calendar/roster-rows';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { TOWN_OFFSET, TOWN_ZONE } from '#contract/limits';
import { categoryName } from '#contract/town/categories';
import { addDays } from '#contract/values/dates';
import type { Day, Moment } from '#contract/values/dates';
import type { RosterPage } from '../public/pages/records/roster.tsx';
import type { DescribedPage } from './breadcrumbs.ts';
import { organizationId, telephones, townAddress } from './organization.ts';

/** The kind of rosters that are events, as search engines understand the word. */
const MARKET = 'feria';

/** A roster: a market as an event that comes again, and everything else as a service, open when somebody is on duty. */
export function rosterThings(data: RosterPage, shown: DescribedPage): Thing[] {
  if (data.roster.kind !== MARKET) return [service(data, shown)];
  const rows = rowsIn(data.roster.turns).filter((row) => !isException(row));
  return rows.flatMap((row) => market(row, data, shown));
}

function service({ roster, days }: RosterPage, shown: DescribedPage): GovernmentService {
  const { site, origin, url, categories } = shown;
  const places = new Map<string, DayLine[]>();
  for (const line of days.flatMap(({ lines }) => lines).filter(({ off }) => off === undefined)) {
    const key = JSON.stringify([lineName(line), line.place, line.phone]);
    places.set(key, [...(places.get(key) ?? []), line]);
  }
  return {
    '@type': 'GovernmentService',
    name: roster.title,
    description: roster.description || roster.title,
    serviceType: categoryName(categories.roster, roster.kind),
    provider: { '@id': organizationId(origin) },
    areaServed: site.town,
    ...(places.size > 0 && { availableChannel: [...places.values()].map((lines) => channel(lines, shown)) }),
    url,
  };
}

/** Somebody on duty, or a place: when, and by which telephone. */
function channel(lines: readonly DayLine[], shown: DescribedPage): ServiceChannel {
  const [first] = lines as [DayLine];
  const { telephone } = telephones(first.phone, shown.site.phone);
  const hours = lines.flatMap(({ spans }) => spans).flatMap(hoursOf);
  return {
    '@type': 'ServiceChannel',
    serviceLocation: { ...placeOf(first, shown), ...(hours.length > 0 && { openingHoursSpecification: hours }) },
    ...(telephone && { servicePhone: { '@type': 'ContactPoint', telephone } }),
  };
}

function placeOf(line: Pick<DayLine, 'who' | 'zone' | 'place'>, { site }: DescribedPage): Exclude<Place, string> {
  return { '@type': 'Place', name: lineName(line) || site.town, address: townAddress(site, line.place) };
}

/** The hours of each day of a span. An hour that is not known to have an end is none. */
function hoursOf([start, end]: [Moment, Moment]): OpeningHoursSpecification[] {
  const hours: OpeningHoursSpecification[] = [];
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  for (let day: Day = first; day <= last; day = addDays(day, 1)) {
    const [opens, closes] = [day === first ? start.slice(11) : '00:00', day === last ? end.slice(11) : '23:59'];
    if (opens < closes) {
      hours.push({ '@type': 'OpeningHoursSpecification', validFrom: day, validThrough: day, opens, closes });
    }
  }
  return hours;
}

/** A row of a market; nothing where it does not come in the days that its page looks ahead. */
function market(row: RosterRow, { roster, days }: RosterPage, shown: DescribedPage): Event[] {
  const isOfRow = (line: DayLine) => (['who', 'place', 'zone'] as const).every((name) => line[name] === row[name]);
  const own = days.map(({ day, lines }) => ({ day, lines: lines.filter(isOfRow) }));
  const [next] = own.flatMap(({ lines }) => lines.filter(({ off }) => off === undefined)).flatMap(({ spans }) => spans);
  if (!next) return [];
  const away = own.filter(({ lines }) => lines.some(({ off }) => off !== undefined)).map(({ day }) => day);
  const name = [roster.title, lineName(row)].filter(Boolean).join(', ');
  const [start, end] = next;
  return [
    {
      '@type': 'Event',
      name,
      description: roster.description || name,
      startDate: `${start}:00${TOWN_OFFSET}`,
      ...(end > start && { endDate: `${end}:00${TOWN_OFFSET}` }),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: placeOf(row, shown),
      organizer: { '@id': organizationId(shown.origin) },
      ...schedules(row, away, start.slice(0, 10)),
      url: shown.url,
    },
  ];
}

const FREQUENCIES = new Map([
  ['DAILY', 'D'],
  ['WEEKLY', 'W'],
  ['MONTHLY', 'M'],
]);
const numbers = (list: string) => list.split(',').map(Number);

/** When a row comes again. A season has no word in this vocabulary, nor do listed days need one. */
function schedules({ rule, times }: RosterRow, away: Day[], next: Day): { eventSchedule?: Schedule[] } {
  const { FREQ = '', INTERVAL = '1', BYDAY, BYMONTHDAY, BYMONTH, UNTIL, SEASON } = rulePartsOf(rule);
  const frequency = FREQUENCIES.get(FREQ);
  if (frequency === undefined || SEASON) return {};
  const eventSchedule = times.split(',').map((time): Schedule => {
    const [startTime, endTime] = time.split(/[-+]/);
    return {
      '@type': 'Schedule',
      repeatFrequency: `P${INTERVAL}${frequency}`,
      ...(BYDAY && { byDay: BYDAY.split(',') }),
      ...(BYMONTHDAY && { byMonthDay: numbers(BYMONTHDAY) }),
      ...(BYMONTH && { byMonth: numbers(BYMONTH) }),
      startDate: next,
      ...(UNTIL && { endDate: UNTIL.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3') }),
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
      ...(away.length > 0 && { exceptDate: away }),
      scheduleTimezone: TOWN_ZONE,
    };
  });
  return { eventSchedule };
}
