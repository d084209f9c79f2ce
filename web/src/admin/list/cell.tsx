import type { Field } from '#contract/fields';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { cellText } from './columns.ts';

/** What a cell says; a long address breaks before its @, not in the middle of a word. */
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
