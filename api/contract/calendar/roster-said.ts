import { addDays, dayAt, daysFrom, leafOf, parseDay, parseTime } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { fold } from '../values/text.ts';
import { holidaysFrom } from './holidays.ts';
import { digitsOf, RULE_DAYS } from './roster-days.ts';
import { SAID_DAYS, SAID_MONTHS } from './roster-words.ts';
import type { RosterRow } from './roster-rows.ts';

type Said = Pick<RosterRow, 'rule' | 'days' | 'times'> & { zone?: string };

const DAY_NAMES = SAID_DAYS.map(fold);
const MONTH_NAMES = SAID_MONTHS.map(fold);
const ORDINALS = ['primer|1er|1°', 'segundo|2do|2°', 'tercer|3er|3°', 'cuarto|4to|4°', 'quinto|5to|5°', 'ultimo'];
const [NAMED, MONTHS] = [String.raw`(?:${DAY_NAMES.join('|')})s?\b`, `(?:${MONTH_NAMES.join('|')}|setiembre)`];
const DATE = String.raw`\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?\b`;
const TIME = String.raw`\d{1,2}(?:[:.]\d\d)?`;

/** What of a phrase is still to be understood, and what was taken out of it. */
interface Rest {
  text: string;
  /** Takes out what a pattern finds. @returns its groups, null where there is nothing */
  take(pattern: RegExp): string[] | null;
}

const SHORT_DAYS = new Map(DAY_NAMES.map((name) => [name.slice(0, 3), name]));
const MONTH_END = new RegExp(String.raw`\bdel? (\d{1,2}) al? (\d{1,2}) de (${MONTHS})\b`, 'g');
const DAYS_OF_MONTH = new RegExp(
  String.raw`((?:\d{1,2}, ?)*\d{1,2} y )?\b(\d{1,2}) ?(?:°|º|ro\b)? (?:de )?(${MONTHS})\b(?: (?:del? )?(\d{4})\b)?` +
    String.raw`(?! (?:a|hasta) (?:${MONTHS}))`,
  'g',
);

/** Writes in one way what people write in several: dates as `25/12/2026`, hours as `20:30 h`, days by whole names. */
function plain(text: string): string {
  const monthOf = (name: string) => MONTH_NAMES.indexOf(name.replace('setiembre', 'septiembre')) + 1;
  return text
    .replace(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g, '$3/$2/$1')
    .replace(/\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)\b/g, '$1/$2/$3')
    .replace(/\b(lun|mar|mie|jue|vie|sab|dom)\b\.?/g, (_, short: string) => SHORT_DAYS.get(short) ?? short)
    .replace(/\b(?:los )?fin(?:es)? de semana\b/g, 'sabados y domingos')
    .replace(/\bprimero (?=de )/g, '1 ')
    .replace(MONTH_END, (_, from: string, to: string, month: string) => {
      const number = monthOf(month);
      return `del ${from}/${number} al ${to}/${number}`;
    })
    .replace(DAYS_OF_MONTH, (_, before: string | undefined, day: string, month: string, year: string | undefined) => {
      const end = `/${monthOf(month)}${year ? `/${year}` : ''}`;
      return `${(before ?? '').replace(/\d+/g, (one) => one + end)}${day}${end}`;
    })
    .replace(/\b(\d{1,2}(?:[:.]\d\d)?) ?(?:hs|hrs?|horas?)\b\.?/g, '$1 h')
    .replace(/\b(\d{1,2}(?:[:.]\d\d)?)h\b\.?/g, '$1 h')
    .replace(/\b(\d{1,2}(?:[:.]\d\d)?)(?: h)? ?([ap])\.? ?m\b\.?/g, (_, time: string, half: string) =>
      inHalf(time, half === 'p'),
    )
    .replace(/\b(\d{1,2}(?:[:.]\d\d)?)(?: h)? (?:de|a) la (manana|tarde|noche)\b/g, (_, time: string, part: string) =>
      inHalf(time, part !== 'manana'),
    )
    .replace(/\b(?:12 (?:h )?)?(?:del|al) mediodia\b/g, '12 h')
    .replace(/\b(\d{1,2}(?:[:.]\d\d)?)(?: h)? ?[-–—] ?(\d{1,2}(?:[:.]\d\d)?) h\b/g, '$1 a $2 h')
    .replace(/,? (?:todo el dia|(?:las )?24 h)(?!,? (?:desde|a partir))/g, ',');
}

