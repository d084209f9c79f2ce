import type { EntityName } from '../forms-and-lists.ts';
import type { RecordEntity } from '../record-types.ts';

/** The calls that the outbox makes by itself. Residents load them with the form of tickets, so no others are here. */
export const outboxCalls = {
  update: (entity: EntityName, id: string, field: string) => `/api/${entity}/${id}/update/${field}`,
  /** Several fields of a record at once. */
  updates: (entity: RecordEntity, id: string) => `/api/${entity}/${id}/update`,
  /** Several calls of the back office in one request, each as if it came by itself. */
  operations: () => '/api/operations',
  /** GET: whether the server can read and write its database. */
  health: () => '/salud',
} as const;
