import { useState } from 'react';
import type { ReactNode } from 'react';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { EntryButton } from '../parts/order/entry-button.tsx';
import { Disclosure } from '../parts/disclosures/disclosure.tsx';
import { DisclosureSearch, isFoundIn, SEARCHED_FROM, textsIn } from '../parts/disclosures/disclosure-search.tsx';
import { useOpenEntry } from '../parts/disclosures/open-entry.ts';
import { useWantedField } from '../parts/disclosures/wanted-field.ts';
import { MoveHandle } from '../parts/order/move-handle.tsx';
import { useReorder } from '../parts/order/reorder.ts';
import { StepButtons } from '../parts/order/step-buttons.tsx';
import { keyOf, moved } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import type { DocumentFormProps } from './document-form.ts';
import { faultsAt } from './form-marks.ts';

/**
 * A list in a document: a disclosure for each entry, which can be moved while it is closed (dragged, too), a search
 * where there are many, and a button that adds one.
 */
export function EntryList<T extends object>({
  form,
  path,
  entries,
  stored,
  nameOf,
  essentialOf,
  add,
  most = Infinity,
  mayRemove = () => true,
  search = '',
  level,
  onChange,
  onRemove,
  children,
}: {
  form: DocumentFormProps;
  /** Where the list is in the document. */
  path: Path;
  entries: readonly T[];
  /** The entries as they are saved. */
  stored: readonly T[];
  /** Returns the name of an entry, or words in place of an empty one. */
  nameOf: (entry: T, at: number) => string;
  /** Returns what else is shown of a closed entry. */
  essentialOf: (entry: T) => ReactNode;
  /** What adds an entry: the words on its button, the entry, and the field to begin with; left out where others do. */
  add?: { words: string; blank: T; field: string };
  most?: number;
  mayRemove?: (entry: T) => boolean;
  /** What the search is called that is shown where there are many; '' for none. */
  search?: string;
  level?: 2 | 3 | 4;
  onChange: (entries: T[]) => void;
  /** Called with the index of the entry to remove. */
  onRemove: (at: number) => void;
  /** The fields of an entry. */
  children: (entry: T, at: number) => ReactNode;
}) {
  const { go } = useWantedField();
  const { list, handle, step } = useReorder<HTMLOListElement>((from, to) => onChange(moved(entries, from, to - from)));
  const open = useOpenEntry(entries as readonly Json[]);
  const [typed, type] = useState('');
  const isSearched = search !== '' && entries.length >= SEARCHED_FROM;
  const isSearching = isSearched && typed.trim() !== '';
  const found = entries.map((entry) => !isSearching || isFoundIn(textsIn(entry as Json), typed));
  const questions = entries.map((_, at) => form.questionAt([...path, at]));
  const isKept = (at: number) => open.at === at || questions[at] !== null;
  const isSaved = (entry: T) => stored.some((one) => sameValue(one as Json, entry as Json));
  return (
    <>
      {isSearched && (
        <DisclosureSearch
          label={search}
          typed={typed}
          type={type}
          found={found.filter(Boolean).length}
          others={found.filter((isFound, at) => !isFound && isKept(at)).length}
          openFirst={() => open.open(found.indexOf(true))}
        />
      )}
      <ol className="directory disclosures" ref={list}>
        {entries.map((entry, at) => {
          const name = nameOf(entry, at);
          const key = keyOf([...path, at]);
          const question = questions[at] ?? null;
          return (
            // Entries have no identity but their index; the inputs are controlled.
            <li key={at} hidden={!found[at] && !isKept(at)}>
              <Disclosure
                title={name}
                essential={essentialOf(entry)}
                marks={{
                  faults: faultsAt(form.faults, [key]),
                  isUnsaved: !isSaved(entry),
                  isAsked: question !== null,
                }}
                fields={[key]}
                isOpen={open.at === at}
                open={(isLed) => {
                  if (isLed) type('');
                  open.open(at);
                }}
                close={open.close}
                {...(level && { level })}
                tools={
                  !isSearching &&
                  entries.length > 1 && (
                    <>
                      <StepButtons name={name} at={at} count={entries.length} step={step} signs={['↑', '↓']} />
                      <MoveHandle name={name} {...handle(at)} />
                    </>
                  )
                }
              >
                {question}
                {children(entry, at)}
                {mayRemove(entry) && (
                  <p className="buttons">
                    <EntryButton words="Quitar" name={name} isDanger press={() => onRemove(at)} />
                  </p>
                )}
              </Disclosure>
            </li>
          );
        })}
      </ol>
      {add && (
        <p>
          <button
            className="button quiet"
            type="button"
            disabled={entries.length >= most}
            onClick={() => {
              onChange([...entries, add.blank]);
              go(keyOf([...path, entries.length, add.field]));
            }}
          >
            {add.words}
          </button>
        </p>
      )}
    </>
  );
}
