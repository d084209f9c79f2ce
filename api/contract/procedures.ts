import type { ProcedureCard } from './records.ts';
import { fold, searchWords, words } from './values/text.ts';

/** Procedures about one topic, as the page that lists them shows them. */
export interface TopicGroup {
  /** '' for those without one. */
  topic: string;
  procedures: ProcedureCard[];
}

/**
 * Returns the procedures that say all words of a search, by their topics: topics and titles in alphabetical order,
 * those without a topic last. Topics that differ only in capitals or accents are one.
 * @param search '' for all
 * @param also ids of those that the search of the whole portal finds: by what a card leaves out, a slip or a synonym
 */
export function byTopic(
  procedures: readonly ProcedureCard[],
  search = '',
  also: ReadonlySet<string> = new Set(),
): TopicGroup[] {
  const searched = searchWords(search);
  const groups = new Map<string, TopicGroup>();
  const found = procedures
    .filter((one) => says(one, searched) || also.has(one.id))
    .sort(alphabetical(({ title }) => title));
  for (const one of found) {
    const key = fold(one.topic);
    const group = groups.get(key) ?? { topic: one.topic, procedures: [] };
    group.procedures.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].sort(alphabetical(({ topic }) => topic || LAST));
}

function says({ title, description, topic, office }: ProcedureCard, searched: string[]): boolean {
  const said = words(`${title} ${description} ${topic} ${office}`);
  return searched.every((one) => said.some((word) => word.startsWith(one)));
}

const LAST = '\uffff';
const alphabetical =
  <T>(nameOf: (one: T) => string) =>
  (a: T, b: T) =>
    fold(nameOf(a)) < fold(nameOf(b)) ? -1 : 1;

/** Returns what a person has to bring: the lines that say something. */
export const requirementsIn = (requirements: string): string[] =>
  requirements
    .split('\n')
    .map((line) => line.replace(/^[-*•·\s]+/, '').trim())
    .filter(Boolean);
