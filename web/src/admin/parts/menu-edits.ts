import { defaultMenu, pageIdIn } from '#contract/town/menu';
import type { MenuEntry, MenuLink, MenuSettings } from '#contract/town/menu';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { valueAt } from './words/document-paths.ts';

/** Returns the menu in the document Sitio. One that was typed as JSON may have any shape: what is wrong is left out. */
export function menuIn(site: Json): MenuSettings {
  const menu = valueAt(site, ['menu']);
  if (menu === null) return defaultMenu();
  const authorities = valueAt(menu, ['authorities']);
  return {
    hidesEmpty: valueAt(menu, ['hidesEmpty']) !== false,
    items: entriesIn(valueAt(menu, ['items'])),
    ...(Array.isArray(authorities) && { authorities: authorities.map(String) }),
  };
}

function entriesIn(items: Json): MenuEntry[] {
  return (Array.isArray(items) ? items : []).map((entry) => {
    const links = valueAt(entry, ['items']);
    return {
      to: String(valueAt(entry, ['to']) ?? ''),
      name: String(valueAt(entry, ['name']) ?? ''),
      isHidden: valueAt(entry, ['isHidden']) === true,
      ...(Array.isArray(links) && { items: entriesIn(links) }),
    };
  });
}

/** Returns the entries without one of them. A removed group is replaced by its links, so that none is lost. */
export const withoutEntry = (items: readonly MenuEntry[], at: number): MenuEntry[] =>
  items.flatMap((entry, other) => (other === at ? (entry.items ?? []) : entry));

/** Moves a link of the bar to the end of a group. */
export function intoGroup(items: readonly MenuEntry[], at: number, group: number): MenuEntry[] {
  const link = items[at];
  if (!link || link.items || !items[group]?.items) return [...items];
  return items
    .map((entry, other) => (other === group ? { ...entry, items: [...(entry.items ?? []), link] } : entry))
    .filter((_, other) => other !== at);
}

/** Moves a link of a group to the bar, after the group. */
export function outOfGroup(items: readonly MenuEntry[], group: number, place: number): MenuEntry[] {
  return items.flatMap((entry, other) => {
    const link = other === group ? entry.items?.[place] : undefined;
    return link ? [{ ...entry, items: (entry.items ?? []).filter((_, one) => one !== place) }, link] : entry;
  });
}

/** Returns the links that are in the menu, in the bar or in a group. */
export const linksIn = (items: readonly MenuEntry[]): MenuLink[] => items.flatMap((entry) => entry.items ?? entry);

/**
 * Returns the position of a free page in words: `en el menú, en el lugar 3`, `en el menú, en el grupo «Trámites»`; null
 * if it is not there.
 */
export function placeInMenu(items: readonly MenuEntry[], pageId: string): string | null {
  const isOf = (link: MenuLink) => pageIdIn(link.to) === pageId;
  for (const [at, entry] of items.entries()) {
    const link = entry.items ? entry.items.find(isOf) : isOf(entry) && entry;
    if (!link) continue;
    const place = entry.items
      ? `en el menú, en el grupo «${entry.name || 'Grupo sin nombre'}»`
      : `en el menú, en el lugar ${at + 1}`;
    return link.isHidden || entry.isHidden ? `${place}, oculta` : place;
  }
  return null;
}