/** A time that is said of a half of the day: `8 de la noche`. Twelve is said of either, and stays unclear. */
function inHalf(time: string, isSecond: boolean): string {
  const [hour = '', minutes = '00'] = time.split(/[:.]/);
  const number = Number(hour);
  if (number === 12) return `${time} ?`;
  return `${isSecond && number < 12 ? number + 12 : number}:${minutes} h`;
}

function restOf(phrase: string): Rest {
  const rest: Rest = {
    text: ` ${plain(fold(phrase))} `,
    take(pattern) {
      const found = pattern.exec(rest.text);
      if (!found) return null;
      rest.text = rest.text.replace(found[0], ' , ');
      return found.slice(1).map((group) => group ?? '');
    },
  };
  return rest;
}

/**
 * Reads what people say of days and times: `lunes y jueves, 20 h, zona Norte`, `segundo martes de cada mes, de 9 a 12
 * h`, `no hay: 25/12`, `pasa del 25/12 al 26/12`. It understands what `rowWords` says.
 * @param today from which a date without a year is the next one
 * @returns null where something of it is not understood
 */
export function saidRow(phrase: string, today: Day = dayAt(Date.now())): Said | null {
  const row = rowOf(phrase, today);
  return typeof row === 'string' ? null : row;
}

/** Returns what is wrong with a phrase that says no row, in words for the person; '' where it is not understood. */
export function whyNoRow(phrase: string, today: Day = dayAt(Date.now())): string {
  const row = rowOf(phrase, today);
  return typeof row === 'string' ? row : '';
}

/** Maximum number of days in a row that are listed one by one. */
const MOST_IN_A_ROW = 100;

function rowOf(phrase: string, today: Day): Said | string {
  // Words and their signs are kept together by spaces of another kind.
  const said = phrase.replace(/\s+/g, ' ');
  const zone = /\bzona:? ([^,;]+)/i.exec(said)?.[1]?.trim();
  const rest = restOf(said.replace(/\bzona:? [^,;]+/i, ','));
  const wrong = wrongDates(rest, today);
  if (wrong !== '') return wrong;
  const dayOf = (written: string) => dateOf(written, today);
  const moved = rest.take(new RegExp(`pasa(?: del?)?(?: dia)? (${DATE}) (?:al|para el) (${DATE})`));
  const isNone =
    moved === null && rest.take(/\bno (?:hay|pasa)\b(?: servicio| recoleccion)?:?|\bsin servicio:?/) !== null;
  if (moved) return finished(rest, { rule: 'MOVED', days: moved.map(dayOf).join('>'), times: '', zone });
  const isRepeated = !isNone && REPEATED.test(rest.text);
  const isHolidays = rest.take(/\b(?:los )?(?:dias )?feriados?(?: nacionales)?\b/) !== null;
  if (isHolidays && isRepeated)
    return 'los feriados van en un renglón aparte: uno para los días de la semana y otro para «feriados, 20 h».';
  const range = isRepeated ? null : rest.take(new RegExp(`\\b(?:del? |desde el )(${DATE}) (?:al?|hasta el) (${DATE})`));
  const dates: Day[] = isHolidays ? holidaysFrom(today) : range ? daysBetween(range.map(dayOf)) : [];
  const bounds = rest.take(new RegExp(`\\bdel? (${DATE_OF_YEAR}) al? (${DATE_OF_YEAR})`));
  const until = bounds?.[1] ?? rest.take(new RegExp(`hasta (?:el )?(${DATE})`))?.[0];
  const since = bounds?.[0] ?? rest.take(new RegExp(`desde (?:el )?(${DATE})`))?.[0];
  const season = rest.take(new RegExp(`del? (\\d{1,2})/(\\d{1,2}) al? (\\d{1,2})/(\\d{1,2})(?!\\d|[/-])`));
  for (let found = rest.take(new RegExp(`(${DATE})`)); found; found = rest.take(new RegExp(`(${DATE})`)))
    dates.push(...found.map(dayOf));
  const days = [...new Set(dates)].sort();
  const monthly = isNone || days.length > 0 ? [] : monthlyIn(rest);
  const repeated = monthly.length > 0 || days.length > 0 ? monthly : weeklyIn(rest);
  const times = timesIn(rest);
  if (isNone || days.length > 0)
    return days.length > 0 && !days.includes('')
      ? finished(rest, { rule: isNone ? 'NO' : 'DAYS', days: days.join(','), times: isNone ? '' : times, zone })
      : '';
  if (repeated.length === 0) return '';
  const [first, last] = [since ? dayOf(since) : '', until ? dayOf(until) : ''];
  const parts = [
    ...repeated,
    ...monthsIn(rest),
    ...(season ? [`SEASON=${seasonOf(season)}`] : []),
    ...(last ? [`UNTIL=${digitsOf(last)}`] : []),
  ];
  return finished(rest, { rule: parts.join(';'), days: first, times, zone });
}

