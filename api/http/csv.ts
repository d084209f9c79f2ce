import type { Request, Response } from 'express';
import { drainedOrClosed } from './drained.ts';
import { NOTHING_LOADS } from './reply.ts';

/**
 * Returns a row of CSV (RFC 4180) with the semicolon that spreadsheets expect in Argentina. A value that they would
 * read as a formula gets an apostrophe before it.
 */
export function csvLine(values: readonly string[]): string {
  const cellOf = (value: string) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  return `${values.map(cellOf).join(';')}\r\n`;
}

/** Characters with which a formula of a spreadsheet begins. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Answers with a file of CSV, a row at a time as the browser takes it: a large one is never in memory as a whole.
 * @param rows not asked for in answer to a HEAD
 */
export async function sendCsv(
  req: Request,
  res: Response,
  { name, heading, rows }: { name: string; heading: readonly string[]; rows: Iterable<readonly string[]> },
): Promise<void> {
  res.writeHead(200, {
    ...NOTHING_LOADS,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  if (req.method === 'HEAD') return void res.end();
  res.write(`\ufeff${csvLine(heading)}`);
  for (const row of rows) {
    if (res.destroyed) break;
    if (!res.write(csvLine(row))) await drainedOrClosed(res);
  }
  res.end();
}
