import { pages } from '../addresses/pages.ts';
import { TICKETS_NAME, TICKETS_PAGE } from '../addresses/tickets.ts';
import { isDocument } from '../record-types.ts';
import type { RecordType } from '../record-types.ts';
import type { AnyRecord, AuthorityCard, Digest, GreenPointPage, RecordOf, SiteDocument } from '../records.ts';
import { sectionAt, TAXES } from '../sections.ts';
import { isListed } from '../visibility.ts';
import { defaultMenu, pageIdIn, SECTIONS } from './menu-entries.ts';
import type { MenuLink } from './menu-entries.ts';

/** What residents see of a link; of an authority, the person's name is the note. */
export interface ShownLink {
  to: string;
  name: string;
  note?: string;
}
export type ShownEntry = ShownLink | { name: string; items: ShownLink[] };
export interface Menu {
  items: ShownEntry[];
  /** The sections that the menu shows: the home page shows no others. */
  sections: string[];
}

export const GOVERNMENT = pages.government();
/** Returns what the town calls a section wherever it is named: its name in the menu, or else `usual`. */
export function sectionName(
  { menu }: Pick<SiteDocument, 'menu'>,
  to: string,
  usual = sectionAt(to)?.name ?? '',
): string {
  const links = menu?.items.flatMap((entry) => entry.items ?? [entry]) ?? [];
  return links.find((one) => one.to === to)?.name || usual;
}

/** Whether there is something to show among the records of a type; documents have one each. */
export const hasContent = (type: RecordType, records: readonly AnyRecord[]) =>
  records.some((record) =>
    isDocument(type)
      ? Boolean((record as Partial<Digest>).pdf || (record as Partial<GreenPointPage>).txt)
      : isListed(type, record),
  );

/**
 * Returns the menu as residents see it: without what is hidden, leads to a page that is not public, or to a section
 * without content if those hide themselves. A group without links is left out.
 * @param pageOf returns a free page by its id if it is listed
 * @param has whether the public sees any record of a type
 */
export function menuOf(
  { menu = defaultMenu(), taxUrl }: Pick<SiteDocument, 'menu' | 'taxUrl'>,
  authorities: Pick<AuthorityCard, 'name' | 'position' | 'titlekey'>[],
  pageOf: (id: string) => Pick<RecordOf<'page'>, 'id' | 'title' | 'titlekey'> | undefined,
  has: (type: RecordType) => boolean,
): Menu {
  const sections: string[] = [];
  function shown({ to, name, isHidden }: MenuLink): ShownLink[] {
    if (isHidden) return [];
    const id = pageIdIn(to);
    const page = id && pageOf(id);
    if (page) return [{ to: pages.page(page), name: name || page.title }];
    if (to === TICKETS_PAGE) return [{ to, name: name || TICKETS_NAME }];
    const section = SECTIONS.get(to);
    if (!section) return /^https?:/.test(to) ? [{ to, name }] : [];
    const { types } = section;
    const isEmpty = menu.hidesEmpty && types.length > 0 && !types.some(has);
    if (isEmpty || (to === TAXES && !taxUrl) || (to === GOVERNMENT && authorities.length === 0)) return [];
    sections.push(to);
    return [{ to: to === TAXES ? taxUrl : to, name: name || section.name }];
  }
  const items = menu.items.flatMap((entry): ShownEntry[] => {
    if (entry.items) {
      const links = entry.isHidden ? [] : entry.items.flatMap(shown);
      return links.length > 0 ? [{ name: entry.name, items: links }] : [];
    }
    return shown(entry).map(({ to, name }) =>
      to === GOVERNMENT
        ? {
            name,
            items: [
              { to, name: 'Quién es quién' },
              ...authorities.map((one) => ({ to: pages.authority(one), name: one.position, note: one.name })),
            ],
          }
        : { to, name },
    );
  });
  return { items, sections };
}
