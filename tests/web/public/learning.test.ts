import { expect, test } from 'vitest';
import { isTimeToLearn } from '../../../web/src/public/parts/learning.tsx';

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
