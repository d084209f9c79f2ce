import { expect, test } from 'vitest';
import { openMemory } from '../../../api/maintenance/memory.ts';

const MIB = 1024 * 1024;

/** A heap of 40 MiB, 30 of them in use; `grow` adds garbage. */
function heap() {
  let [size, collected] = [40 * MIB, 0];
  const tidy = openMemory(
    () => {
      size = 30 * MIB;
      collected += 1;
    },
    () => size,
  );
  return { tidy, grow: (bytes: number) => void (size += bytes), times: () => collected };
}

test('what the start has left is given back once', () => {
  const { tidy, times } = heap();
  for (let look = 0; look < 3; look += 1) tidy();
  expect(times()).toBe(1);
});

test('it is given back again when the heap has grown, not for a little', () => {
  const { tidy, grow, times } = heap();
  tidy();
  grow(2 * MIB);
  tidy();
  expect(times()).toBe(1);
  grow(3 * MIB);
  tidy();
  expect(times()).toBe(2);
});

test('it is called as long as the portal is idle, and does nothing where Node offers no collector', () => {
  expect(heap().tidy()).toBe(false);
  expect(openMemory(undefined)()).toBe(false);
});
