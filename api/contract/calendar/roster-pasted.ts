import { addDays, leafOf, parseDay } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { fold, oneLine } from '../values/text.ts';
import { holidayOn } from './holidays.ts';
import { NO_ROW } from './roster-next.ts';
import type { Named } from './roster-next.ts';
import { saidRow } from './roster-said.ts';
import { SAID_DAYS, SAID_MONTHS } from './roster-words.ts';
import type { RosterRow } from './roster-rows.ts';

/** What a pasted list says: a row for each name, with its days, and the lines that are left out. */
export interface PastedList {
  rows: RosterRow[];
  /** Lines that say nothing that is understood, or something that cannot be: `why`, '' where nothing is understood. */
  left: { line: string; why: string }[];
  /** The same lines as a list to mend: each of them below the month that it was read with. */
  rest: string;
}

const DAY_NAMES = SAID_DAYS.map((day) => `${fold(day)}|${fold(day).slice(0, 3)}`).join('|');
/** The day of the week before a date; where none follows, it is a name: `Mar del Plata: 1, 7`. */
const WEEKDAY = new RegExp(`^(${DAY_NAMES})\\b\\.?[\\s,:|–—-]*(?=(?:dias?\\s+)?\\d)`);
const MONTH = new RegExp(`\\b(${SAID_MONTHS.map(fold).join('|')}|setiembre)\\b(?:\\s+(?:de(?:l)?\\s+)?(\\d{4}))?`);
const DATE = /^(\d{1,2})\s*[/-]\s*(\d{1,2})(?:\s*[/-]\s*(\d{2,4}))?\b/;
/** Days at the beginning of a line, as `1, 7 y 13` or `1 al 3`. */
const NUMBERS = /^(\d{1,2}(?:\s*(?:,|y|e|al?)\s*\d{1,2})*)\b/;
/** The same at its end, after a name. */
const NUMBERS_LAST = /[:\t|–-]\s*(?:dias?\s+)?(\d{1,2}(?:\s*(?:,|y|e|-|al?)\s*\d{1,2})+|\d{1,2})\.?$/;
const PHONE = /(?:\b(?:tel(?:efono)?s?|cel|t\.?e)\b\.?:?\s*)?(\+?\(?\d[\d\s().-]{5,}\d)\s*$/i;
/** What stands between the parts of a line. */
const DIVIDER = /\t|\s[-–—|]\s|;|\s{3,}/;
/** A name and its address with nothing but a comma between them. */
const COMMA = /^([^\d,]+),(.*\d.*)$/;
const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;
/** What says of a day that it is a holiday, perhaps with its name, and is nobody. */
const HOLIDAY = /^(?:feriado|asueto|festivo)s?\b/i;
/** The same, or the day of the week, before a colon and who is on duty. */
const FIRST_OF_DAY = new RegExp(
  `^((?:feriado|asueto|festivo)s?\\b[^:]*(?=:)|(?:${SAID_DAYS.join('|')}|${DAY_NAMES})\\.?(?=[:,]))[:,]\\s*`,
  'i',
);
const WEEKDAY_PART = new RegExp(`^(?:${DAY_NAMES})\\.?$`);
/** Days that go on after those that were understood, as in `8 (feriado) y 19` or `5 al lunes 7`. */
const MORE_DAYS = new RegExp(`^\\s*(?:\\([^()]*\\)\\s*)?(?:,|y|e|al?)\\s*(?:(?:${DAY_NAMES})\\.?\\s*)?\\d`);

/**
 * Reads a list of a month as it is printed: `Martes 1: San Martín`, `01/12 San Martín - Mitre 450 - Tel. 48-1130`,
 * `San Martín: 1, 7, 13 y 19`, or the columns of a spreadsheet, under a heading with the month. What stands in
 * brackets, and that a day is a holiday, is the turn's note.
 * @param today whose month it is where the list says none
 * @param times of each turn
 */
export function pastedList(text: string, today: Day, times: string): PastedList {
  const rows = new Map<string, RosterRow & { all: Set<Day> }>();
  const left: PastedList['left'] = [];
  const rest: string[] = [];
  /** The month that the lines to come are of, where the list says one that does not stand in the rest yet. */
  let heading = '';
  let [year, month] = today.split('-').map(Number) as [number, number];
  for (const line of text.split(/\r?\n/).map((one) => one.replaceAll('\u00a0', ' ').trim())) {
    if (!line) continue;
    const named = MONTH.exec(fold(line));
    if (named && !/^\D{0,12}\d{1,2}\b/.test(line.replace(/\d{4}/, ''))) {
      month = SAID_MONTHS.map(fold).indexOf((named[1] ?? '').replace('setiembre', 'septiembre')) + 1;
      if (named[2]) year = Number(named[2]);
      heading = `${SAID_MONTHS[month - 1]} ${year}`;
      continue;
    }
    const found = lineOf(line, year, month);
    const why = found ? wrongWeekday(line, found) : '';
    if (!found || why) {
      left.push({ line, why });
      if (heading) rest.push(heading);
      heading = '';
      rest.push(line);
      continue;
    }
    // A note is about its own days only.
    const key = fold(`${found.who}|${found.parts.note}`);
    const row = rows.get(key) ?? {
      ...NO_ROW,
      rule: 'DAYS' as const,
      times,
      ...found.parts,
      who: found.who,
      all: new Set<Day>(),
    };
    for (const day of found.days) row.all.add(day);
    rows.set(key, { ...row, place: row.place || found.parts.place, phone: row.phone || found.parts.phone });
  }
  /** What a list says once of somebody. */
  const saidOf = (who: string, part: 'place' | 'phone') =>
    [...rows.values()].find((row) => fold(row.who) === fold(who) && row[part])?.[part] ?? '';
  return {
    rows: [...rows.values()].map(({ all, ...row }) => ({
      ...row,
      place: saidOf(row.who, 'place'),
      phone: saidOf(row.who, 'phone'),
      days: [...all].sort().join(','),
    })),
    left,
    rest: rest.join('\n'),
  };
}

/** The times that people say of each turn; '' for the whole day, null where they are not understood. */
export function saidTimes(said: string): string | null {
  return said.trim() === '' ? '' : (saidRow(`todos los días, ${said}`)?.times ?? null);
}

interface Line {
  days: Day[];
  /** The day of the week that is written after the date; '' where none is. */
  weekday: string;
  who: string;
  parts: Pick<RosterRow, 'place' | 'phone' | 'note'>;
}

/** Returns which day of the week a line says of a date that is another; '' where both agree, or it says none. */
function wrongWeekday(line: string, { days, weekday }: Line): string {
  const said = fold(WEEKDAY.exec(fold(line))?.[1] ?? weekday);
  const day = said && SAID_DAYS.find((one) => fold(one).startsWith(said));
  // Before days in a row it is said of the first.
  const isRange = /^\D*\d+\s*al?\s*\d/i.test(line);
  const wrong = days.slice(0, isRange ? 1 : undefined).find((one) => leafOf(one).weekday !== day);
  return day && wrong ? `dice ${day}, y el ${Number(wrong.slice(8))} es ${leafOf(wrong).weekday}` : '';
}

function lineOf(line: string, year: number, month: number): Line | null {
  const bare = line.slice((WEEKDAY.exec(fold(line))?.[0] ?? '').length).replace(/^d[ií]as?\s+/i, '');
  const day = (date: number, of = month, in_ = year) => parseDay(`${date}/${of}/${in_}`);
  const date = DATE.exec(bare);
  const numbers = date ? null : NUMBERS.exec(bare);
  if (date) {
    const [whole, one, of, written] = date;
    const own = day(Number(one), Number(of), written ? Number(written.length === 2 ? `20${written}` : written) : year);
    return own ? rest(bare.slice(whole.length), [own]) : null;
  }
  if (numbers)
    return rest(
      bare.slice(numbers[0].length).replace(new RegExp(`^\\s*de ${MONTH.source}`, 'i'), ''),
      daysIn(numbers[1] ?? '', day),
    );
  const last = NUMBERS_LAST.exec(fold(bare));
  return last ? rest(bare.slice(0, last.index), daysIn(last[1] ?? '', day)) : null;
}

/** The days that numbers say: `1, 7 y 13`, `1 al 3`. */
function daysIn(numbers: string, day: (date: number) => Day | null): Day[] {
  const days = numbers.split(/\s*(?:,|y|e)\s*/).flatMap((part) => {
    const [from = '', to] = part.split(/\s*(?:al?|-)\s*/);
    const [first, last] = [day(Number(from)), to ? day(Number(to)) : null];
    if (!first || !last) return first ?? [];
    const between: Day[] = [];
    for (let one = first; one <= last; one = addDays(one, 1)) between.push(one);
    return between;
  });
  return days;
}

function rest(text: string, days: Day[]): Line | null {
  // A note after several days may be about the last of them alone.
  if (MORE_DAYS.test(fold(text)) || (days.length > 1 && /^\s*[([]/.test(text)) || days.length === 0) return null;
  const named = namedIn(text, days);
  return named && { days, ...named };
}

/**
 * Reads a list of those who take turns, one a line in their order: name, address and telephone as in a list of a month.
 * A line that is understood no further is a name as a whole.
 */
export function pastedNames(text: string): Named[] {
  const names = new Map<string, Named>();
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const bare = line.replace(/^\d{1,2}\s*[.)°º-]+\s+/, '');
    const found = namedIn(bare, []);
    const named = found ? { who: found.who, ...found.parts } : { who: oneLine(bare).replaceAll('|', '/') };
    if (named.who && !names.has(fold(named.who))) names.set(fold(named.who), named);
  }
  return [...names.values()];
}

function namedIn(text: string, days: readonly Day[]): Omit<Line, 'days'> | null {
  const { bare, notes } = withoutNotes(text);
  const clean = bare
    .replace(/^[\s.,:;|°º–—-]+/, '')
    .trim()
    .replace(FIRST_OF_DAY, '$1 - ');
  // The number of a house and the telephone after it look like one, unless the telephone is called so.
  const called = PHONE.exec(clean);
  const phone = called && /^[a-z]/i.test(called[0]) ? called : PHONE.exec(clean.split(DIVIDER).at(-1) ?? '');
  const said = clean
    .slice(0, clean.length - (phone?.[0].length ?? 0))
    .split(DIVIDER)
    .flatMap((part, at) => (at === 0 && COMMA.exec(part)?.slice(1)) || part)
    .map((part) => part.replace(/^[\s.,:–—-]+|[\s.,:–—(-]+$/g, ''))
    .filter(Boolean);
  const isWeekday = (part: string) => WEEKDAY_PART.test(fold(part));
  const isNote = (part: string) => HOLIDAY.test(part) || (days.length === 1 && isHolidayOf(days[0] ?? '', part));
  const [who = '', ...others] = said.filter((part) => !isNote(part) && !isWeekday(part));
  const isName = /\p{L}{2}/u.test(who) && who.length <= 100 && !/[()[\]]/.test(who.replace(BRACKETS, ''));
  if (!isName) return null;
  const joined = (parts: string[]) => parts.join(', ').replaceAll('|', '/').slice(0, 150);
  return {
    weekday: said.find(isWeekday)?.replace('.', '') ?? '',
    who: who.replaceAll('|', '/'),
    parts: {
      place: joined(others),
      phone: phone?.[1]?.trim() ?? '',
      note: joined([...said.filter(isNote), ...notes]),
    },
  };
}

/** Takes the notes in brackets out of a line; an area code in brackets and a telephone are none. */
function withoutNotes(text: string): { bare: string; notes: string[] } {
  const notes: string[] = [];
  const bare = text.replace(BRACKETS, (whole: string, round?: string, square?: string) => {
    const inside = (round ?? square ?? '').trim();
    if (PHONE.exec(inside)?.index === 0) return ` - ${inside}`;
    if (WEEKDAY_PART.test(fold(inside))) return ` - ${inside} - `;
    if (!/\p{L}/u.test(inside)) return whole;
    notes.push(inside);
    return '';
  });
  return { bare, notes };
}

/** Whether a part of a line is the name of the day's holiday, or its beginning: `Inmaculada Concepción`. */
const isHolidayOf = (day: Day, part: string) => part.length > 3 && fold(holidayOn(day) ?? '').startsWith(fold(part));
