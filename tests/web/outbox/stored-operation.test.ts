import { describe, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import type { UnsignedOperation } from '../../../web/src/admin/workspace/new-operations.ts';
import {
  pictureRemoval,
  labelAddition,
  labelRemoval,
  pdfRemoval,
  update,
  videoAddition,
  videoRemoval,
} from '../../../web/src/admin/workspace/new-operations.ts';
import { operationIn } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation } from '../admin/operations.ts';

/** The restoring of a file, as the history screen requests it. */
const restored = (field: 'pdf' | 'image', name: string): UnsignedOperation => ({
  kind: 'call',
  entity: 'bulletin',
  recordId: 'b',
  field,
  method: 'POST',
  path: calls.historyFile('bulletin', 'b'),
  body: { entry: 7, name },
  base: '',
  call: { name: field === 'pdf' ? 'pdf-restore' : 'picture-restore', item: name },
});

const asks = [
  labelAddition('a', 'Obras / Niñez'),
  labelRemoval('a', 'obras'),
  videoAddition('al', 'https://vimeo.com/1'),
  videoRemoval('al', 'vimeo-1'),
  pictureRemoval('album', 'al', 'foto-1'),
  pictureRemoval('greenpointpage', 'greenpointpage', 'foto-2'),
  pdfRemoval('bulletin', 'b', 'x.pdf'),
  restored('pdf', 'x.pdf'),
  restored('image', 'foto-3'),
];

describe('a row of the outbox', () => {
  it.each(asks.map((ask) => [ask.call?.name, ask] as const))(
    'of the first version is read like one of this version: %s',
    (_, ask) => {
      const present = operation(ask);
      const { call: __, ...row } = present;
      expect(operationIn({ ...row, v: 1 })).toEqual(present);
      expect(operationIn(present)).toEqual(present);
    },
  );

  it('of the first version that is not a call stays as it is', () => {
    const present = operation(update('story', 'a', 'title', 'Nuevo', 'Viejo'));
    expect(operationIn({ ...present, v: 1 })).toEqual(present);
  });

  it('of a newer version, a damaged row and a call without a name are not read', () => {
    const { call: _, ...nameless } = operation(labelRemoval('a', 'obras'));
    expect([{ ...operation(labelRemoval('a', 'obras')), v: 3 }, null, { v: 1 }, nameless].map(operationIn)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([
    ['a new record', { kind: 'create', method: 'PUT' }],
    ['a deleted record', { kind: 'delete', method: 'DELETE' }],
    ['a photo', { kind: 'upload', file: { key: 'op1', mime: 'image/webp', bytes: 3 } }],
    ['a request under way', { status: 'sending', sent: true }],
    ['a refusal', { status: 'rejected', lastError: { status: 422, code: 'value', message: 'No.' } }],
    ['a conflict', { status: 'conflict', theirs: { value: 'x', by: 'Beto', at: '2026-03-15T10:32:00Z' } }],
  ])('is read as it was written: %s', (_, more) => {
    const row = { ...operation(update('story', 'a', 'title', 'Nuevo', 'Viejo')), ...more };
    expect(operationIn(row)).toEqual(row);
  });
});
