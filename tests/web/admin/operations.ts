import type { UnsignedOperation } from '../../../web/src/admin/workspace/new-operations.ts';
import type { Fields, StoredRecord } from '../../../web/src/offline/store/stored-record.ts';
import type { Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';

let last = 0;

/** Returns a change as an operation in the outbox. */
export function operation(wish: UnsignedOperation, more: Partial<Operation> = {}): Operation {
  const seq = ++last;
  const { body = {}, file, ...rest } = wish;
  return {
    ...rest,
    body,
    seq,
    opId: `op${seq}`,
    v: 2,
    userId: 'ana',
    status: 'pending',
    sent: false,
    attempts: 0,
    delays: 0,
    nextAt: 0,
    lastError: null,
    createdAt: 0,
    ...(file && { file: { key: `op${seq}`, ...file } }),
    ...more,
  };
}

export function story(id: string, more: Partial<Fields> = {}, seq: number | null = 1): StoredRecord {
  const record = {
    id,
    created: '2026-03-01T10:00:00.000Z',
    year: 2026,
    title: `Noticia ${id}`,
    titlekey: `noticia-${id}`,
    description: '',
    date: '2026-03-01',
    status: 'Publicado',
    highlight: 0,
    text: '',
    video: '',
    label: '',
    labels: [],
    image: null,
    ...more,
  } as Fields;
  return { record, seq };
}
