import { addDays, isFuture } from '../../contract/values/dates.ts';
import { madeAt } from './layout.ts';

/** All backups of the last day, and the last one of each of a number of days, weeks (from Monday on) and months. */
export const KEPT = { days: 14, weeks: 8, months: 12 };
const DAY = 24 * 60 * 60 * 1000;

/** The backups that were made when the clock was ahead, or that are ahead of a clock that is now behind. */
export const futureOf = (names: readonly string[], now: number) =>
  names.filter((name) => isFuture(madeAt(name) ?? 0, now));

/** The newest backup whose name is not of the future; undefined without one. @param names of backups, in any order */
export function newestOf(names: readonly string[], now: number): string | undefined {
  return names
    .filter((name) => !isFuture(madeAt(name) ?? 0, now))
    .sort()
    .at(-1);
}

/**
 * Which backups may go. It goes by the backups and hardly by the clock: one that runs wild must not remove everything,
 * and a portal that makes no more backups keeps those it has. Those of the future stay and replace no other.
 * @param names of backups
 * @param now ms since the epoch
 */
export function expired(names: readonly string[], now: number): string[] {
  const { days, weeks, months } = KEPT;
  const newest = names
    .filter((name) => !isFuture(madeAt(name) ?? 0, now))
    .sort()
    .reverse();
  const last = madeAt(newest[0] ?? '') ?? 0;
  const kept = new Set(newest.filter((name) => last - (madeAt(name) ?? 0) < DAY));
  keepOnePer((name) => dayOf(name), days);
  keepOnePer((name) => weekOf(dayOf(name)), weeks);
  keepOnePer((name) => dayOf(name).slice(0, 7), months);
  return newest.filter((name) => !kept.has(name)).reverse();

  function keepOnePer(spanOf: (name: string) => string, spans: number): void {
    const seen = new Set<string>();
    for (const name of newest) {
      const span = spanOf(name);
      if (seen.has(span)) continue;
      if (seen.size === spans) return;
      seen.add(span);
      kept.add(name);
    }
  }
}

const dayOf = (name: string) => new Date(madeAt(name) ?? 0).toISOString().slice(0, 10);
/** The Monday of a day's week. */
const weekOf = (day: string) => addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
