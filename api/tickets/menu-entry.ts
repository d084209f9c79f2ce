import { TICKETS_PAGE } from '../contract/addresses/tickets.ts';
import { defaultMenu } from '../contract/town/menu-entries.ts';
import type { MenuEntry, MenuLink, MenuSettings } from '../contract/town/menu-entries.ts';

/**
 * Returns the menu of a town that has switched the form of tickets on or off: with a link to it, or with that hidden.
 * Where it stands, and what it is called, is the town's. @returns null if the menu says so already
 */
export function menuWithTickets(menu: MenuSettings | undefined, isOpen: boolean): MenuSettings | null {
  const { items, ...rest } = menu ?? defaultMenu();
  const isIts = ({ to }: MenuLink) => to === TICKETS_PAGE;
  const links = items.flatMap((entry) => entry.items ?? [entry]).filter(isIts);
  if (links.length === 0) {
    return isOpen ? { ...rest, items: [...items, { to: TICKETS_PAGE, name: '', isHidden: false }] } : null;
  }
  if (links.every(({ isHidden }) => isHidden === !isOpen)) return null;
  const set = <Link extends MenuLink>(link: Link): Link => (isIts(link) ? { ...link, isHidden: !isOpen } : link);
  const all = items.map((entry): MenuEntry => (entry.items ? { ...entry, items: entry.items.map(set) } : set(entry)));
  return { ...rest, items: all };
}
