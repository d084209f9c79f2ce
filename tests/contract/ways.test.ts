import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The ways that docs/architecture.md draws: what they may have of files, and how many that is. */
const ROOT = join(import.meta.dirname, '../..');
const OUTBOX = 'web/src/offline/outbox/';
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

describe.each([
  ['## The way of a keystroke', 30],
  ['## The way of a photo', 24],
])('%s', (heading, most) => {
  const section = sectionOf(heading);
  const stations = stationsOf(section);

  test(`has the number of files that the page says, ${most} at most`, () => {
    expect(section).toContain(`: ${stations.length} files`);
    expect(stations.length).toBeLessThanOrEqual(most);
    expect(stations.map(({ number }) => number)).toEqual(stations.map((_, at) => at + 1));
    expect(new Set(stations.map(({ file }) => file)).size).toBe(stations.length);
  });

  test('has only files that exist, and each imports another of them or is imported by one', () => {
    const files = new Set([...stationsOf(sectionOf('## The way of a keystroke')), ...stations].map(({ file }) => file));
    for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
    const arrows = [...files].flatMap((file) => importsOf(file, 'types too').map((to) => [file, to] as const));
    const linked = new Set(arrows.filter(([, to]) => files.has(to)).flat());
    expect([...files].filter((file) => !linked.has(file))).toEqual([]);
  });
});

test('no other file of the outbox is on the way of a keystroke than those that the page names', () => {
  const section = sectionOf('## The way of a keystroke');
  const [, beside = ''] = section.split('Beside the way,');
  const on = stationsOf(section).map(({ file }) => file);
  const named = [...beside.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => `${OUTBOX}${file}`);
  for (const file of named) expect(existsSync(join(ROOT, file)), file).toBe(true);
  const imported = on.filter((file) => file.startsWith(OUTBOX)).flatMap((file) => importsOf(file));
  const inside = new Set(imported.filter((file) => file.startsWith(OUTBOX)));
  expect([...inside].filter((file) => !on.includes(file) && !named.includes(file))).toEqual([]);
});

test('a photo takes as many files in all as the page says, those of the way of a keystroke that it names included', () => {
  const section = sectionOf('## The way of a photo');
  const [, names = ''] = /stations\s([^.]*)\./.exec(section) ?? [];
  const shared = [...names.matchAll(/(\d+)(?: to (\d+))?/g)].map(
    ([, from, to]) => Number(to ?? from) - Number(from) + 1,
  );
  const all = shared.reduce((sum, count) => sum + count, stationsOf(section).length);
  expect(section).toContain(`, ${all} with those of the way of a keystroke`);
});

function sectionOf(heading: string): string {
  const [, rest = ''] = PAGE.split(`${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

function stationsOf(section: string): { number: number; file: string }[] {
  const lines = [...section.matchAll(/^(\d+)\. `([^`]+)`/gm)];
  return lines.map(([, number, file = '']) => ({ number: Number(number), file }));
}

/** Returns the files of the project that a file imports; types only where that is asked. */
function importsOf(file: string, types?: 'types too'): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = [...text.matchAll(/^(?:import|export) (type )?[^;]*?'((?:\.|#contract\/)[^']+)'/gm)];
  return found
    .filter(([, type]) => types || !type)
    .map(([, , to = '']) =>
      to.startsWith('#contract/')
        ? `${to.replace('#contract/', 'api/contract/')}.ts`
        : relative(ROOT, join(ROOT, dirname(file), to)),
    );
}
