import type { Draft, DraftKey } from '../../offline/outbox/outbox-db.ts';

// A page that is closed or loaded again does not wait for the database. What is on its way there stands meanwhile where
// writing is over when it returns.

const PREFIX = 'escrito ';
const placeOf = ({ userId, entity, recordId, field }: DraftKey) =>
  PREFIX + JSON.stringify([userId, entity, recordId, field]);

/** Notes a text until it is stored. @returns takes the note away, unless another one has replaced it */
export function noteText(key: DraftKey, draft: Draft): () => void {
  const place = placeOf(key);
  const note = JSON.stringify(draft);
  try {
    localStorage.setItem(place, note);
  } catch {
    // No room: then only the database keeps it.
  }
  return () => {
    try {
      if (localStorage.getItem(place) === note) localStorage.removeItem(place);
    } catch {
      // It was not there.
    }
  };
}

/** Returns the notes that a page has left, and takes each away with `forget`. */
export function notedTexts(userId: string): { key: DraftKey; draft: Draft; forget: () => void }[] {
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(PREFIX))
      .flatMap((place) => {
        const [author, entity, recordId, field] = JSON.parse(place.slice(PREFIX.length)) as string[];
        if (author !== userId || entity === undefined || recordId === undefined || field === undefined) return [];
        const draft = JSON.parse(localStorage.getItem(place) ?? '') as Draft;
        return [{ key: { userId, entity, recordId, field }, draft, forget: () => localStorage.removeItem(place) }];
      });
  } catch {
    return [];
  }
}
