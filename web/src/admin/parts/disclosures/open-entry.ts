import { useState } from 'react';
import { sameValue } from '../../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';

interface OpenEntry {
  at: number;
  entry: Json;
  /** How many entries there were. */
  count: number;
}

/**
 * Returns where the open entry of a list is now: entries have no identity, and its own may have been typed in, moved,
 * or pushed down by those of another person.
 * @returns null if it was removed
 */
export function placeOfOpen(entries: readonly Json[], { at, entry, count }: OpenEntry): number | null {
  if (sameValue(entries[at], entry)) return at;
  const moved = entries.findIndex((one) => sameValue(one, entry));
  if (moved >= 0) return moved;
  return entries.length < count || at >= entries.length ? null : at;
}

/** Which entry of a list is open: one at a time, and the same one wherever it goes. */
export function useOpenEntry(entries: readonly Json[]) {
  const [open, setOpen] = useState<OpenEntry | null>(null);
  const noted = (at: number): OpenEntry => ({ at, entry: entries[at] ?? null, count: entries.length });
  const at = open && placeOfOpen(entries, open);
  const now = at === null ? null : noted(at);
  if (open && !(now && now.at === open.at && now.count === open.count && sameValue(now.entry, open.entry)))
    setOpen(now);
  return {
    at,
    open: (place: number) => setOpen(noted(place)),
    close: () => setOpen(null),
  };
}
