import { expect, test } from 'vitest';
import { parsePlace, PLACE_POINTS } from '#contract/values/place';

test('a place is a point, or an outline of three corners at least', () => {
  expect(parsePlace('-32.1234, -61.5678')).toEqual({ points: [[-32.1234, -61.5678]] });
  expect(parsePlace(' −32.1,−61.5 ')).toEqual({ points: [[-32.1, -61.5]] });
  const outline = '-32.1, -61.1\n-32.1, -61.2\n\n-32.2, -61.2\n';
  expect(parsePlace(outline)).toEqual({
    points: [
      [-32.1, -61.1],
      [-32.1, -61.2],
      [-32.2, -61.2],
    ],
  });
  expect(parsePlace(`${outline}-32.1, -61.1`)).toEqual(parsePlace(outline));
  expect(parsePlace('')).toEqual({ points: [] });
});

test.for([
  ['hola', /^Renglón 1: escribí latitud y longitud/],
  ['-32, -61', /^Renglón 1: escribí/],
  ['-32,1234 -61,5678', /^Renglón 1: escribí/],
  ['-32.1, -61.1\n32.1, -61.2', /^Renglón 2: ese punto no está en la Argentina/],
  ['-61.5678, -32.1234', /latitud/],
  ['-32.1, -61.1\n-32.2, -61.2', /^Con dos puntos/],
  [Array.from({ length: PLACE_POINTS + 1 }, (_, at) => `-32.${at + 10}, -61.1`).join('\n'), /^Hasta 60 puntos: hay 61/],
] as const)('%s is refused', ([text, fault]) => {
  expect((parsePlace(text) as { fault: string }).fault).toMatch(fault);
});
