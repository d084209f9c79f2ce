import type { Field } from '#contract/fields';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { cellText } from './words/record-words.ts';

/** The content of a table cell; a long e-mail address breaks before its @, not within a word. */
export function Cell({ field, value }: { field: Field; value: Json | undefined }) {
  const text = cellText(field, value);
  const at = field.kind === 'email' ? text.indexOf('@') : -1;
  return at > 0 ? (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  ) : (
    text
  );
}
