import { addDays } from '../values/dates.ts';
import type { Day, Moment } from '../values/dates.ts';
import { fold } from '../values/text.ts';
import { linesOf } from './roster-day.ts';
import type { DayLine } from './roster-day.ts';
import { isException, rowsIn } from './roster-rows.ts';
import type { RosterRow } from './roster-rows.ts';
import { worthWithin } from './roster-told.ts';
import { turnsOf } from './roster-turns.ts';
import type { Timetable, Turn } from './roster-turns.ts';

/**
 * Within so many days, from today on, a turn that is not as it was known to be is worth a message; where the rules are
 * others, within more of them, because a new timetable is written down before it begins.
 */
const CHANGE_DAYS = { turn: 14, rules: 60 };

/** What is otherwise than it was known to be, of what has one name in one zone. */
export interface RosterChange {
  who: string;
  zone: string;
  days: ChangedDay[];
  /** The rules by which it comes now, where they are others: none of them where it does not come any more. */
  rules?: RosterRow[];
}
export interface ChangedDay {
  day: Day;
  /** What there is now, or is not, with the reason; none where the day is not its day any more. */
  lines: DayLine[];
  /** It only adds to what was known, as the next dates of a list do. */
  isMore: boolean;
}

/**
 * Returns what of the next days of a roster is otherwise than it was known to be, when it has changed. What is worth
 * nothing (`Worth`), words that are spelt or called otherwise, reasons, telephones and turns that are over do not
 * count, and neither do the first turns of a roster that had none.
 */
export function rosterChanges(before: Timetable, after: Timetable, now: Moment): RosterChange[] {
  if (before.turns === '' || (before.turns === after.turns && before.noholidays === after.noholidays)) return [];
  const [known, current] = [groupsOf(before, now), groupsOf(after, now)];
  const named = new Map([...known, ...current]);
  const gone = [...known].filter(([name]) => !current.has(name)).map(([, group]) => signatureOfAll(group));
  const come = [...current].filter(([name]) => !known.has(name)).map(([, group]) => signatureOfAll(group));
  return [...named]
    .filter(([name, group]) => {
      if (known.has(name) && current.has(name)) return true;
      return !(known.has(name) ? come : gone).includes(signatureOfAll(group));
    })
    .map(([name, { who, zone }]) => changeOf({ who, zone }, known.get(name), current.get(name), now))
    .filter(({ days }) => days.length > 0);
}

/** What has one name in one zone: its rules, and its turns of the next days, those that do not take place too. */
interface Group {
  who: string;
  zone: string;
  rules: RosterRow[];
  turns: Map<Day, Turn[]>;
}

function groupsOf(timetable: Timetable, now: Moment): Map<string, Group> {
  const today = now.slice(0, 10);
  const groups = new Map<string, Group>();
  const groupOf = ({ who, zone }: Pick<Turn, 'who' | 'zone'>) => {
    const name = fold(`${who}|${zone}`);
    const group: Group = groups.get(name) ?? { who, zone, rules: [], turns: new Map() };
    groups.set(name, group);
    return group;
  };
  for (const row of rowsIn(timetable.turns))
    if (!isException(row)) groupOf(row).rules.push(...(row.rule === 'DAYS' ? [] : [row]));
  const last = addDays(today, CHANGE_DAYS.rules - 1);
  const worth = worthWithin(timetable, today, last);
  for (const turn of turnsOf(timetable, today, last)) {
    const isOver = turn.end <= now && turn.start <= now;
    if (isOver || worth(turn) === 'duty') continue;
    const { turns } = groupOf(turn);
    turns.set(turn.day, [...(turns.get(turn.day) ?? []), turn]);
  }
  return groups;
}

/** What takes place when and where: what tells apart what people have to know. */
const signatureOf = (turns: readonly Turn[] = []) =>
  turns
    .filter(({ off }) => off === undefined)
    .map(({ start, end, place }) => `${start}-${end} ${fold(place)}`)
    .sort()
    .join('|');
const signatureOfAll = ({ turns }: Group) => signatureOf([...turns.values()].flat());

const rulesOf = (group: Group | undefined) =>
  (group?.rules ?? [])
    .map(({ rule, days, times }) => `${rule} ${days} ${times}`)
    .sort()
    .join('|');

function changeOf(
  named: Pick<Group, 'who' | 'zone'>,
  known: Group | undefined,
  current: Group | undefined,
  now: Moment,
): RosterChange {
  const hasOtherRules = rulesOf(known) !== rulesOf(current);
  const days: ChangedDay[] = [];
  const most = CHANGE_DAYS[hasOtherRules ? 'rules' : 'turn'];
  for (let ahead = 0; ahead < most; ahead += 1) {
    const day = addDays(now.slice(0, 10), ahead);
    const [before, after] = [known?.turns.get(day) ?? [], current?.turns.get(day) ?? []];
    if (signatureOf(before) === signatureOf(after)) continue;
    const isNew = before.length === 0 && after.every(({ movedFrom }) => movedFrom === undefined);
    days.push({ day, lines: linesOf(after, day), isMore: isNew && !hasOtherRules });
  }
  return { ...named, days, ...(hasOtherRules && { rules: current?.rules ?? [] }) };
}
