import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const LAYERS = 'api|contract|e2e|faults|program|web';

/** The tests that a document names, as paths below tests/. A path of the sources has an ending. */
const named = (document: string) => [
  ...new Set(
    [
      ...readFileSync(join(ROOT, 'docs', document), 'utf8').matchAll(
        new RegExp('`((?:' + LAYERS + ')/[\\w/-]+)`', 'g'),
      ),
    ].map(([, path = '']) => path),
  ),
];
const exists = (path: string) =>
  ['', '.test.ts', '.test.tsx', '.proof.ts'].some((ending) => existsSync(join(ROOT, 'tests', path + ending)));

test.for(['security.md', 'asvs.md'])('every test that docs/%s names exists', (document) => {
  const paths = named(document);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
});
