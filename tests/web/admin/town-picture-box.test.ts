import { expect, test } from 'vitest';
import { markOf } from '../../../web/src/admin/tickets/town-picture-box.tsx';

const read = (point: string) => {
  const mark = markOf({ x: 0, y: 1, point });
  return mark && [mark.lat, mark.lon];
};

test.each([
  '-38.7183, -62.2663',
  '-38.7183,-62.2663',
  '-38,7183 -62,2663',
  '-38,7183; -62,2663',
  ' -38.7183 -62.2663 ',
])('a place is read as maps and people write it: %s', (point) => expect(read(point)).toEqual([-38.7183, -62.2663]));

test.each(['', '-38.7183', '-38.7183, oeste', '-98, -62', '-38, -190', '38°43′S 62°15′O'])(
  'what is no place is none: %s',
  (point) => expect(read(point)).toBeNull(),
);
