import { addDays, dayAt, parseDay, parseTime } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { fold } from '../values/text.ts';
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

function restOf(phrase: string): Rest {
  const rest: Rest = {
    text: ` ${fold(phrase)} `,
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
  // Words and their signs are kept together by spaces of another kind.
  const said = phrase.replace(/\s+/g, ' ');
  const zone = /\bzona:? ([^,;]+)/i.exec(said)?.[1]?.trim();
  const rest = restOf(said.replace(/\bzona:? [^,;]+/i, ','));
  const dayOf = (written: string) => dateOf(written, today);
  const moved = rest.take(new RegExp(`pasa(?: del?)?(?: dia)? (${DATE}) (?:al|para el) (${DATE})`));
  const isNone =
    moved === null && rest.take(/\bno (?:hay|pasa)\b(?: servicio| recoleccion)?:?|\bsin servicio:?/) !== null;
  if (moved) return finished(rest, { rule: 'MOVED', days: moved.map(dayOf).join('>'), times: '', zone });
  const until = rest.take(new RegExp(`hasta (?:el )?(${DATE})`))?.[0];
  const since = rest.take(new RegExp(`desde (?:el )?(${DATE})`))?.[0];
  const season = rest.take(new RegExp(`del? (\\d{1,2})/(\\d{1,2}) al? (\\d{1,2})/(\\d{1,2})(?![/-])`));
  const dates: string[] = [];
  for (let found = rest.take(new RegExp(`(${DATE})`)); found; found = rest.take(new RegExp(`(${DATE})`)))
    dates.push(...found);
  const days = [...new Set(dates.map(dayOf))].sort();
  const monthly = isNone || days.length > 0 ? [] : monthlyIn(rest);
  const repeated = monthly.length > 0 || days.length > 0 ? monthly : weeklyIn(rest);
  const times = timesIn(rest);
  if (isNone || days.length > 0)
    return days.length > 0 && !days.includes('')
      ? finished(rest, { rule: isNone ? 'NO' : 'DAYS', days: days.join(','), times: isNone ? '' : times, zone })
      : null;
  if (repeated.length === 0) return null;
  const [first, last] = [since ? dayOf(since) : '', until ? dayOf(until) : ''];
  const parts = [
    ...repeated,
    ...monthsIn(rest),
    ...(season ? [`SEASON=${seasonOf(season)}`] : []),
    ...(last ? [`UNTIL=${digitsOf(last)}`] : []),
  ];
  return finished(rest, { rule: parts.join(';'), days: first, times, zone });
}

/** A row, if nothing is left of the phrase but what binds words together. */
function finished(rest: Rest, { zone, ...row }: Omit<Said, 'zone'> & { zone: string | undefined }): Said | null {
  const left = rest.text.replace(/\b(?:y|e|de|del|el|la|los|las|a|en|hs?|dias?|cada|por|desde)\b|[,;.:]/g, '').trim();
  return left === '' ? { ...row, ...(zone !== undefined && { zone }) } : null;
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
  const alone = new RegExp(`(?:a las?|desde las|y|,)? ?\\b(${TIME})(?: ?hs?\\b\\.?)?(?=[\\s,;]|$)`);
  for (let found = rest.take(whole); found; found = rest.take(whole)) add(found[0] ?? '', found[0]);
  for (let found = rest.take(span); found; found = rest.take(span)) add(...(found as [string, string, string]));
  for (let found = rest.take(alone); found; found = rest.take(alone)) add(found[0] ?? '');
  return [...new Set(times)].sort().join(',');
}
