import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrowsUp, houseOf, mutualPairs } from '../../scripts/house/house.ts';
import { HOUSES } from '../../scripts/lint/floors.mjs';
import { sourcesIn } from '../../scripts/house/imports.ts';
import { described, drawn, summary } from '../../scripts/house/picture.ts';

const source = (path: string, ...imports: string[]) => ({ path, lines: 10, imports });

/** More would say that a folder is divided where it should not be. */
const MOST_ARROWS = new Map([['web/src/admin', 55]]);

const SOURCES = [
  source('app/words/a.ts'),
  source('app/lists/a.ts', 'app/words/a.ts', 'app/lists/b.ts'),
  source('app/lists/b.ts', 'app/words/a.ts', 'other/c.ts'),
  source('app/screens/a.ts', 'app/lists/a.ts', 'app/words/a.ts'),
];

test('arrows are between folders, once for each pair, with the number of their imports', () => {
  const house = houseOf('app', SOURCES);
  expect(house.arrows).toEqual([
    { from: 'lists', to: 'words', imports: 2 },
    { from: 'screens', to: 'lists', imports: 1 },
    { from: 'screens', to: 'words', imports: 1 },
  ]);
  expect(house.floors.map((floor) => floor.map(({ name }) => name))).toEqual([['words'], ['lists'], ['screens']]);
  expect(summary(house)).toBe('app: 3 rooms on 3 floors, 3 arrows, 0 mutual pairs, 0 arrows up');
});

test('folders that import each other are a pair, of which the rarer arrow leads up', () => {
  const house = houseOf('app', [...SOURCES, source('app/words/b.ts', 'app/lists/a.ts')]);
  expect(mutualPairs(house)).toEqual([['lists', 'words']]);
  expect(arrowsUp(house)).toEqual([{ from: 'words', to: 'lists', imports: 1 }]);
  expect(described(house)).toContain('mutual: lists and words');
  expect(drawn(house)).toMatch(/^<svg .*<\/svg>\n$/s);
});

test('on floors that are given, an arrow along a floor counts as one up', () => {
  const floors = [['words'], ['lists', 'screens']];
  expect(arrowsUp(houseOf('app', SOURCES, floors))).toEqual([{ from: 'screens', to: 'lists', imports: 1 }]);
});

test.each(Object.entries(HOUSES))('in %s no folders import each other, and none one above it', (folder, floors) => {
  const root = join(import.meta.dirname, '../..');
  const house = houseOf(
    folder,
    sourcesIn(root, folder),
    floors.map(({ rooms }) => rooms),
  );
  expect([mutualPairs(house), arrowsUp(house)]).toEqual([[], []]);
  expect(new Set(house.floors.flat().map(({ name }) => name))).toEqual(new Set(floors.flatMap(({ rooms }) => rooms)));
  expect(house.arrows.length).toBeLessThanOrEqual(MOST_ARROWS.get(folder) ?? Number.POSITIVE_INFINITY);
});

test('nothing of the product imports the laboratory', () => {
  const root = join(import.meta.dirname, '../..');
  const product = ['api', 'web/src', 'scripts'].flatMap((folder) => sourcesIn(root, folder));
  const importers = product.filter(({ imports }) => imports.some((path) => path.startsWith('lab/')));
  expect(importers.map(({ path }) => path)).toEqual([]);
});
