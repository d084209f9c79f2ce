import type { Db } from '../db/database.ts';
import { CATEGORIZED_TYPES, categoryWords } from '../contract/town/categories.ts';
import type { Categories } from '../contract/town/categories.ts';
import { itself } from '../contract/town/synonyms.ts';
import type { Alternatives } from '../contract/town/synonyms.ts';
import { decisiveWords } from '../contract/values/text.ts';
import { kindOf } from './search-index.ts';

/** Beginnings of up to this many letters have separate entries in the index: `prefix` of `search` in the schema. */
const INDEXED_LETTERS = 4;
/** Maximum number of words that replace one beginning. */
const MAX_WORDS = 32;

interface SearchQueries {
  /**
   * Makes the query for searched words. `areWhole`: no word may begin a longer one. `alternatives`: those that find the
   * same.
   */
  queryFor(
    searched: string[],
    kinds: string[],
    categories: Categories,
    options?: { areWhole?: boolean; alternatives?: Alternatives },
  ): string | null;
  /** Whether any indexed word begins with a text, also one of a document that is gone: quicker than to search. */
  isIndexed(beginning: string): boolean;
}

/**
 * Makes FTS5 queries for searched words, each of which may begin a longer one unless whole words are asked for, and
 * kinds that matches must have; null where nothing can match. Every word is quoted, so that no typed character is an
 * operator. A word of a category's name finds the records of that category.
 *
 * The engine merges all entries of a beginning that is not indexed before it returns the first match, which takes
 * longer the larger the town is. Whole words are read from the newest match on, and only as far as needed. A long
 * beginning is therefore replaced by the words of the index that have it, unless there are too many.
 */
export function openSearchQueries(db: Db): SearchQueries {
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_word USING fts5vocab(main, search, instance)');
  const firstFrom = db.prepare<[string], string>('SELECT term FROM temp.search_word WHERE term >= ? LIMIT 1').pluck();

  /** The words of the index with a beginning, one more than the maximum at most. */
  function wordsWith(beginning: string): string[] {
    const found: string[] = [];
    let word = firstFrom.get(beginning);
    while (word?.startsWith(beginning) && found.length <= MAX_WORDS) {
      found.push(word);
      // No word sorts between the two; `word > ?` would read all entries of the word to skip it.
      word = firstFrom.get(`${word}\u0001`);
    }
    return found;
  }

  function matchOf(beginning: string): string | null {
    const words = [...beginning].length > INDEXED_LETTERS ? wordsWith(beginning) : null;
    if (words?.length === 0) return null;
    return words && words.length <= MAX_WORDS ? `(${words.map(quoted).join(' OR ')})` : `${quoted(beginning)}*`;
  }

  const queryFor: SearchQueries['queryFor'] = (
    searched,
    kinds,
    categories,
    { areWhole = false, alternatives = itself } = {},
  ) => {
    const matchesOf = (word: string) => {
      const inText = areWhole ? quoted(word) : matchOf(word);
      const named = kindsNamed(categories, (one) => (areWhole ? one === word : one.startsWith(word)));
      return [...(inText === null ? [] : [`{title body} : ${inText}`]), ...named.map(ofKind)];
    };
    const matches = decisiveWords(searched).map((word) => alternatives(word).flatMap(matchesOf).join(' OR '));
    if (matches.includes('')) return null;
    return [...matches.map((match) => `(${match})`), ...kinds.map(ofKind)].join(' AND ');
  };

  return {
    queryFor,
    isIndexed: (beginning) => firstFrom.get(beginning)?.startsWith(beginning) === true,
  };
}

/** Returns the kinds of the categories with a name of which a word is meant. */
const kindsNamed = (categories: Categories, isMeant: (word: string) => boolean): string[] =>
  CATEGORIZED_TYPES.flatMap((type) =>
    categories[type].filter((one) => categoryWords(one).some(isMeant)).map(({ key }) => kindOf(type, key)),
  );

const ofKind = (kind: string) => `kind : ${quoted(kind)}`;

const quoted = (word: string) => `"${word}"`;
