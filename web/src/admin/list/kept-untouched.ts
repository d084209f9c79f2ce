import type { RecordEntity } from '#contract/record-types';

/** A record that a person has created and not edited. */
export interface Untouched {
  userId: string;
  entity: RecordEntity;
  id: string;
  /** Creation time, ms since the epoch. */
  at: number;
  /** The category that it was created with. */
  category?: string | undefined;
}

// A page may be left for good, by the address bar or with its tab. What it created is remembered on the device, and a
// lock tells for how long a tab still has it.

const PLACE = 'sin-tocar';
const lockOf = (id: string) => `${PLACE} ${id}`;
/** By record, ends this tab's claim on it. */
const claims = new Map<string, () => void>();

/** Remembers a record, and that this tab has it. */
export function keepUntouched(made: Untouched): void {
  write([...read().filter(({ id }) => id !== made.id), made]);
  void navigator.locks?.request(lockOf(made.id), () => new Promise<void>((end) => claims.set(made.id, end)));
}

export function forgetUntouched(id: string): void {
  if (!claims.has(id) && !read().some((one) => one.id === id)) return;
  write(read().filter((one) => one.id !== id));
  claims.get(id)?.();
  claims.delete(id);
}

/** Takes over the records of a person that no tab has any more. Without locks nobody can tell, and none is taken. */
export async function takeUntouched(userId: string): Promise<Untouched[]> {
  const taken = await Promise.all(
    read()
      .filter((made) => made.userId === userId && !claims.has(made.id))
      .map((made) => new Promise<Untouched[]>((resolve) => void claim(made, resolve))),
  );
  return taken.flat();
}

async function claim(made: Untouched, tell: (taken: Untouched[]) => void): Promise<void> {
  await navigator.locks?.request(lockOf(made.id), { ifAvailable: true }, (lock) => {
    if (!lock) return;
    return new Promise<void>((end) => {
      claims.set(made.id, end);
      tell([made]);
    });
  });
  tell([]);
}

function read(): Untouched[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Untouched[];
  } catch {
    return [];
  }
}

function write(all: readonly Untouched[]): void {
  try {
    if (all.length > 0) localStorage.setItem(PLACE, JSON.stringify(all));
    else localStorage.removeItem(PLACE);
  } catch {
    // Where nothing can be stored, only leaving the screen removes a blank record.
  }
}
