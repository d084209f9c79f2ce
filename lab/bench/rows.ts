import type { PageName } from './first-view/pages.ts';
import type { Peer } from './first-view/peers.ts';

export interface Row {
  part: string;
  name: string;
  ours: number;
  unit: string;
  /** Name of the reference in the same run. */
  against?: string;
  reference?: number;
  ratio?: number;
  /** The limit, as it is printed. */
  budget?: string;
  reached?: boolean;
  /** The page that was measured, in rows about a first view. */
  page?: PageName;
  /** The same figure of other portals, by name. */
  peers?: Record<string, number>;
}

/**
 * A figure as measured. `limit` is its maximum and `minimum` its minimum; `atLeast` and `atMost` bound its ratio to the
 * reference.
 */
export type Figure = Omit<Row, 'ratio' | 'budget' | 'reached' | 'reference' | 'peers'> & {
  reference?: number | undefined;
  limit?: number | undefined;
  minimum?: number | undefined;
  atLeast?: number | undefined;
  atMost?: number | undefined;
};

/** Computes the ratio to the reference, compares the figure with its limit, and adds the figures of peers. */
export function rowOf(
  { limit, minimum, atLeast, atMost, reference, ...row }: Figure,
  peers: readonly Peer[] = [],
): Row {
  const ratio = reference === undefined ? undefined : row.ours / reference;
  const [sign, bound, value, unit] =
    limit !== undefined
      ? ['≤', limit, row.ours, row.unit]
      : minimum !== undefined
        ? ['≥', minimum, row.ours, row.unit]
        : atLeast !== undefined
          ? ['≥', atLeast, Number(ratio), '×']
          : ['≤', atMost, Number(ratio), '×'];
  const theirs = peers.flatMap(({ name, pages }) => {
    const figures: Partial<Record<string, number | undefined>> = (row.page && pages[row.page]) ?? {};
    const figure = figures[row.name];
    return figure === undefined ? [] : [[name, figure] as const];
  });
  return {
    ...row,
    ...(reference === undefined ? {} : { reference }),
    ...(ratio === undefined || Number.isNaN(ratio) ? {} : { ratio }),
    ...(bound === undefined
      ? {}
      : { budget: `${sign} ${bound} ${unit}`.trim(), reached: sign === '≤' ? value <= bound : value >= bound }),
    ...(theirs.length === 0 ? {} : { peers: Object.fromEntries(theirs) }),
  };
}

/** Formats the rows as a table, with a column for each peer that has figures. @returns its lines */
export function tableOf(rows: readonly Row[]): string[] {
  const figure = (value: number | undefined) =>
    value === undefined || Number.isNaN(value)
      ? ''
      : value >= 1000
        ? Math.round(value).toLocaleString('en-US')
        : value >= 100 || Number.isInteger(value)
          ? value.toFixed(0)
          : value >= 10
            ? value.toFixed(1)
            : value.toFixed(3);
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers ?? {})))];
  const table = rows.map((row) => [
    row.part,
    row.name,
    `${figure(row.ours)} ${row.unit}`.trim(),
    row.against ? `${figure(row.reference)} (${row.against})` : '',
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.budget ?? '',
    row.reached === undefined ? '' : row.reached ? 'yes' : 'NO',
    ...peers.map((name) => figure(row.peers?.[name])),
  ]);
  const head = ['part', 'what', 'ours', 'reference', 'ratio', 'budget', 'reached', ...peers];
  const widths = head.map((name, column) => Math.max(name.length, ...table.map((line) => (line[column] ?? '').length)));
  return [head, widths.map((width) => '-'.repeat(width)), ...table].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
}
