import { useState } from 'react';
import type { ReactNode } from 'react';
import { restOf, sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Choice } from '../../offline/outbox/protocol/queue.ts';
import { BothVersions } from '../field/versions.tsx';
import { isOwnVersion, theirName } from '../parts/words/conflict-words.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { keyOf, valueAt, withValueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import { entryWordsAt } from '../parts/words/document-words.ts';

/** Where a form can ask: at the entries of lists and at single fields, by their paths in the document. */
export interface Places {
  lists: readonly Path[];
  fields?: readonly Path[];
}

/**
 * Finds the entries and fields of a document that two people have changed.
 * @param mine the document that one of them has saved
 * @param rest the same, with the other's version of what both changed
 * @returns their paths; null if the two differ in something else, or entries are missing in one of them
 */
export function disputedPlaces(mine: Json, rest: Json, { lists, fields = [] }: Places): Path[] | null {
  let like = mine;
  const found: Path[] = [];
  for (const field of fields) {
    const theirs = valueAt(rest, field);
    if (sameValue(valueAt(mine, field), theirs)) continue;
    found.push(field);
    like = withValueAt(like, field, theirs);
  }
  for (const list of lists) {
    const [own, other] = [valueAt(mine, list), valueAt(rest, list)];
    if (!Array.isArray(own) || !Array.isArray(other) || own.length !== other.length) continue;
    const isIn = (entries: Json[], entry: Json) => entries.some((one) => sameValue(one, entry));
    for (const [at, entry] of own.entries()) {
      const theirs = other[at] ?? null;
      if (sameValue(entry, theirs)) continue;
      // Entries that have moved stand beside another's.
      if (isIn(other, entry) || isIn(own, theirs)) return null;
      found.push([...list, at]);
      like = withValueAt(like, [...list, at], theirs);
    }
  }
  return found.length > 0 && sameValue(like, rest) ? found : null;
}

/** The question about a document, asked where the entries and fields stand. */
export interface RowQuestions {
  /** Whether all that is asked about stands at an entry or a field. */
  isPlaced: boolean;
  /** Returns the question about the entry or field at a path; null if there is none. */
  at: (path: Path) => ReactNode;
}

/**
 * Asks about the entries and fields that both changed. The last answer decides the conflict.
 * @param operation the change in conflict, if there is one
 * @param value the document that the form shows: while somebody is changing it, entries may stand elsewhere
 * @param onDropped called when the person has taken the other version of everything
 */
export function useRowQuestions(
  operation: Operation | undefined,
  value: Json,
  places: Places,
  onDropped: () => void,
): RowQuestions {
  const { outbox } = useWorkspace();
  const self = useWorkspaceState().session.user.name;
  const attempt = useAttempt();
  const [answers, setAnswers] = useState<{ opId: string; takes: ReadonlyMap<string, 'mine' | 'theirs'> } | null>(null);
  const { opId = '', theirs, entity = '' } = operation ?? {};
  const mine = operation?.value ?? null;
  const paths = theirs && sameValue(value, mine) ? disputedPlaces(mine, restOf(theirs), places) : null;
  if (!operation || !theirs || !paths) return { isPlaced: false, at: () => null };
  const takes = answers?.opId === opId ? answers.takes : new Map<string, 'mine' | 'theirs'>();
  const rest = restOf(theirs);

  function answer(path: Path, take: 'mine' | 'theirs'): void {
    const all = new Map(takes).set(keyOf(path), take);
    setAnswers({ opId, takes: all });
    if (!operation || !paths || all.size < paths.length) return;
    const isAll = (one: 'mine' | 'theirs') => [...all.values()].every((other) => other === one);
    const given = paths.filter((one) => all.get(keyOf(one)) === 'theirs');
    const merged = given.reduce((whole, one) => withValueAt(whole, one, valueAt(rest, one)), mine);
    const choice: Choice = isAll('mine')
      ? { take: 'mine' }
      : isAll('theirs')
        ? { take: 'theirs' }
        : { take: 'merged', value: merged };
    void attempt(async () => {
      await outbox.resolve(operation, choice);
      if (choice.take === 'theirs') onDropped();
    });
  }

  return {
    isPlaced: true,
    at(path) {
      if (!paths.some((one) => keyOf(one) === keyOf(path))) return null;
      const take = takes.get(keyOf(path));
      const words = (of: Json) => entryWordsAt(path, valueAt(of, path));
      const who = isOwnVersion(theirs.by, self)
        ? 'Vos, en otra pestaña o dispositivo, también cambiaste'
        : `${theirs.by || 'Otra persona'} también cambió`;
      return (
        <div className="parked">
          <p>
            {take
              ? `Elegiste ${take === 'mine' ? 'tu versión' : theirName(theirs.by, self).replace(/^L/, 'l')}.`
              : `${who} esto. Elegí con qué versión seguir.`}
          </p>
          <BothVersions
            entity={entity}
            field={null}
            mine={words(mine)}
            theirs={words(rest)}
            theirName={theirName(theirs.by, self)}
            choose={(choice) => answer(path, choice.take === 'mine' ? 'mine' : 'theirs')}
          />
        </div>
      );
    },
  };
}
