import type { BreadcrumbList, ItemList } from 'schema-dts';
import { pages } from '#contract/addresses/pages';
import type { CategoriesDocument, SiteDocument } from '#contract/records';

/** The page that is described. */
export interface DescribedPage {
  site: SiteDocument;
  categories: CategoriesDocument;
  /** The page's title, without the name of the site. */
  title: string;
  /** The page's absolute public URL. */
  url: string;
  origin: string;
}

/** A page by its name and path. */
export type Step = readonly [name: string, path: string];

/** The way from the home page to this one. @param parents the pages between them */
export function breadcrumbs({ title, url, origin }: DescribedPage, ...parents: Step[]): BreadcrumbList {
  const path = url.slice(origin.length);
  const steps = [
    ['Inicio', pages.home()] as const,
    ...parents.filter(([, other]) => other !== path),
    [title, path] as const,
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, to], at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + to,
    })),
  };
}

/**
 * The records in a list, in its order.
 * @param before number of records on the pages of the list before this one
 */
export function itemList({ origin }: DescribedPage, name: string, items: Step[], before = 0): ItemList[] {
  if (items.length === 0) return [];
  return [
    {
      '@type': 'ItemList',
      name,
      itemListElement: items.map(([title, path], at) => ({
        '@type': 'ListItem',
        position: before + at + 1,
        name: title,
        url: origin + path,
      })),
    },
  ];
}
