import { beforeEach, expect, it, vi } from 'vitest';
import { createBoard } from '../../../web/src/admin/parts/notices.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const UNSAVED = { tone: 'bad', about: 'texts', text: 'No se pudo publicar' } as const;
const textsOf = ({ shown }: ReturnType<typeof createBoard>) => shown().map(({ text }) => text);

it('a failure is not shown any more when the same is tried again', () => {
  const board = createBoard();
  board.notify(UNSAVED);
  board.notify({ tone: 'bad', about: 'other', text: 'Otra cosa' });
  board.withdraw('texts');
  expect(textsOf(board)).toEqual(['Otra cosa']);
});

it('what is said later of the same takes its place, even while it waits for another notice to be read', () => {
  const board = createBoard();
  board.notify(UNSAVED);
  board.notify({ ...UNSAVED, tone: 'good', text: 'Se publicó' });
  expect(textsOf(board)).toEqual(['Se publicó']);
  board.notify({ ...UNSAVED, about: 'op1' });
  board.notify({ tone: 'good', about: 'op1', waits: true, text: 'Guardado' });
  expect(textsOf(board)).toEqual(['Se publicó']);
  vi.advanceTimersByTime(3000);
  expect(textsOf(board)).toEqual(['Guardado']);
});

it('failures of different things stay beside each other, and close by themselves', () => {
  const board = createBoard();
  for (const text of ['a', 'b', 'b', 'c', 'd']) board.notify({ tone: 'bad', text });
  expect(textsOf(board)).toEqual(['b', 'c', 'd']);
  vi.advanceTimersByTime(15_000);
  expect(textsOf(board)).toEqual([]);
});
