import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawChart } from '../../lab/bench/chart.ts';
import { readPeers } from '../../lab/bench/first-view/peers.ts';
import { KEPT, keptResults } from '../../lab/bench/results.ts';
import type { Result } from '../../lab/bench/results.ts';
import { rowOf, tableOf } from '../../lab/bench/rows.ts';
import { firstPicture } from '../../lab/bench/first-view/static-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const TOWN = { name: 'Otro pueblo', pages: { home: { LCP: 2400, requests: 61 } } };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-peers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(content: unknown): string {
  const file = join(folder, 'peers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('the file of peers', () => {
  it('puts the figures of other portals beside ours, and only beside the same figure of the same page', () => {
    const peers = readPeers(written([TOWN]));
    const row = (page: 'home' | 'list', name: string) =>
      rowOf({ part: `first view, ${page}`, page, name, ours: 1, unit: 'ms' }, peers).peers;
    expect(row('home', 'LCP')).toEqual({ 'Otro pueblo': 2400 });
    expect(row('home', 'FCP')).toBeUndefined();
    expect(row('list', 'LCP')).toBeUndefined();
    expect(rowOf({ part: 'sync', name: 'LCP', ours: 1, unit: 'ms' }, peers).peers).toBeUndefined();
  });

  it('becomes columns of the table', () => {
    const peers = readPeers(written([TOWN, { name: 'Tercero', pages: {} }]));
    const figure = (name: string, ours: number) =>
      rowOf({ part: 'first view, home', page: 'home', name, ours, unit: 'ms' }, peers);
    const [head, , ...lines] = tableOf([figure('LCP', 1200.4), figure('FCP', 900)]).map((line) => line.split(/ *\| */));
    expect(head?.slice(6)).toEqual(['reached', 'Otro pueblo']);
    expect(lines).toEqual([
      ['first view, home', 'LCP', '1,200 ms', '', '', '', '', '2,400'],
      ['first view, home', 'FCP', '900 ms', '', '', '', '', ''],
    ]);
  });

  it.for([
    ['a page that is not measured', [{ ...TOWN, pages: { front: {} } }], '[0].pages: Unrecognized key: "front"'],
    ['a figure that is not measured', [{ ...TOWN, pages: { home: { lcp: 1 } } }], '[0].pages.home: Unrecognized key'],
    ['a figure that is no number', [{ ...TOWN, pages: { home: { LCP: '2 s' } } }], '[0].pages.home.LCP: Invalid input'],
    ['no list', TOWN, 'expected array'],
    ['no name', [{ pages: {} }], '[0].name: Invalid input'],
    ['two of one name', [TOWN, TOWN], 'Two peers have the same name'],
    ['no JSON', '{', 'JSON'],
  ] as const)('is refused with %s, and the message names the file and the place', ([, content, place]) => {
    const file = written(content);
    expect(() => readPeers(file)).toThrow(`${file}: `);
    expect(() => readPeers(file)).toThrow(place);
  });

  it('is read before anything is measured', () => {
    const file = join(folder, 'missing.json');
    const { status, stderr } = spawnSync(process.execPath, ['lab/bench/main.ts', '--peers', file], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(file);
  });
});

it('a figure keeps its budget, from above or from below, or does not', () => {
  const figure = { part: 'p', name: 'n', ours: 98, unit: '' };
  expect(rowOf({ ...figure, minimum: 97 })).toMatchObject({ budget: '≥ 97', reached: true });
  expect(rowOf({ ...figure, minimum: 99 })).toMatchObject({ budget: '≥ 99', reached: false });
  expect(rowOf({ ...figure, limit: 97 })).toMatchObject({ budget: '≤ 97', reached: false });
  expect(rowOf({ ...figure, reference: 100, atMost: 1 })).toMatchObject({
    ratio: 0.98,
    budget: '≤ 1 ×',
    reached: true,
  });
  expect(rowOf({ ...figure, reference: 100, atLeast: 1 })).toMatchObject({ budget: '≥ 1 ×', reached: false });
  expect(rowOf({ ...figure, reference: 49 })).not.toHaveProperty('budget');
  expect(rowOf({ ...figure, ours: Number.NaN, limit: 97 })).toMatchObject({ reached: false });
});

it('the static page of comparison has the picture with which a page begins', () => {
  const link = '<link rel="preload" as="image" imageSrcSet="/a-480.webp 480w" imageSizes="60vw" fetchPriority="high"/>';
  expect(firstPicture(`<head>${link}</head>`)).toEqual({ srcset: '/a-480.webp 480w', sizes: '60vw' });
  expect(firstPicture('<head></head>')).toBeNull();
});

describe('the chart', () => {
  const result = (release: string, ratio?: number): Result => ({
    release,
    at: `2026-01-0${release}T00:00:00Z`,
    node: 'v24',
    cpus: 2,
    rows:
      ratio === undefined
        ? []
        : [{ part: 'first view, home', name: 'LCP', ours: 1, unit: 'ms', ratio, budget: '≤ 1.2 ×', reached: false }],
  });

  it('has a point for each release that has the figure, and the last one beside its line', () => {
    const svg = drawChart([result('1', 1.5), result('2'), result('3', 1.25)]);
    expect(svg.match(/r="4"/g)).toHaveLength(2);
    for (const text of ['1, 2026-01-01', '2, 2026-01-02', 'home, LCP 1.25']) expect(svg).toContain(`>${text}<`);
    expect(svg.match(/class="budget"/g)).toHaveLength(1);
  });

  it('in the documentation shows the results that are kept', () => {
    expect(keptResults(KEPT).length).toBeGreaterThan(0);
    expect(readFileSync(join(ROOT, 'lab/results/first-view.svg'), 'utf8')).toBe(drawChart(keptResults()));
  });
});
