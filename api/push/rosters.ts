import { rosterChanges } from '../contract/calendar/roster-changes.ts';
import type { RosterChange } from '../contract/calendar/roster-changes.ts';
import type { Timetable } from '../contract/calendar/roster-turns.ts';
import type { MessagePart } from '../contract/messages/push-message.ts';
import type { Roster } from '../contract/records.ts';
import { addDays, atMoment, dayAt, momentAt } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { encodedMessage } from './messages.ts';
import { partsOn, rosterChangeMessage, rosterDayMessage } from './roster-messages.ts';
import { EVENING, MAX_AGE, rosterChangeDue } from './settling.ts';
import type { Source } from './source.ts';
import type { PushStore } from './store.ts';

const TOPIC = 'guardias';

/** What the message about a day is stored under; its version is what was said of it, '' for nothing. */
const daySubject = (day: Day) => `${TOPIC}/${day}`;
/** What is stored of each roster, with the timetable that people know of as its version. */
const rosterSubject = (id: string) => `roster/${id}`;
const versionOf = ({ noholidays, turns }: Timetable) => `${noholidays} ${turns}`;
const timetableIn = (version: string): Timetable => ({
  noholidays: version.startsWith('1') ? 1 : 0,
  turns: version.slice(2),
});

/**
 * Returns a function that announces what has changed in the rosters, and on the evening what there is tomorrow. It
 * takes the time in ms since the epoch, and whether everything that is there counts as announced.
 */
export function openRosterAnnouncements(store: PushStore, source: Source): (at: number, isFirst: boolean) => void {
  const compare = openComparing();
  return (at, isFirst) => {
    const rosters = source.rosters();
    announceChanges(store, source, rosters, { at, isFirst, compare });
    announceTomorrow(store, source, rosters, { at, isFirst });
  };
}

/** Time in ms for which a comparison holds while a change settles: that of a long list takes a while. */
const COMPARED = 5 * 60_000;

/** Returns what compares a roster with what people know of it. */
function openComparing() {
  const last = new Map<string, { of: string; at: number; changes: RosterChange[] }>();
  return (known: string, roster: Roster, at: number): RosterChange[] => {
    const of = `${known}\n${versionOf(roster)}`;
    const before = last.get(roster.id);
    if (before?.of === of && Math.abs(at - before.at) < COMPARED) return before.changes;
    const changes = rosterChanges(timetableIn(known), roster, momentAt(at));
    last.set(roster.id, { of, at, changes });
    return changes;
  };
}
interface When {
  at: number;
  isFirst: boolean;
}
type Comparing = When & { compare: ReturnType<typeof openComparing> };

/** Announces what there is tomorrow, once a day. */
function announceTomorrow(store: PushStore, source: Source, rosters: readonly Roster[], { at, isFirst }: When): void {
  const due = atMoment(`${dayAt(at)}T${EVENING}`);
  const tomorrow = addDays(dayAt(at), 1);
  const subject = daySubject(tomorrow);
  if (at < due || store.find(subject)) return;
  const parts = partsOn(rosters, tomorrow);
  const until = due + MAX_AGE;
  const message = { subject, topic: TOPIC, version: '', urgency: 'normal', due, until, expires: until } as const;
  if (isFirst || parts.length === 0) return store.settle(message);
  const payload = encodedMessage(rosterDayMessage(rosters, tomorrow, parts, at, source.site()));
  store.announce({ ...message, version: versionOfParts(parts), payload });
}

/**
 * Announces what is otherwise than people know it to be, once that has settled. Of a day of which they were told on the
 * evening before, that message is corrected instead.
 */
