import { words } from '../values/text.ts';

/** A zone of the town, called as rosters call it, with its streets and neighbourhoods: one on each line. */
export interface ZoneStreets {
  zone: string;
  /** A street may end with the numbers of its part in the zone: `San Martín 1-500`. */
  streets: string;
}

/**
 * Returns the zones in which a street or neighbourhood is, as people write it: without accents, with or without a house
 * number, with `Av.` or initials. Several where the town lists it in several and the number does not tell; none where
 * the town does not list it.
 */
export function zonesAt(list: readonly ZoneStreets[], typed: string): string[] {
  const said = namedBy(typed);
  const spoken = said.filter((word) => !isNumber(word));
  const found = new Set<string>();
  let best = 0;
  for (const { zone, streets } of list) {
    for (const street of streets.split('\n')) {
      const name = namedBy(street);
      const range = name.length > 2 && name.slice(-2).every(isNumber) ? name.splice(-2).map(Number) : [];
      const house = Number(said.find((word) => isNumber(word) && !name.includes(word)));
      const isWhole = name.every((word) => isIn(said, word));
      // What somebody says first is the street; after it come numbers, and other names.
      const isIt = isIn(name, said[0] ?? '') && (isWhole || spoken.every((word) => isIn(name, word)));
      const rank = isIt ? (isWhole ? name.length : 0.5) : 0;
      if (rank > best) found.clear();
      best = Math.max(best, rank);
      const isOutside = house < Number(range[0]) || house > Number(range[1]);
      if (rank > 0 && rank === best && !isOutside) found.add(zone);
    }
  }
  return [...found];
}

/** The words of a street or neighbourhood that tell it apart from others; all of them where there is none. */
function namedBy(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !COMMON.test(word));
  return telling.length > 0 ? telling : all;
}
const COMMON =
  /^(?:al?|av(?:d?a|enida)?|b[oº]?|barrio|bv|bulevar|boulevard|c|calle|del?|dr|doctor|el|l[ao]s?|nº?|nro|pasaje|pje|gral|general)$/;

const isNumber = (word: string) => /^\d+$/.test(word);
/** Whether a word is among others, an initial and what it stands for being the same. */
const isIn = (all: readonly string[], word: string) =>
  all.some((one) => one === word || (!isNumber(one + word) && (one[0] === word || one === word[0])));
