import type { ReactNode } from 'react';
import { EntryButton } from '../parts/entry-button.tsx';
import { MoveHandle } from '../parts/move-handle.tsx';
import { useReorder } from '../parts/reorder.ts';
import { StepButtons } from '../parts/step-buttons.tsx';
import { moved } from '../parts/words/document-paths.ts';

/**
 * A list in a document: a group of fields for each entry, which can be moved (dragged, too) and removed, and a button
 * that adds one.
 * @param nameOf returns the name of an entry, or words in place of an empty one
 * @param onRemove called with the index of the entry to remove; entries of a list of minimum length cannot be removed
 * @param children the fields of an entry
 */
export function EntryList<T>({
  entries,
  nameOf,
  add,
  blank,
  least = 0,
  most = Infinity,
  onChange,
  onRemove,
  questionAt,
  children,
}: {
  entries: readonly T[];
  nameOf: (entry: T, at: number) => string;
  /** Words on the button that adds an entry. */
  add: string;
  blank: T;
  least?: number;
  most?: number;
  onChange: (entries: T[]) => void;
  onRemove: (at: number) => void;
  /** Returns the question about an entry that somebody else has changed too; null if there is none. */
  questionAt: (at: number) => ReactNode;
  children: (entry: T, at: number) => ReactNode;
}) {
  const { list, handle, step } = useReorder<HTMLOListElement>((from, to) => onChange(moved(entries, from, to - from)));
  return (
    <>
      <ol className="directory" ref={list}>
        {entries.map((entry, at) => {
          const name = nameOf(entry, at);
          return (
            // Entries have no identity but their index; the inputs are controlled.
            <li key={at}>
              <fieldset className="group">
                <legend>{name}</legend>
                {questionAt(at)}
                {children(entry, at)}
                <p className="buttons">
                  <MoveHandle name={name} {...handle(at)} />
                  <StepButtons name={name} at={at} count={entries.length} step={step} />
                  <EntryButton
                    words="Quitar"
                    name={name}
                    isPossible={entries.length > least}
                    isDanger
                    press={() => onRemove(at)}
                  />
                </p>
              </fieldset>
            </li>
          );
        })}
      </ol>
      <p>
        <button
          className="button quiet"
          type="button"
          disabled={entries.length >= most}
          onClick={() => onChange([...entries, blank])}
        >
          {add}
        </button>
      </p>
    </>
  );
}
