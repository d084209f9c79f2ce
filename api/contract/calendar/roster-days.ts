import type { Day } from '../values/dates.ts';

/**
 * A rule by which days come again, as RRULE writes it (RFC 5545, 3.3.10) with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL,
 * BYDAY, BYMONTHDAY, BYMONTH and UNTIL; weeks begin on Monday. Beside them SEASON, which the standard lacks:
 * `1201-0228`, from a day of the year to another, each year.
 */
export type Rule = string;

/** The names of the days of the week in a rule, from Sunday. */
export const RULE_DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The parts of a rule by their names. */
export const rulePartsOf = (rule: Rule) =>
  Object.fromEntries(rule.split(';').map((part) => part.split('='))) as Partial<Record<string, string>>;

/** Day without its separators, as iCalendar writes it. */
export const digitsOf = (day: Day) => day.replaceAll('-', '');

/** Number of a day, from 1 January 1970, a Thursday. */
const numberOf = (day: Day) => Date.parse(day) / 86_400_000;
/** Number of the week, from Monday, of a day's number. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);
const weekdayOf = (day: number) => RULE_DAYS[(day + 4) % 7] ?? '';

/**
 * Whether a rule falls on a day.
 * @param start the first day from which it is counted, '' where it does not matter
 */
export const fallsOn = (rule: Rule, start: Day, day: Day): boolean => fallingOn(rule, start)(day);

/** The same for many days: the rule is read once. */
export function fallingOn(rule: Rule, start: Day): (day: Day) => boolean {
  const { FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, UNTIL, SEASON } = rulePartsOf(rule);
  const first = start ? numberOf(start) : 0;
  const [startYear = 0, startMonth = 0] = start.split('-').map(Number);
  const days = BYDAY ?? (FREQ === 'WEEKLY' ? weekdayOf(first) : '');
  const all = (list = '') => new Set(list.split(','));
  const [inWeek, inMonth, inYear] = [all(days), all(BYMONTHDAY), all(BYMONTH)];
  const isBack = `${days}${BYMONTHDAY}`.includes('-');
  return (day) => {
    if (day < start || (UNTIL && digitsOf(day) > UNTIL)) return false;
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    if (BYMONTH && !inYear.has(`${month}`)) return false;
    if (SEASON && !isWithin(SEASON, digitsOf(day).slice(4))) return false;
    const number = numberOf(day);
    const passed =
      FREQ === 'DAILY'
        ? number - first
        : FREQ === 'WEEKLY'
          ? weekOf(number) - weekOf(first)
          : (year - startYear) * 12 + month - startMonth;
    if (INTERVAL && passed % Number(INTERVAL)) return false;
    const back = isBack ? new Date(Date.UTC(year, month, 0)).getUTCDate() + 1 - date : 0;
    if (BYMONTHDAY && !inMonth.has(`${date}`) && !inMonth.has(`${-back}`)) return false;
    const name = weekdayOf(number);
    if (days) return [name, Math.ceil(date / 7) + name, -Math.ceil(back / 7) + name].some((one) => inWeek.has(one));
    return FREQ !== 'MONTHLY' || BYMONTHDAY !== undefined || start.slice(8) === day.slice(8);
  };
}

/** Whether a day of the year, `mmdd`, is in a season, which may begin in one year and end in the next. */
function isWithin(season: string, day: string): boolean {
  const [from = '', to = ''] = season.split('-');
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}
