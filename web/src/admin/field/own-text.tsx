import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { useCopy } from '../parts/use-copy.ts';
import { documentChange } from '../parts/words/document-words.ts';
import { valueWords } from '../parts/words/value-words.ts';
import { fieldOf } from '../parts/words/operation-words.ts';

/** Returns the text of a change, as a person reads it; '' if the change is not a text. */
export function ownWords({ kind, entity, field, value, base }: Operation): string {
  if (kind !== 'update') return '';
  const change = documentChange(entity, base ?? {}, value ?? null);
  return change ? change.after : valueWords(fieldOf(entity, field), value);
}

/**
 * Shows one of the person's own texts in full, to be read and copied; renders nothing if it is empty.
 * @param name what it is, for example the change or the field
 * @param words the text, as a person reads it
 */
export function OwnText({ name, words }: { name: string; words: string }) {
  const copy = useCopy();
  if (words === '') return null;
  return (
    <div className="own-text">
      <p>
        <b>{name}</b>
      </p>
      <p className="version-text">{words}</p>
      <p>
        <button
          className="button quiet"
          type="button"
          onClick={({ currentTarget }) =>
            void copy(words, currentTarget.closest('.own-text')?.querySelector('.version-text'))
          }
        >
          Copiar mi texto<span className="hidden-text"> de «{name}»</span>
        </button>
      </p>
    </div>
  );
}