const DATE_OF_YEAR = String.raw`\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b`;
/** What repeats, as against a list of dates. */
const REPEATED = new RegExp(
  String.raw`\b(?:${DAY_NAMES.join('|')})s?\b|\b(?:todos los dias|diari[oa]|cada|mes|meses)\b`,
);
const BEFORE_DATE = new RegExp(
  String.raw`\b(${DAY_NAMES.join('|')})s?,? (?:el )?(\d{1,2}/\d{1,2}(?:/\d{2,4})?|${DATE_OF_YEAR})(?!\d|[/-])`,
);

/**
 * Takes out the day of the week that is said of a date: `martes 1/12`.
 * @returns what cannot be: a date that does not exist, or that is of another day of the week; '' where all can
 */
function wrongDates(rest: Rest, today: Day): string {
  const missing = (rest.text.match(new RegExp(`\\b${DATE}`, 'g')) ?? []).find(
    (written) => written.includes('/') && dateOf(written, today) === '',
  );
  if (missing !== undefined) return `la fecha ${missing} no existe.`;
  for (let found = BEFORE_DATE.exec(rest.text); found; found = BEFORE_DATE.exec(rest.text)) {
    const [whole, name = '', written = ''] = found;
    const day = dateOf(written, today);
    const { weekday } = leafOf(day);
    if (fold(weekday) !== name) return `el ${written} es ${weekday}.`;
    rest.text = rest.text.replace(whole, written);
  }
  return '';
}

/** All days from the first to the last; those of a range that cannot be are not understood. */
function daysBetween([first = '', last = '']: Day[]): Day[] {
  const end = last < first ? `${Number(last.slice(0, 4)) + 1}${last.slice(4)}` : last;
  const count = first && last ? daysFrom(first, end) : -1;
  if (count < 0 || count >= MOST_IN_A_ROW) return [''];
  return Array.from({ length: count + 1 }, (_, at) => addDays(first, at));
}

/** A row, if nothing is left of the phrase but what binds words together. */
function finished(rest: Rest, { zone, ...row }: Omit<Said, 'zone'> & { zone: string | undefined }): Said | string {
  const left = rest.text
    .replace(/\b(?:y|e|de|del|el|la|los|las|a|en|hs?|dias?|cada|por|desde|tod[oa]s|ambos)\b|[,;.:]/g, '')
    .trim();
  return left === '' ? { ...row, ...(zone !== undefined && { zone }) } : '';
}

/** A date, with the next year in which it is to come where it has none; '' for what is none. */
function dateOf(written: string, today: Day): Day {
  const [day, month, year] = written.split(/[/-]/);
  if (year) return parseDay(`${day}/${month}/${year.length === 2 ? `20${year}` : year}`) ?? '';
  const own = Number(today.slice(0, 4));
  const found = [own, own + 1].map((one) => parseDay(`${day}/${month}/${one}`) ?? '');
  // What was a month ago is still of this year: staff also write down what was.
  return found.find((one) => one !== '' && one >= addDays(today, -31)) ?? found[1] ?? '';
}

const two = (text: string) => text.padStart(2, '0');
const seasonOf = ([day = '', month = '', lastDay = '', lastMonth = '']: string[]) =>
  `${two(month)}${two(day)}-${two(lastMonth)}${two(lastDay)}`;

function monthlyIn(rest: Rest): string[] {
  const spaced = rest.take(/\b(?:(?:de )?(?:cada|todos los) mes(?:es)?|(?:de )?cada (\d+) meses|mensual(?:mente)?)\b/);
  if (!spaced) return [];
  const interval = spaced[0] ? [`INTERVAL=${Number(spaced[0])}`] : [];
  const days: string[] = [];
  const ordinals = new RegExp(`((?:(?:${ORDINALS.join('|')})o?(?:,| y)? )+)(${NAMED})`);
  for (let found = rest.take(ordinals); found; found = rest.take(ordinals)) {
    const [said = '', name = ''] = found;
    for (const [at, one] of ORDINALS.entries())
      if (new RegExp(`(?:^|\\s)(?:${one})o?\\b|(?:^|\\s)(?:${one}) `).test(said))
        days.push(`${at === 5 ? -1 : at + 1}${named(name)}`);
  }
  if (days.length > 0) return ['FREQ=MONTHLY', ...interval, `BYDAY=${days.join(',')}`];
  const last = rest.take(/ultimo dia/) ? ['-1'] : [];
  const numbers = rest.take(/\b(?:el|los|dias?) ((?:\d{1,2}(?:,| y)? ?)+)(?= )/)?.[0]?.match(/\d+/g) ?? [];
  const all = [
    ...numbers
      .map(Number)
      .filter((day) => day >= 1 && day <= 31)
      .sort((a, b) => a - b)
      .map(String),
    ...last,
  ];
  return all.length > 0 ? ['FREQ=MONTHLY', ...interval, `BYMONTHDAY=${[...new Set(all)].join(',')}`] : [];
}

