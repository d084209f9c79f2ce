import { pages } from '#contract/addresses/pages';
import { DIRECTORY_GROUPS } from '#contract/town/directory-groups';
import type { DirectoryGroup } from '#contract/town/directory-groups';
import { otherNames } from '#contract/town/emergencies';
import { itself } from '#contract/town/synonyms';
import type { SiteDocument, UsefulDataDocument } from '#contract/records';
import { bare, decisiveWords, titlekey } from '#contract/values/text';

/** An emergency line of the town or an area of its directory, as the page of useful data shows it. */
export interface Entry {
  /** Its anchor; of several entries of one name, only the first has one. */
  anchor: string;
  name: string;
  phones: string[];
  extension: string;
  always: boolean;
  notes: string;
  email: string;
  /** Other names that people look for. */
  also: string;
}
export type Group = [name: DirectoryGroup, entries: Entry[]];

/** Returns the groups that have entries, the urgent first: emergency lines, then areas in the order of the town. */
export function groupsOf({ lines }: Pick<SiteDocument, 'lines'>, { rows }: UsefulDataDocument): Group[] {
  const groups = new Map<string, Entry[]>(DIRECTORY_GROUPS.map((name) => [name, []]));
  const anchors = new Set<string>();
  const anchorOf = (name: string) => {
    const anchor = pages.telephone({ titlekey: titlekey(name) }).replace(/.*#/, '');
    return anchors.size < anchors.add(anchor).size ? anchor : '';
  };
  for (const line of lines) {
    const { name, phone, note: notes, always } = line;
    groups.get(DIRECTORY_GROUPS[0])?.push({
      anchor: anchorOf(name),
      name,
      phones: [phone],
      extension: '',
      always,
      notes,
      email: '',
      also: otherNames(line),
    });
  }
  for (const { area, group = '', hours, address, ...row } of rows) {
    const notes = [row.always ? '' : hours, address].filter(Boolean).join(' · ');
    (groups.get(group) ?? groups.get('Otros'))?.push({
      ...row,
      anchor: anchorOf(area),
      name: area,
      notes,
      also: group,
    });
  }
  return ([...groups] as Group[]).filter(([, entries]) => entries.length > 0);
}

/** Returns the groups with only the entries of some names. */
export const named = (groups: Group[], names: string[]) => having(groups, ({ name }) => names.includes(name));

/**
 * Returns the groups with only those entries that have every typed word, or one that means the same, or the digits of a
 * number.
 */
export function filtered(groups: Group[], typed: string, alternatives = itself): Group[] {
  const wanted = decisiveWords(bare(typed).split(' '));
  const isWanted = ({ name, phones, notes, email, also }: Entry) => {
    const text = bare([name, also, notes, email, ...phones, ...phones.map((one) => one.replace(/\D/g, ''))].join(' '));
    return wanted.every((word) => alternatives(word).some((one) => text.includes(one)));
  };
  return having(groups, isWanted);
}

const having = (groups: Group[], isWanted: (entry: Entry) => boolean) =>
  groups.map(([name, entries]): Group => [name, entries.filter(isWanted)]).filter(([, entries]) => entries.length > 0);
