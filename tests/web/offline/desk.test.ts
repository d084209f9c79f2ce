import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffTicket, TicketFeed } from '#contract/tickets/staff-ticket';
import { createDeskPull } from '../../../web/src/offline/pull/desk-pull.ts';
import { Unreachable } from '../../../web/src/offline/pull/api-call.ts';
import { openDeskStore } from '../../../web/src/offline/store/desk-store.ts';

let count = 0;
const open = () => openDeskStore(`desk-${(count += 1)}`);
const ticket = (id: string, given: Partial<StaffTicket> = {}) =>
  ({ id, seq: 1, text: `text of ${id}`, received: '', settled: '', entries: [], ...given }) as unknown as StaffTicket;
const piece = (given: Partial<TicketFeed>): TicketFeed => ({
  cursor: 'vida.0.1',
  more: false,
  fill: false,
  puts: [],
  dels: [],
  desk: { topics: [], areas: [], people: [], isPublic: false, picture: null },
  ...given,
});
const ids = async (store: ReturnType<typeof open>) => (await store.all()).map(({ id }) => id);

beforeEach(() => vi.stubGlobal('navigator', { onLine: true, locks: null }));

it('a device keeps the tickets of a person, and drops those that are gone with their photos', async () => {
  const store = open();
  await store.open('ana');
  expect(await store.apply('ana', null, piece({ fill: true, puts: [ticket('a'), ticket('b')] }))).toBe(true);
  await store.keepPhoto('a', 'foto', new ArrayBuffer(3));
  await store.keepPhoto('nobody', 'foto', new ArrayBuffer(3));
  expect((await store.photo('a', 'foto'))?.byteLength).toBe(3);
  expect(await store.photo('nobody', 'foto')).toBeNull();
  await store.apply('ana', 'vida.0.1', piece({ cursor: 'vida.0.2', dels: ['a'], puts: [ticket('c')] }));
  expect(await ids(store)).toEqual(['b', 'c']);
  expect(await store.photo('a', 'foto')).toBeNull();
});

it('what was settled more than 90 days ago goes, with its photos, by the clock of the server', async () => {
  const store = open();
  await store.open('ana');
  const old = ticket('old', { received: '2026-01-02T10:00:00.000Z', settled: '2026-01-03T10:00:00.000Z' });
  const open1 = ticket('open', { received: '2026-01-02T10:00:00.000Z' });
  await store.apply('ana', null, piece({ fill: true, puts: [old, open1] }));
  await store.keepPhoto('old', 'foto', new ArrayBuffer(3));
  await store.keepPhoto('open', 'foto', new ArrayBuffer(3));
  const late = (id: string, received: string) => ({ puts: [ticket(id, { received })] });
  await store.apply('ana', 'vida.0.1', piece({ cursor: 'vida.0.2', ...late('a', '2026-04-03T09:00:00.000Z') }));
  expect(await ids(store)).toEqual(['a', 'old', 'open']);
  await store.apply('ana', 'vida.0.2', piece({ cursor: 'vida.0.3', ...late('b', '2026-04-04T09:00:00.000Z') }));
  expect(await ids(store)).toEqual(['a', 'b', 'open']);
  expect(await store.photo('old', 'foto')).toBeNull();
  expect((await store.photo('open', 'foto'))?.byteLength).toBe(3);
});

it('a fill takes the place of all that was there', async () => {
  const store = open();
  await store.open('ana');
  await store.apply('ana', null, piece({ fill: true, puts: [ticket('a')] }));
  await store.keepPhoto('a', 'foto', new ArrayBuffer(3));
  await store.apply('ana', 'vida.0.1', piece({ cursor: 'otra.0.1', fill: true, puts: [ticket('b')] }));
  expect(await ids(store)).toEqual(['b']);
  expect(await store.photo('a', 'foto')).toBeNull();
});

it('an answer that came too late, or for somebody else, is not taken in', async () => {
  const store = open();
  await store.open('ana');
  await store.apply('ana', null, piece({ puts: [ticket('a')] }));
  expect(await store.apply('ana', null, piece({ fill: true }))).toBe(false);
  await store.open('beto');
  expect(await ids(store)).toEqual([]);
  expect(await store.apply('ana', 'vida.0.1', piece({ puts: [ticket('b')] }))).toBe(false);
  expect(await ids(store)).toEqual([]);
});

it('after a log-out nothing is left, and a pull that was under way stores nothing', async () => {
  const store = open();
  await store.open('ana');
  let answer: (body: TicketFeed) => void = () => {};
  const call = () =>
    new Promise<{ status: number; body: unknown; at: null }>((resolve) => {
      answer = (body) => resolve({ status: 200, body, at: null });
    });
  const pulling = createDeskPull(store, call, 'ana')();
  await vi.waitFor(() => expect(String(answer)).toContain('resolve'));
  await store.drop();
  answer(piece({ puts: [ticket('a')] }));
  expect(await pulling).toBe('done');
  expect(await ids(store)).toEqual([]);
});

it('a pull asks for one piece after the other, and says when the session has ended or nobody answers', async () => {
  const store = open();
  await store.open('ana');
  const pieces = [
    piece({ fill: true, more: true, puts: [ticket('a')] }),
    piece({ cursor: 'vida.0.2', puts: [ticket('b')] }),
  ];
  const asked: string[] = [];
  const pull = (answers: (() => { status: number; body: unknown })[]) =>
    createDeskPull(
      store,
      async (url) => {
        asked.push(url);
        return { at: null, ...answers.shift()!() };
      },
      'ana',
    )();
  expect(await pull(pieces.map((body) => () => ({ status: 200, body })))).toBe('done');
  expect(await ids(store)).toEqual(['a', 'b']);
  expect(asked).toEqual(['/api/data/tickets', '/api/data/tickets?since=vida.0.1']);
  expect(await pull([() => ({ status: 401, body: { code: 'revoked' } })])).toBe('revoked');
  expect(await pull([() => ({ status: 500, body: {} })])).toBe('unreachable');
  const down = () => {
    throw new Unreachable('/');
  };
  expect(await pull([down])).toBe('unreachable');
  // A server of an earlier release.
  expect(await pull([() => ({ status: 404, body: {} })])).toBe('done');
  expect(await ids(store)).toEqual(['a', 'b']);
});
