import { shortTime } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { RULE_DAYS, rulePartsOf } from './roster-days.ts';
import { listedDays } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';

export const SAID_DAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
export const SAID_MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
/** Said of the first, second … day of its name in a month; the last one at the end. */
export const SAID_ORDINALS = ['primer', 'segundo', 'tercer', 'cuarto', 'quinto', 'último'];

/** `a, b y c` */
export const listed = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' y $1');

/** `25/12/2026` */
const date = (day: Day) => day.split('-').map(Number).reverse().join('/');
/** `1/4`, of a day of the year as a season has it. */
const dayOfYear = (day: string) => `${Number(day.slice(2))}/${Number(day.slice(0, 2))}`;
const dayName = (day: string) => SAID_DAYS[RULE_DAYS.indexOf(day)] ?? '';

/** Returns what a row says of days and times, as people say it: `lunes y jueves, 20 h`. */
export function rowWords({ rule, days, times }: Pick<RosterRow, 'rule' | 'days' | 'times'>): string {
  const dates = listedDays({ days }).map(date);
  const when = timesWords(times);
  if (rule === 'MOVED') return `pasa del ${dates.join(' al ')}`;
  if (rule === 'NO') return `no hay: ${listed(dates)}`;
  if (rule === 'DAYS') return [listed(dates), when].filter(Boolean).join(', ');
  const { BYMONTH, SEASON, UNTIL } = rulePartsOf(rule);
  return [
    daysWords(rule),
    when,
    BYMONTH && `en ${listed(BYMONTH.split(',').map((month) => SAID_MONTHS[Number(month) - 1] ?? ''))}`,
    SEASON && `del ${SEASON.split('-').map(dayOfYear).join(' al ')}`,
    days && `desde el ${dates[0]}`,
    UNTIL && `hasta el ${date(UNTIL.replace(/(....)(..)(..)/, '$1-$2-$3'))}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function daysWords(rule: string): string {
  const { FREQ, INTERVAL = '1', BYDAY = '', BYMONTHDAY } = rulePartsOf(rule);
  const days = BYDAY.split(',').filter(Boolean);
  const every = (several: string) => (INTERVAL === '1' ? '' : `cada ${INTERVAL} ${several}`);
  if (FREQ === 'DAILY') return every('días') || 'todos los días';
  const isWorkday = BYDAY === 'MO,TU,WE,TH,FR';
  if (FREQ === 'WEEKLY')
    return [every('semanas'), isWorkday ? 'lunes a viernes' : listed(days.map(dayName))].filter(Boolean).join(', ');
  const of = every('meses') ? ` ${every('meses')}` : ' de cada mes';
  if (BYMONTHDAY) return `el ${listed(BYMONTHDAY.split(',').map((day) => (day === '-1' ? 'último día' : day)))}${of}`;
  const ordinal = (day: string) => SAID_ORDINALS.at(parseInt(day) < 0 ? -1 : parseInt(day) - 1) ?? '';
  return listed(days.map((day) => `${ordinal(day)} ${dayName(day.slice(-2))}`)) + of;
}

/** `de 8 a 12 h`, `7, 9:30 y 13 h`, `de 8:30 a 8:30 h del día siguiente`. */
export function timesWords(times: string): string {
  if (!times) return '';
  const words = times.split(',').map((time) => {
    const [from = '', to, later = ''] = time.split(/[-+]/);
    if (!to) return shortTime(from);
    const after = later ? ` ${later} días después` : to <= from ? ' del día siguiente' : '';
    return `de ${shortTime(from)} a ${shortTime(to)}${after && `\u00a0h${after}`}`;
  });
  return `${listed(words)}${/[a-z]$/.test(words.at(-1) ?? '') ? '' : '\u00a0h'}`;
}