/** The name of a weekday as rules have it. */
const named = (said: string) => RULE_DAYS[DAY_NAMES.findIndex((name) => said.startsWith(name))] ?? '';
/** In the order of the week, which begins on Monday. */
const ordered = (days: string[]) =>
  [...new Set(days)].sort((a, b) => ((RULE_DAYS.indexOf(a) + 6) % 7) - ((RULE_DAYS.indexOf(b) + 6) % 7));

function weeklyIn(rest: Rest): string[] {
  const spacedDays = rest.take(/\bcada (\d+) dias?\b/)?.[0];
  if (spacedDays) return ['FREQ=DAILY', `INTERVAL=${Number(spacedDays)}`];
  if (rest.take(/\btodos los dias\b|\bdiario\b|\bdiariamente\b|\ba diario\b/)) return ['FREQ=DAILY'];
  const spaced =
    rest.take(/\bcada (\d+) semanas?\b/)?.[0] ?? (rest.take(/\bpor medio\b|\bcada quince dias\b/) ? '2' : '');
  const days: string[] = [];
  const range = rest.take(new RegExp(`(${NAMED}) a (${NAMED})`))?.map(named);
  if (range) {
    const [from = 0, to = 0] = range.map((day) => RULE_DAYS.indexOf(day));
    for (let at = from; at !== (to + 1) % 7 || days.length === 0; at = (at + 1) % 7) days.push(RULE_DAYS[at] ?? '');
  }
  for (let one = rest.take(new RegExp(`(${NAMED})`)); one; one = rest.take(new RegExp(`(${NAMED})`)))
    days.push(...one.map(named));
  if (days.length === 0) return [];
  return ['FREQ=WEEKLY', ...(spaced ? [`INTERVAL=${Number(spaced)}`] : []), `BYDAY=${ordered(days).join(',')}`];
}

function monthsIn(rest: Rest): string[] {
  const at = (name: string) => MONTH_NAMES.indexOf(name.replace('setiembre', 'septiembre'));
  const range = rest.take(new RegExp(`(?:de|desde) (${MONTHS}) (?:a|hasta) (${MONTHS})`))?.map(at);
  const months = new Set<number>();
  if (range) {
    const [from = 0, to = 0] = range;
    for (let month = from; months.size === 0 || month !== (to + 1) % 12; month = (month + 1) % 12) months.add(month);
  }
  for (let one = rest.take(new RegExp(`(${MONTHS})`)); one; one = rest.take(new RegExp(`(${MONTHS})`)))
    months.add(at(one[0] ?? ''));
  return months.size > 0
    ? [
        `BYMONTH=${[...months]
          .sort((a, b) => a - b)
          .map((month) => month + 1)
          .join(',')}`,
      ]
    : [];
}

function timesIn(rest: Rest): string {
  const times: string[] = [];
  const add = (from: string, to = '', later = '') => {
    const [first, last] = [parseTime(from), to && parseTime(to)];
    if (first === null || last === null) rest.text += '?';
    else times.push([first, last && `-${last}`, last && later && `+${later}`].filter(Boolean).join(''));
  };
  const whole = new RegExp(`\\b24 ?(?:hs?|horas)\\b,? (?:desde|a partir de) las (${TIME})(?: ?hs?\\b)?`);
  const span = new RegExp(
    `\\b(?:de )?(?:las )?(${TIME})(?: ?hs?)? (?:a|-|hasta) (?:las )?(${TIME})(?: ?hs?\\b)?` +
      `(?: (?:del dia siguiente|(\\d) dias despues))?(?=[\\s,;]|$)`,
  );
  const alone = new RegExp(`(?:a las?|desde las|a partir de las|y|,)? ?\\b(${TIME})(?: ?hs?\\b\\.?)?(?=[\\s,;]|$)`);
  for (let found = rest.take(whole); found; found = rest.take(whole)) add(found[0] ?? '', found[0]);
  for (let found = rest.take(span); found; found = rest.take(span)) add(...(found as [string, string, string]));
  for (let found = rest.take(alone); found; found = rest.take(alone)) add(found[0] ?? '');
  return [...new Set(times)].sort().join(',');
}
