import { addDays, hourOf, leafOf, shortTime } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { cutAtWord } from '../values/text.ts';
import { isException } from './roster-rows.ts';
import { turnsOf, TURN_DAYS } from './roster-turns.ts';
import type { Timetable, Turn } from './roster-turns.ts';
import { listed } from './roster-words.ts';

/** What a roster has on a day of the same person, place and zone: one line, with all its times. */
export interface DayLine extends Pick<Turn, 'who' | 'place' | 'zone' | 'phone' | 'note' | 'off' | 'to' | 'movedFrom'> {
  spans: [start: Moment, end: Moment][];
  /** Said of the day: `hasta las 8:30`, `de 8 a 12 h`; '' for the whole of it. */
  when: string;
}

/** Returns what a roster has on a day, what goes on since a day before included. */
export const linesOn = (timetable: Timetable, day: Day): DayLine[] =>
  linesOf([...turnsGoingOn(timetable, day), ...turnsOf(timetable, day, day)], day);

/** Returns the lines of turns, said of a day on which they all are. */
export function linesOf(turns: readonly Turn[], day: Day): DayLine[] {
  const lines = new Map<string, DayLine>();
  for (const turn of turns) {
    const { day: _, start, end, isWhole: __, ...rest } = turn;
    const key = Object.values(rest).join('|');
    const line = lines.get(key) ?? { ...rest, spans: [], when: '' };
    line.spans.push([start, end]);
    lines.set(key, line);
  }
  return [...lines.values()].map((line) => ({ ...line, when: whenOn(day, line.spans) }));
}

/** The turns that have begun before a day and go on. Most are over after a day, and many have no end to look for. */
function turnsGoingOn({ turns, noholidays }: Timetable, day: Day): Turn[] {
  const lasting = turns.split('\n').filter((line) => isLasting(line.split('|')));
  const back = turns.includes('+') ? TURN_DAYS : 1;
  return lasting.length > 0
    ? turnsOf({ turns: lasting.join('\n'), noholidays }, addDays(day, -back), addDays(day, -1)).filter(
        ({ off, end }) => off === undefined && end > `${day}T00:00`,
      )
    : [];
}
const isLasting = ([rule = '', , times = '']: string[]) => times.includes('-') || isException({ rule });

function whenOn(day: Day, spans: DayLine['spans']): string {
  const words = spans.flatMap(([start, end]) => {
    const [from, to] = [shortTime(start.slice(11)), shortTime(end.slice(11))];
    const isFirst = start.slice(0, 10) === day;
    if (start === end) return from;
    if (end.slice(0, 10) === day) return isFirst ? `de ${from} a ${to}` : `hasta las ${to}`;
    if (end === `${addDays(day, 1)}T00:00` && start.endsWith('T00:00')) return [];
    return `${isFirst ? `desde las ${from} ` : ''}hasta el ${leafOf(end.slice(0, 10)).weekday} a las ${to}`;
  });
  return words.length > 0 ? `${listed(words)}\u00a0h` : '';
}

/** Returns what of a line is in short: who, or where it is that it comes by. */
export const lineName = ({ who, zone, place }: Pick<DayLine, 'who' | 'zone' | 'place'>) =>
  [who, zone && `Zona ${zone}`].filter(Boolean).join(', ') || place;

/** Returns why a line is not, in words; '' where it is. */
export const offWords = ({ off, to }: Pick<DayLine, 'off' | 'to'>): string =>
  off === undefined
    ? ''
    : [to ? `Pasa al ${leafOf(to).weekday} ${Number(to.slice(8))}` : 'No hay', off].filter(Boolean).join('. ');

/** The state of a line at a moment: on duty now, the departure or turn that comes next, or neither. */
export function stateAt({ spans, off }: Pick<DayLine, 'spans' | 'off'>, now: Moment): string {
  if (off !== undefined) return '';
  if (spans.some(([start, end]) => start <= now && now < end)) return 'Ahora';
  const next = spans.find(([start]) => start > now);
  return next && spans.length > 1 ? `Próximo: ${hourOf(next[0].slice(11))}` : '';
}

/** Whether a row, turn or line is about a zone; what names no zone is about all, and '' asks for all. */
export const isInZone = (one: Pick<Turn, 'zone'>, zone: string) => !zone || !one.zone || one.zone === zone;

/** What a roster has today in short: a part for each of its lines. */
export interface ShortLine {
  title: string;
  parts: (Pick<Turn, 'zone'> & { text: string })[];
}
/** Maximum number of lines on the home page, and of characters and times of each. */
const SHORT = { lines: 4, text: 72, times: 4 };

/** Returns who or what a line is, and when in short: `Ida 8 horarios, de 6 a 22 h`, `San Martín desde las 8:30 h`. */
export function shortText(line: DayLine): string {
  const { spans, when } = line;
  const [first, last] = [spans[0], spans.at(-1)].map((span) => shortTime(span?.[0].slice(11) ?? ''));
  // Departures are not a service that runs all the time in between.
  const count = spans.every(([start, end]) => start === end) ? `${spans.length} horarios, ` : '';
  const times =
    spans.length > SHORT.times ? `${count}de ${first} a ${last}\u00a0h` : when.replace(/ hasta el \S+ a las \S+/, '');
  return [lineName(line), offWords(line) || times].filter(Boolean).join(' ');
}

/** Returns what some rosters have on a day, of each that has something. */
export function shortLines(rosters: readonly (Timetable & { title: string })[], day: Day): ShortLine[] {
  return rosters
    .map(({ title, ...timetable }) => {
      const parts = linesOn(timetable, day).map((line) => ({ zone: line.zone, text: shortText(line) }));
      return { title, parts };
    })
    .filter(({ parts }) => parts.length > 0);
}

/** Returns what the home page says to those of a zone, '' for all: as many whole parts of a line as fit. */
export function homeLines(lines: readonly ShortLine[], zone: string): { title: string; text: string }[] {
  return lines
    .flatMap(({ title, parts }) => {
      const [first, ...others] = parts.filter((part) => isInZone(part, zone)).map(({ text }) => text);
      if (first === undefined) return [];
      let text = cutAtWord(first, SHORT.text, SHORT.text);
      for (const [at, other] of others.entries()) {
        const more = at < others.length - 1 ? MORE.length : 0;
        if (text.length + other.length + 2 + more > SHORT.text) return { title, text: text + MORE };
        text += `; ${other}`;
      }
      return { title, text };
    })
    .slice(0, SHORT.lines);
}
const MORE = '; y más';
