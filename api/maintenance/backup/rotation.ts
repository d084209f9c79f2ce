import { addDays } from '../../contract/values/dates.ts';
import { madeAt } from './layout.ts';

/** All backups of the last day, and the last one of each of a number of days, weeks (from Monday on) and months. */
export const KEPT = { days: 14, weeks: 8, months: 12 };
const DAY = 24 * 60 * 60 * 1000;

/**
 * Which backups may go. It goes by the backups and never by the clock: one that runs wild must not remove everything,
 * and a portal that makes no more backups keeps those it has.
 * @param names of backups
 */
export function expired(names: string[], { days, weeks, months } = KEPT): string[] {
  const newest = [...names].sort().reverse();
  const last = madeAt(newest[0] ?? '') ?? 0;
  const kept = new Set(newest.filter((name) => last - (madeAt(name) ?? 0) < DAY));
  keepOnePer((name) => dayOf(name), days);
  keepOnePer((name) => weekOf(dayOf(name)), weeks);
  keepOnePer((name) => dayOf(name).slice(0, 7), months);
  return names.filter((name) => !kept.has(name));

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
