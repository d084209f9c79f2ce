import { fieldsOf } from '../contract/entities.ts';
import type { EntityName } from '../contract/entities.ts';

/** The columns that no field of the edit screen stands for: what a title or an upload brings with it. */
const derived: Record<EntityName, readonly string[]> = {
  story: ['year', 'titlekey'],
  agenda: ['year', 'titlekey'],
  authority: ['titlekey'],
  album: ['titlekey'],
  map: [],
  greenpoint: [],
  bulletin: ['titlekey', 'pdf', 'pdfname', 'pdfsize'],
  user: [],
};

/** The columns of an entity's table that answers show, in a fixed order; a password's hash is none of them. */
export function columnsOf(entity: EntityName): string[] {
  const fields = fieldsOf(entity).filter(([, field]) => field.kind !== 'password');
  return ['id', 'created', ...derived[entity], ...fields.map(([name]) => name)];
}
