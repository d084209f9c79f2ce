import { findForgiving, vocabularyOf } from '../spelling.ts';
import { words } from '../values/text.ts';

/** A zone of the town, called as rosters call it, with its streets and neighbourhoods: one on each line. */
export interface ZoneStreets {
  zone: string;
  /** A street may end with the numbers of its part in the zone: `San Martín 1-500`. */
  streets: string;
}

/** A line of a list: a street, or the part of it that has some house numbers. */
interface Street {
  zone: string;
  /** As the list calls it, without numbers. */
  name: string;
  /** The first and the last number; none where the whole street is meant. */
  range: number[];
}

/**
 * Returns the zones in which a street or neighbourhood is, as people write it: without accents, with or without a house
 * number, with `Av.` or initials. Several where the town lists it in several and the number does not tell; none where
 * the town does not list it.
 */
export const zonesAt = (list: readonly ZoneStreets[], typed: string): string[] => [
  ...new Set(streetsAt(list, typed).map(({ zone }) => zone)),
];

/**
 * Returns the street that somebody may have meant who wrote it with a slip, with the number; '' where there is none.
 */
export function meantStreet(list: readonly ZoneStreets[], typed: string): string {
  const { found, said } = findForgiving(
    namedBy(typed).filter((word) => !isNumber(word)),
    (all) => streetsAt(list, all.join(' ')),
    () => vocabularyOf(list.flatMap(({ streets }) => words(streets))),
  );
  return said.instead ? [found[0]?.name, words(typed).find(isNumber)].filter(Boolean).join(' ') : '';
}

/** Returns which numbers of a street are of which zone, in words; '' where the list does not say it of all. */
export function numbersWords(list: readonly ZoneStreets[], typed: string): string {
  const found = streetsAt(list, typed);
  if (found.some(({ range }) => !range[1])) return '';
  return found
    .sort(({ range: [one = 0] }, { range: [other = 0] }) => one - other)
    .map(({ zone, range: [from, to = 0] }) => `del ${from} ${to < 9999 ? `al ${to}` : 'en adelante'}: ${zone}`)
    .join(' · ');
}

/** Returns the lines of a list that best match what was typed. */
function streetsAt(list: readonly ZoneStreets[], typed: string): Street[] {
  const said = namedBy(typed);
  const spoken = said.filter((word) => !isNumber(word));
  const found: Street[] = [];
  let best = 0;
  for (const { zone, streets } of list) {
    for (const street of streets.split('\n')) {
      const name = namedBy(street);
      const range = name.length > 2 && name.slice(-2).every(isNumber) ? name.splice(-2).map(Number) : [];
      const house = Number(said.find((word) => isNumber(word) && !name.includes(word)));
      const isWhole = name.every((word) => isIn(said, word));
      // What somebody says first is the street; after it come numbers, and other names.
      // `Calle B` is no initial of another street.
      const isOther = name.every((word) => COMMON.test(word)) && !name.every((word) => said.includes(word));
      const isIt = !isOther && isIn(name, said[0] ?? '') && (isWhole || spoken.every((word) => isIn(name, word)));
      const rank = isIt ? (isWhole ? name.length : 0.5) : 0;
      if (rank > best) found.length = 0;
      best = Math.max(best, rank);
      const isOutside = house < Number(range[0]) || house > Number(range[1]);
      if (rank > 0 && rank === best && !isOutside)
        found.push({ zone, name: range[0] ? street.replace(/\s*\d+\D+\d+\D*$/, '') : street, range });
    }
  }
  return found;
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
