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
