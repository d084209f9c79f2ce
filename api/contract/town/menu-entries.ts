import { SECTIONS as ALL_SECTIONS } from '../sections.ts';
import type { SectionTraits } from '../sections.ts';

/** A link of the main menu as it is stored. */
export type MenuLink = {
  /** A section (`SECTIONS`), a free page as `/pagina/{id}`, or the address of another site; '' for a group. */
  to: string;
  /** '' for the name of what it leads to. */
  name: string;
  isHidden: boolean;
};
/** A link, or a group of links. */
export type MenuEntry = MenuLink & { items?: MenuLink[] };
export interface MenuSettings {
  /** Sections without content are shown once they have some. */
  hidesEmpty: boolean;
  items: MenuEntry[];
  /** Ids of authorities in the order in which they are shown; all others come after them, first created first. */
  authorities?: string[];
}

/** The sections that a menu may have, by their addresses, in the order of a town that has not changed it. */
export const SECTIONS: ReadonlyMap<string, SectionTraits> = new Map(
  ALL_SECTIONS.filter(({ isOutsideMenu }) => !isOutsideMenu).map((section) => [section.address, section]),
);

/** The menu of a town that has not changed it. */
export const defaultMenu = (): MenuSettings => ({
  hidesEmpty: true,
  items: [...SECTIONS.keys()].map((to) => ({ to, name: '', isHidden: false })),
});

/** Returns the id of the free page that a stored link leads to; undefined for other links. */
export const pageIdIn = (to: string): string | undefined => /^\/pagina\/(\w+)$/.exec(to)?.[1];
