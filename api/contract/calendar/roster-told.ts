import { addDays, daysFrom } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';
import { linesOf } from './roster-day.ts';
import type { DayLine } from './roster-day.ts';
import { turnsOf } from './roster-turns.ts';
import type { Timetable, Turn } from './roster-turns.ts';

/** On so many days of a week something comes as good as daily, and nobody has to be told of it. */
const DAILY = 5;
const WEEK = 7;

/**
 * How much of a message the turns of a roster around a day are worth. It is told from the turns alone, whatever kind a
 * town has given its roster:
 *
 * - `duty`: somebody is there every day, only who it is changes, or for a day or longer. It is looked up when it is
 *   needed, as the pharmacy on duty is: nothing of it is told.
 * - `daily`: the same comes on five or more days of the week, as a bus does: only told where it is not, or on another
 *   day.
 * - `rare`: it comes on some days, as the lorry does that collects branches: that is told.
 *
 * Every seven days on end with the day among them are looked at, so that lists of days begin and end quietly.
 */
export type Worth = 'duty' | 'daily' | 'rare';

/** Returns what says the worth of turns that begin on one of some days. */
export function worthWithin(timetable: Timetable, from: Day, to: Day): (turn: Turn) => Worth {
  // A week's turns are weighed by those of the weeks around each of them.
  const [first, last] = [addDays(from, -2 * WEEK), addDays(to, 2 * WEEK)];
  const around = turnsOf(timetable, first, last).filter(({ movedFrom }) => movedFrom === undefined);
  const names = numbersBy(around, first, nameOf);
  const isDaily = remembered(
    (turn) => `${nameOf(turn)}|${turn.day}`,
    (turn) => mostOfAWeek([names.get(nameOf(turn))], daysFrom(first, turn.day)) >= DAILY,
  );
  const zones = numbersBy(
    around.filter((turn) => !isDaily(turn)),
    first,
    ({ zone }) => zone,
  );
  const isRelieved = remembered(
    ({ zone, day }) => `${zone}|${day}`,
    ({ zone, day }) => mostOfAWeek([zones.get(''), zones.get(zone)], daysFrom(first, day)) === WEEK,
  );
  return (turn) => {
    if (lastsADay(turn)) return 'duty';
    if (isDaily(turn)) return 'daily';
    return isRelieved(turn) ? 'duty' : 'rare';
  };
}

/** A question about a turn that is answered once for all turns of a key: a timetable can have thousands. */
function remembered(keyOf: (turn: Turn) => string, answer: (turn: Turn) => boolean): (turn: Turn) => boolean {
  const answers = new Map<string, boolean>();
  return (turn) => {
    const key = keyOf(turn);
    const known = answers.get(key) ?? answer(turn);
    answers.set(key, known);
    return known;
  };
}

/** The days of turns, as numbers from a first day, by what they have in common. */
function numbersBy(turns: readonly Turn[], first: Day, of: (turn: Turn) => string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const turn of turns) {
    const days = found.get(of(turn)) ?? new Set();
    found.set(of(turn), days.add(daysFrom(first, turn.day)));
  }
  return found;
}

/** The highest number of days that are in a set, of seven on end with a day among them. */
function mostOfAWeek(sets: readonly (ReadonlySet<number> | undefined)[], day: number): number {
  const isIn = (one: number) => (sets.some((days) => days?.has(one)) ? 1 : 0);
  let count = 0;
  let most = 0;
  for (let last = day - WEEK + 1; last < day + WEEK; last += 1) {
    count += isIn(last) - (last > day ? isIn(last - WEEK) : 0);
    if (last >= day) most = Math.max(most, count);
  }
  return most;
}

const nameOf = ({ who, place, zone }: Turn) => [who, place, zone].join('|');
const lastsADay = ({ isWhole, start, end }: Turn) =>
  !isWhole && end >= addDays(start.slice(0, 10), 1) + start.slice(10);

/** Returns what of a roster is told on the evening before a day, the first first: what is worth it (`Worth`). */
export function toldOn(timetable: Timetable, day: Day): DayLine[] {
  const worth = worthWithin(timetable, day, day);
  const isTold = (turn: Turn) => {
    const isElsewhere = turn.off !== undefined || turn.movedFrom !== undefined;
    return worth(turn) === 'rare' || (isElsewhere && worth(turn) === 'daily');
  };
  return linesOf(turnsOf(timetable, day, day).filter(isTold), day);
}
