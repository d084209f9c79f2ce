import { expect, it } from 'vitest';
import type { StaffTicket, TicketDesk } from '#contract/tickets/staff-ticket';
import type { Operation } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import {
  shownTicket,
  ticketEntry,
  ticketMerge,
  ticketPhoto,
  ticketUpdate,
} from '../../../../web/src/admin/workspace/ticket-operations.ts';
import type { UnsignedOperation } from '../../../../web/src/admin/workspace/new-operations.ts';
import {
  entryWords,
  inboxQuery,
  inboxSearch,
  inInbox,
  NOBODY,
  spanWords,
  timesByArea,
} from '../../../../web/src/admin/tickets/ticket-words.ts';

const DESK: TicketDesk = {
  topics: [{ key: 'bache', name: 'Bache' }],
  areas: [
    { key: 'obras', name: 'Obras' },
    { key: 'luz', name: 'Luz' },
  ],
  people: [{ id: 'ana', name: 'Ana' }],
  isPublic: false,
  picture: null,
};
const ticket = (given: Partial<StaffTicket> = {}): StaffTicket => ({
  id: 'a',
  seq: 1,
  number: 'VH-7K3Q',
  topic: 'bache',
  area: 'obras',
  state: 'received',
  assignee: '',
  text: 'Un pozo',
  place: 'Belgrano 450',
  point: null,
  name: '',
  phone: '',
  email: '',
  made: '2026-03-15T10:00:00.000Z',
  received: '2026-03-15T10:00:00.000Z',
  answered: '',
  settled: '',
  erased: '',
  isSuspect: false,
  merged: '',
  photos: [],
  entries: [],
  release: null,
  followers: [],
  ...given,
});
let count = 0;
const queued = (operation: UnsignedOperation, status: Operation['status'] = 'pending'): Operation =>
  ({
    seq: (count += 1),
    opId: `op-${count}`,
    v: 2,
    userId: 'ana',
    body: {},
    sent: false,
    attempts: 0,
    delays: 0,
    nextAt: 0,
    lastError: null,
    createdAt: Date.parse('2026-03-15T11:00:00Z'),
    ...operation,
    status,
  }) as Operation;
const shown = (given: Partial<StaffTicket>, ...operations: Operation[]) =>
  shownTicket(ticket(given), operations, new Set(operations.map(({ opId }) => opId)));

it('a ticket is shown with what its person has saved on this device', () => {
  const operations = [
    queued(ticketUpdate('a', 'state', 'progress', 'received')),
    queued(ticketUpdate('a', 'assignee', 'ana', '')),
    queued(ticketEntry('a', 'answer', 'Vamos el martes.')),
    queued(ticketEntry('a', 'note', 'Llevar asfalto.')),
    queued(ticketPhoto('a', 'pozo.jpg', { mime: 'image/jpeg', bytes: 9 })),
    queued(ticketUpdate('b', 'state', 'closed', 'received')),
  ];
  const { state, assignee, entries, waiting, waitingPhotos } = shown({}, ...operations);
  expect([state, assignee, waiting.length, waitingPhotos]).toEqual(['progress', 'ana', 5, 1]);
  expect(entries.map(({ kind, text, author }) => [kind, text, author])).toEqual([
    ['answer', 'Vamos el martes.', 'ana'],
    ['note', 'Llevar asfalto.', 'ana'],
  ]);
});

it('what has come back with a pull is not shown twice, and what was refused not at all', () => {
  const answer = queued(ticketEntry('a', 'answer', 'Vamos.'));
  const there = {
    id: answer.opId,
    at: '2026-03-15T11:00:00.000Z',
    kind: 'answer',
    author: 'ana',
    text: 'Vamos.',
  } as const;
  expect(shown({ entries: [there] }, answer).entries).toEqual([there]);
  expect(shown({}, queued(ticketUpdate('a', 'state', 'closed', 'seen'), 'conflict')).state).toBe('received');
  expect(shown({}, queued(ticketUpdate('a', 'suspect', 'si', ''))).isSuspect).toBe(true);
  expect(shown({}, queued(ticketMerge('a', 'b')))).toMatchObject({ merged: 'b', state: 'closed' });
});

it('two photos that wait do not take the place of each other', () => {
  const photos = [1, 2].map((bytes) => ticketPhoto('a', 'foto.jpg', { mime: 'image/jpeg', bytes }));
  expect(new Set(photos.map(({ field }) => field)).size).toBe(2);
});

it('the inbox shows what is to be done, the oldest first, as it is filtered', () => {
  const tickets = [
    shown({ id: 'new', received: '2026-03-15T12:00:00.000Z' }),
    shown({ id: 'old', assignee: 'ana', text: 'Falta luz' }),
    shown({ id: 'done', state: 'closed' }),
    shown({ id: 'odd', isSuspect: true }),
    shown({ id: 'light', area: 'luz', received: '2026-03-15T11:00:00.000Z' }),
  ];
  const ids = (query: Parameters<typeof inInbox>[1]) => inInbox(tickets, query, DESK).map(({ id }) => id);
  const all = inboxQuery(new URLSearchParams());
  expect(ids(all)).toEqual(['old', 'light', 'new']);
  expect(ids({ ...all, area: 'luz' })).toEqual(['light']);
  expect(ids({ ...all, assignee: 'ana' })).toEqual(['old']);
  expect(ids({ ...all, assignee: NOBODY })).toEqual(['light', 'new']);
  expect(ids({ ...all, tray: 'settled' })).toEqual(['done']);
  expect(ids({ ...all, tray: 'suspect' })).toEqual(['odd']);
  expect(ids({ ...all, search: 'LUZ falta' })).toEqual(['old']);
  expect(ids({ ...all, search: '7k3q' })).toHaveLength(3);
});

it('the address of the inbox has its filters', () => {
  const query = { tray: 'suspect', area: 'obras', assignee: NOBODY, search: 'calle ancha' } as const;
  expect(inboxQuery(new URLSearchParams(inboxSearch(query)))).toEqual(query);
  expect(inboxSearch(inboxQuery(new URLSearchParams('bandeja=otra')))).toBe('');
});

it('of each area it is said how many wait, and how soon half of the answers came', () => {
  const answered = (hours: number) =>
    shown({
      id: String(hours),
      state: 'answered',
      answered: new Date(Date.parse('2026-03-15T10:00:00Z') + hours * 3_600_000).toISOString(),
    });
  expect(timesByArea([shown({}), answered(1), answered(5), answered(100)], DESK)).toEqual([
    { name: 'Obras', open: 1, answered: 3, half: '5 horas' },
    { name: 'Luz', open: 0, answered: 0, half: '—' },
  ]);
  expect([0.2, 1, 47, 72].map((hours) => spanWords(hours * 3_600_000))).toEqual([
    'menos de una hora',
    '1 hora',
    '47 horas',
    '3 días',
  ]);
});

it.each([
  ['message', '', 'x', 'Quien escribió agregó'],
  ['state', '', 'reopened', 'Se reabrió con ese mensaje'],
  ['state', 'ana', 'progress', 'Ana lo pasó a «En curso»'],
  ['area', 'ana', 'luz', 'Ana lo pasó a Luz'],
  ['assignee', 'ana', '', 'Ana lo dejó sin nadie a cargo'],
  ['assignee', 'fue', 'ana', 'alguien que ya no está lo dejó a cargo de Ana'],
] as const)('%s by «%s» to «%s» is said as «%s»', (kind, author, text, words) => {
  expect(entryWords({ id: 'e', at: '', kind, author, text }, DESK)).toBe(words);
});
