import { expect, test } from 'vitest';
import { blockBelow, isTimeToLearn } from '../../../web/src/public/parts/frame/learning.tsx';

/** The storage of a device. */
function device() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('a resident is told once, when pages can be read without a signal, and nothing is stored before', () => {
  const storage = device();
  expect([false, false].map((isControlled) => isTimeToLearn(isControlled, () => storage))).toEqual([false, false]);
  expect(storage.getItem('aprendido')).toBe(null);
  expect([true, true, false].map((isControlled) => isTimeToLearn(isControlled, () => storage))).toEqual([
    true,
    false,
    false,
  ]);
});

test('not at every view of a device that stores nothing, or refuses to', () => {
  const forgetful = { getItem: () => null, setItem: () => {} };
  const closed = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const open of [() => forgetful, closed])
    expect([1, 2, 3].map(() => isTimeToLearn(true, open))).toEqual([false, false, false]);
});

test('the note stands behind the block at the foot of the screen, and nowhere where the page ends on it', () => {
  const block = (bottom: number) => ({ getBoundingClientRect: () => ({ bottom }) as DOMRect });
  const page = [block(263), block(1073), block(2387)];
  expect(blockBelow(page, 740)).toBe(page[1]);
  expect(blockBelow(page, 2387)).toBeUndefined();
});
