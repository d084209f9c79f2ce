import { fold, visible } from '../values/text.ts';

/** Maximum number of zones, of streets in all of them, and of characters of one. */
export const STREET_LIMITS = { zones: 40, streets: 1000, text: 80 };

/** The streets of a list, which is one text with a line for each. */
export const streetsIn = (streets: string): string[] => streets.split('\n').filter(Boolean);

/**
 * Returns the streets and neighbourhoods of a list as people write or paste it: one on each line, or divided by commas,
 * semicolons or tabs, with the signs of a list. Each stands there once, in the order of the alphabet.
 */
export function tidyStreets(typed: string): string {
  const streets = visible(typed.replaceAll('\t', '\n'))
    .split(/[\n,;•·▪]/)
    .map((one) =>
      one
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^[-–—*] ?|\.$/g, '')
        .trim(),
    )
    .filter(Boolean);
  const once = new Map(streets.reverse().map((one) => [fold(one), one]));
  return [...once.values()].sort((one, other) => one.localeCompare(other, 'es', { numeric: true })).join('\n');
}

/**
 * Returns a list with what two people have changed in what both saw: an order has no meaning here, so that there is
 * never a question.
 */
export function mergedStreets(base: string, mine: string, theirs: string): string {
  const [before, own] = [streetsIn(base), streetsIn(mine)];
  const kept = streetsIn(theirs).filter((one) => own.includes(one) || !before.includes(one));
  return tidyStreets([...kept, ...own.filter((one) => !before.includes(one))].join('\n'));
}
