// `npm run bench:chart`: draws the ratios of the published results, lab/results/*.json, as lab/results/first-view.svg.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keptResults } from './results.ts';
import type { Result } from './results.ts';

const CHART = join(import.meta.dirname, '../results/first-view.svg');

interface Line {
  label: string;
  part: string;
  name: string;
}
interface Panel {
  title: string;
  lines: Line[];
}
const PANELS: readonly Panel[] = [
  {
    title: 'First view: time relative to a static page with the same picture (lower is better)',
    lines: ['article', 'home'].flatMap((page) =>
      ['FCP', 'LCP'].map((name) => ({ label: `${page}, ${name}`, part: `first view, ${page}`, name })),
    ),
  },
  {
    title: 'Requests per second relative to a bare server with the same bytes (higher is better)',
    lines: ['home', 'article', 'list of 10'].map((page) => ({
      label: page,
      part: 'serving, 500',
      name: `${page}, 32 connections`,
    })),
  },
];

const WIDTH = 760;
const HEIGHT = 190;
const HEAD = 44;
const FOOT = 44;
const LEFT = 40;
/** The labels of the lines are to the right of this. */
const RIGHT = WIDTH - 150;
const LABEL_GAP = 15;

/** The colours are legible on a light and on a dark page. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #57606a; }
  .title { font-size: 13px; font-weight: 600; fill: #1f2328; }
  .grid { stroke: #d0d7de; }
  .budget { stroke: #57606a; stroke-dasharray: 4 4; }
  .line { fill: none; stroke-width: 2; }
  .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; } .c3 { stroke: #8250df; }
  .dot.c0 { fill: #0969da; } .dot.c1 { fill: #bc4c00; } .dot.c2 { fill: #1a7f37; } .dot.c3 { fill: #8250df; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1; }
    .title { fill: #f0f6fc; }
    .grid { stroke: #3d444d; }
    .budget { stroke: #9198a1; }
    .c0 { stroke: #4493f8; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; } .c3 { stroke: #ab7df8; }
    .dot.c0 { fill: #4493f8; } .dot.c1 { fill: #f0883e; } .dot.c2 { fill: #3fb950; } .dot.c3 { fill: #ab7df8; }
  }`;

/**
 * Draws the ratios by release, in a panel for each kind of reference that was measured. Dashed lines are the limits of
 * the newest result.
 * @param results oldest first; a result that lacks a figure has no point for it
 * @returns an SVG document
 */
export function drawChart(results: readonly Result[]): string {
  const panels = PANELS.filter(({ lines }) => lines.some((line) => results.some((result) => rowOf(line, result))));
  const drawn = panels.map((panel, number) => drawPanel(panel, results, number * (HEAD + HEIGHT + FOOT)));
  const height = panels.length * (HEAD + HEIGHT + FOOT);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    '<title>Ratios to references of the same run, by release</title>',
    `<style>${STYLE}\n</style>`,
    ...drawn.flat(),
    '</svg>',
  ].join('\n')}\n`;
}

function drawPanel({ title, lines }: Panel, results: readonly Result[], top: number): string[] {
  const series = lines.map((one) => ({ label: one.label, rows: results.map((result) => rowOf(one, result)) }));
  const budgets = new Set(series.flatMap(({ rows }) => budgetOf(rows.at(-1)?.budget)));
  const values = [...series.flatMap(({ rows }) => rows.flatMap((row) => row?.ratio ?? [])), ...budgets];
  const step = Math.max(...values, 0) > 2 ? 1 : 0.5;
  const most = Math.max(step, Math.ceil(Math.max(...values, 0) / step) * step);
  const x = (place: number) => round(LEFT + ((place + 0.5) * (RIGHT - LEFT)) / results.length);
  const y = (ratio: number) => round(top + HEAD + HEIGHT * (1 - ratio / most));

  const grid = Array.from({ length: Math.round(most / step) + 1 }, (_, number) => number * step).flatMap((ratio) => [
    line('grid', LEFT, y(ratio), RIGHT, y(ratio)),
    text(LEFT - 8, y(ratio) + 4, String(ratio), 'end'),
  ]);
  const releases = results.map(({ release, at }, place) =>
    text(x(place), top + HEAD + HEIGHT + 18, `${release}, ${at.slice(0, 10)}`, 'middle'),
  );
  const drawn = series.flatMap(({ rows }, number) => {
    const points = rows.flatMap((row, place) => (row?.ratio === undefined ? [] : [[x(place), y(row.ratio)] as const]));
    return [
      `<polyline class="line c${number}" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
      ...points.map(([cx, cy]) => `<circle class="dot c${number}" cx="${cx}" cy="${cy}" r="4"/>`),
    ];
  });
  return [
    text(LEFT, top + 24, title, 'start', 'title'),
    ...grid,
    ...[...budgets].map((budget) => line('budget', LEFT, y(budget), RIGHT, y(budget))),
    ...releases,
    ...drawn,
    ...labelsOf(series, y),
  ];
}

/** Places the label of each line next to its last point, without overlaps. */
function labelsOf(
  series: { label: string; rows: (Result['rows'][number] | undefined)[] }[],
  y: (ratio: number) => number,
): string[] {
  const last = series
    .flatMap(({ label, rows }, number) => {
      const ratio = rows.findLast((row) => row?.ratio !== undefined)?.ratio;
      return ratio === undefined ? [] : [{ number, text: `${label} ${ratio.toFixed(2)}`, at: y(ratio) }];
    })
    .sort((one, other) => one.at - other.at);
  let free = Number.NEGATIVE_INFINITY;
  return last.flatMap(({ number, text: label, at }) => {
    free = Math.max(at, free + LABEL_GAP);
    return [
      `<circle class="dot c${number}" cx="${RIGHT + 10}" cy="${free}" r="3"/>`,
      text(RIGHT + 18, free + 4, label, 'start'),
    ];
  });
}

const rowOf = ({ part, name }: Line, { rows }: Result) => rows.find((row) => row.part === part && row.name === name);

/** The number in a limit of a ratio, for example `≤ 1.1 ×`. */
const budgetOf = (budget?: string) => (budget?.endsWith('×') ? [Number(/[\d.]+/.exec(budget)?.[0])] : []);

const round = (value: number) => Math.round(value * 10) / 10;

const line = (kind: string, x1: number, y1: number, x2: number, y2: number) =>
  `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', kind = '') =>
  `<text${kind && ` class="${kind}"`} x="${x}" y="${round(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;

const escaped = (content: string) => content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(CHART, drawChart(keptResults()));
