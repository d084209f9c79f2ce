import type { PageName } from './pages.ts';

export interface Row {
  part: string;
  name: string;
  ours: number;
  unit: string;
  /** What it is compared with in the same run, by its name. */
  against?: string;
  reference?: number;
  ratio?: number;
  /** What it should reach, as it is printed. */
  budget?: string;
  reached?: boolean;
  /** The page of which it is a first view. */
  page?: PageName;
}

/**
 * A figure as it is measured. `limit` and `minimum` bound the figure itself, `atLeast` and `atMost` its ratio to the
 * reference.
 */
export type Figure = Omit<Row, 'ratio' | 'budget' | 'reached' | 'reference'> & {
  reference?: number | undefined;
  limit?: number | undefined;
  minimum?: number | undefined;
  atLeast?: number | undefined;
  atMost?: number | undefined;
};

/** A figure with its ratio to the reference and whether it keeps its budget. */
export function rowOf({ limit, minimum, atLeast, atMost, reference, ...row }: Figure): Row {
  const ratio = reference === undefined ? undefined : row.ours / reference;
  const [sign, bound, value, unit] =
    limit !== undefined
      ? ['≤', limit, row.ours, row.unit]
      : minimum !== undefined
        ? ['≥', minimum, row.ours, row.unit]
        : atLeast !== undefined
          ? ['≥', atLeast, Number(ratio), '×']
          : ['≤', atMost, Number(ratio), '×'];
  return {
    ...row,
    ...(reference === undefined ? {} : { reference }),
    ...(ratio === undefined || Number.isNaN(ratio) ? {} : { ratio }),
    ...(bound === undefined
      ? {}
      : { budget: `${sign} ${bound} ${unit}`.trim(), reached: sign === '≤' ? value <= bound : value >= bound }),
  };
}

/** The lines of a table of the figures. */
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
  const table = rows.map((row) => [
    row.part,
    row.name,
    `${figure(row.ours)} ${row.unit}`.trim(),
    row.against ? `${figure(row.reference)} (${row.against})` : '',
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.budget ?? '',
    row.reached === undefined ? '' : row.reached ? 'yes' : 'NO',
  ]);
  const head = ['part', 'what', 'ours', 'reference', 'ratio', 'budget', 'reached'];
  const widths = head.map((name, column) => Math.max(name.length, ...table.map((line) => (line[column] ?? '').length)));
  return [head, widths.map((width) => '-'.repeat(width)), ...table].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
}
