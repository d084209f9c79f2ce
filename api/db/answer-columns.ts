import { fieldsOf } from '../contract/forms-and-lists.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import { traitsOf } from '../contract/record-types.ts';

/** The columns that belong to no field of the edit screen: a title or an upload sets them. */
function derivedColumns(entity: EntityName): string[] {
  const { hasYear, titlekeyOf, pdfs } = entity === 'user' ? {} : traitsOf(entity);
  return [
    ...(hasYear ? ['year'] : []),
    ...(titlekeyOf ? ['titlekey'] : []),
    ...(pdfs === 'one' ? ['pdf', 'pdfname', 'pdfsize'] : []),
  ];
}

/** The columns of an entity's table that answers show, in a fixed order; the hash of a password is not among them. */
export function columnsOf(entity: EntityName): string[] {
  const fields = fieldsOf(entity).filter(([, field]) => field.kind !== 'password');
  return ['id', 'created', ...derivedColumns(entity), ...fields.map(([name]) => name)];
}
