/** Shortest name of a setting that can be recognized among the hundreds of names of other programs. */
const SHORTEST = 6;
/** Length from which two mistakes in a name of a settings file are recognized. */
const LONG = 9;
/** Variables of other programs that differ from a setting by one letter. */
const FOREIGN = new Set(['LOGLEVEL']);

/**
 * Returns the setting that a misspelt variable was meant to be, undefined for a variable of another program. In a
 * town's settings file every name is meant for the portal; in the environment of a process few are, so one mistake in a
 * name of some length is all that is recognized there.
 * @param settings the names that exist
 */
export function settingMeantBy(
  name: string,
  settings: readonly string[],
  { isFile = false }: { isFile?: boolean } = {},
): string | undefined {
  if (settings.includes(name) || (!isFile && FOREIGN.has(name))) return undefined;
  return settings.find((setting) => {
    if (setting[0] !== name[0] || (!isFile && setting.length < SHORTEST)) return false;
    return mistakes(name, setting) <= (isFile && setting.length >= LONG ? 2 : 1);
  });
}

/**
 * The least number of letters inserted, removed, replaced or exchanged with their neighbour that turn one word into
 * another (optimal string alignment, the restricted Damerau-Levenshtein distance).
 */
function mistakes(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchange = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isExchange ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