function announceChanges(
  store: PushStore,
  source: Source,
  rosters: readonly Roster[],
  { at, isFirst, compare }: Comparing,
): void {
  const shown = new Set(rosters.map(({ id }) => rosterSubject(id)));
  for (const subject of store.underWay(TOPIC))
    if (subject.startsWith(rosterSubject('')) && !shown.has(subject)) store.end(subject);
  const today = dayAt(at);
  const near = [today, addDays(today, 1)];
  const told = near.filter((day) => store.find(daySubject(day))?.version);
  const settled = new Map<string, RosterChange[]>();
  for (const roster of rosters) {
    const changes = settledChanges(store, source, roster, { at, isFirst, compare, near });
    if (!changes) continue;
    settled.set(roster.id, changes);
    const news = changes
      .map(({ days, ...rest }) => ({ ...rest, days: days.filter(({ day, isMore }) => !isMore && !told.includes(day)) }))
      .filter(({ days }) => days.length > 0);
    const isSoon = news.some(({ days }) => days.some(({ day }) => near.includes(day)));
    const message = {
      subject: rosterSubject(roster.id),
      topic: TOPIC,
      version: versionOf(roster),
      urgency: isSoon ? 'high' : 'normal',
      due: at,
      until: at + MAX_AGE,
      expires: at + MAX_AGE,
    } as const;
    if (news.length === 0) store.restate(message);
    else store.announce({ ...message, payload: encodedMessage(rosterChangeMessage(roster, news, rosters, at)) });
  }
  for (const day of told) correct(store, source, rosters, { at, day, settled });
}

/**
 * Returns what has changed in a roster and has settled, nothing among it where it counts as announced; null where
 * nothing has changed, or not long enough ago. A roster that was not shown before is known once it has settled.
 */
function settledChanges(
  store: PushStore,
  source: Source,
  roster: Roster,
  { at, isFirst, compare, near }: Comparing & { near: readonly Day[] },
): RosterChange[] | null {
  const known = store.find(rosterSubject(roster.id));
  if (known?.version === versionOf(roster)) return null;
  if (isFirst) return [];
  const edits = source.changesOf('roster', roster.id, known ? known.due : at - MAX_AGE);
  // Comparing takes longer than waiting for what can be due.
  if (at < rosterChangeDue(edits, true)) return null;
  const isOld = at - (edits.at(-1) ?? at) > MAX_AGE;
  const changes = known && !isOld ? compare(known.version, roster, at) : [];
  const isSoon = changes.some(({ days }) => days.some(({ day }) => near.includes(day)));
  return at < rosterChangeDue(edits, isSoon) ? null : changes;
}

/** Corrects what was said of a day: the new message takes the place of the one of the evening. */
function correct(
  store: PushStore,
  source: Source,
  rosters: readonly Roster[],
  { at, day, settled }: { at: number; day: Day; settled: ReadonlyMap<string, RosterChange[]> },
): void {
  const isOn = ({ days }: RosterChange) => days.some((one) => one.day === day);
  if (![...settled.values()].some((changes) => changes.some(isOn))) return;
  const subject = daySubject(day);
  const before = (store.find(subject)?.version ?? '').split('\n');
  const parts = partsOn(rosters, day, ({ id }) => settled.get(id) ?? []);
  const [old, news] = [true, false].map((isOld) => parts.filter((part) => before.includes(keyOf(part)) === isOld));
  if (!news?.length) return;
  const marked = [
    ...news.map(({ text, zones }) => ({ text: `Cambió: ${text}`, zones })),
    ...(old ?? []).map((part) => ({ ...part, isOld: true as const })),
  ];
  const until = Math.min(at + MAX_AGE, atMoment(`${addDays(day, 1)}T00:00`));
  store.announce({
    subject,
    topic: TOPIC,
    version: versionOfParts(parts),
    urgency: 'high',
    due: at,
    until,
    expires: until,
    payload: encodedMessage(rosterDayMessage(rosters, day, marked, at, source.site())),
  });
}

const versionOfParts = (parts: readonly MessagePart[]) => parts.map(keyOf).join('\n');
const keyOf = ({ text, zones }: MessagePart) => [text, ...zones].join('|');
