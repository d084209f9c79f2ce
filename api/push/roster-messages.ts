import { pages } from '../contract/addresses/pages.ts';
import type { RosterChange } from '../contract/calendar/roster-changes.ts';
import { offWords } from '../contract/calendar/roster-day.ts';
import type { DayLine } from '../contract/calendar/roster-day.ts';
import { zonesOf } from '../contract/calendar/roster-rows.ts';
import { toldOn } from '../contract/calendar/roster-told.ts';
import { listed, rowWords } from '../contract/calendar/roster-words.ts';
import type { MessagePart, PushMessage } from '../contract/messages/push-message.ts';
import type { Roster } from '../contract/records.ts';
import { sectionName } from '../contract/town/menu.ts';
import { leafOf } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { dayInWords, linesOf } from './messages.ts';
import type { NamedSections } from './messages.ts';

/** The texts of the messages about rosters: for each zone what is about it. */

/** Number of days on which a change is said; what changes on more of them has other rules as a rule. */
const MOST_DAYS = 3;

/** Returns what is said of a day on the evening before, and of what has changed in it since, each zone by itself. */
export function partsOn(
  rosters: readonly Roster[],
  day: Day,
  changesOf: (roster: Roster) => readonly RosterChange[] = () => [],
): MessagePart[] {
  return rosters.flatMap((roster) => {
    const said = toldOn(roster, day).map((line) => partOf(roster.title, line));
    const changed = changesOf(roster).flatMap(({ who, zone, days }) =>
      days
        .filter((one) => one.day === day)
        .flatMap(({ lines }) => (lines.length > 0 ? lines : [{ ...NOTHING, who, zone }]))
        .map((line) => partOf(roster.title, line)),
    );
    return [...said, ...changed];
  });
}

const NOTHING = { who: '', place: '', zone: '', phone: '', note: '', off: '', spans: [], when: '' };

const partOf = (title: string, line: DayLine): MessagePart => ({
  text: [title, [line.who, wordsOf(line)].filter(Boolean).join(', ')].filter(Boolean).join(': '),
  zones: line.zone ? [line.zone] : [],
});

/** Where and when a line is, or why it is not. */
const wordsOf = (line: DayLine): string =>
  offWords(line) ||
  [line.place, line.when, line.movedFrom && `en lugar del ${shortDay(line.movedFrom)}`].filter(Boolean).join(', ');

/** `martes 16` */
const shortDay = (day: Day) => `${leafOf(day).weekday} ${Number(day.slice(8))}`;

/** Joins what is said of several zones alike. */
function merged(parts: readonly MessagePart[]): MessagePart[] {
  const found = new Map<string, MessagePart>();
  for (const part of parts) {
    const before = found.get(part.text) ?? part;
    const isOfAll = before.zones.length === 0 || part.zones.length === 0;
    found.set(part.text, { ...before, zones: isOfAll ? [] : [...new Set([...before.zones, ...part.zones])] });
  }
  return [...found.values()];
}

/**
 * What there is on a day. The day is named, because a phone may show it a day later.
 * @param parts of it, those that are news first
 * @param at ms since the epoch
 */
export function rosterDayMessage(
  rosters: readonly Roster[],
  day: Day,
  parts: readonly MessagePart[],
  at: number,
  site: NamedSections,
): PushMessage {
  return {
    ...bodyOf(rosters, parts),
    title: `${sectionName(site, pages.rosters())}: ${dayInWords(day)}`,
    url: pages.today(),
    tag: `guardias-${day}`,
    topic: 'guardias',
    at: new Date(at).toISOString(),
  };
}

/** The message that a roster has changed. @param rosters all of the town */
export function rosterChangeMessage(
  roster: Roster,
  changes: readonly RosterChange[],
  rosters: readonly Roster[],
  at: number,
): PushMessage {
  return {
    ...bodyOf(rosters, changes.flatMap(changeParts)),
    title: `Cambió: ${roster.title}`,
    url: pages.roster(roster),
    tag: `guardias-${roster.id}`,
    topic: 'guardias',
    at: new Date(at).toISOString(),
  };
}

function changeParts({ who, zone, days, rules }: RosterChange): MessagePart[] {
  const part = (label: string, words: string): MessagePart => {
    const text = [[who, label].filter(Boolean).join(', '), words].filter(Boolean).join(': ');
    return { text: text.slice(0, 1).toUpperCase() + text.slice(1), zones: zone ? [zone] : [] };
  };
  // What only has another rule needs no days.
  const said = days.filter(
    ({ lines }) => !rules || lines.some(({ off, movedFrom }) => off !== undefined || movedFrom !== undefined),
  );
  const more = said.length - MOST_DAYS;
  return [
    ...(rules
      ? [rules.length > 0 ? part('nuevo horario', rules.map(rowWords).join('; ')) : part('', 'ya no hay')]
      : []),
    ...said
      .slice(0, MOST_DAYS)
      .map(({ day, lines }) => part(shortDay(day), lines.map(wordsOf).filter(Boolean).join('; ') || isThere(lines))),
    ...(more > 0 ? [part('', `y otros ${more} días`)] : []),
  ];
}
const isThere = (lines: readonly DayLine[]) => (lines.length > 0 ? 'sí hay' : 'No hay');

/** What is said of all zones in short, and of each. */
function bodyOf(
  rosters: readonly Roster[],
  said: readonly MessagePart[],
): Pick<PushMessage, 'body' | 'parts' | 'zones'> {
  const parts = merged(said);
  const body = linesOf(parts.map(({ text, zones }) => text + zonesWords(zones)));
  return parts.some(({ zones }) => zones.length > 0) ? { body, parts, zones: zonesOf(rosters) } : { body };
}
const zonesWords = (zones: readonly string[]) =>
  zones.length > 0 ? ` (${zones.length > 1 ? 'zonas' : 'zona'} ${listed(zones)})` : '';
