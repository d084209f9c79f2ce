import type { ComponentType } from 'react';
import type { RecordType } from '#contract/record-types';
import { parseRange } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import type { AuthorityCard, SiteDocument } from '#contract/records';

/** What every public page stands in. */
export interface LayoutData {
  site: SiteDocument;
  authorities: AuthorityCard[];
  today: Day;
}

/** What a page knows of the address it was asked at. */
export interface PageRequest {
  params: Partial<Record<string, string>>;
  query: URLSearchParams;
  /** Today in the town; given, never looked up, so that server and device draw the same. */
  today: Day;
}

export interface Head {
  title: string;
  description: string;
  /** Which page of a list it is: the later ones say so in title and description. */
  page?: number;
  /** What somebody has searched is no page of ours: no search engine keeps it, and nothing names its address. */
  isSearch?: boolean;
}

export interface PageProps<D> {
  data: D;
  site: SiteDocument;
  today: Day;
  /** The page's whole public address. */
  url: string;
}

/**
 * A public page, the same for the server's first view, the browser and a staff member's preview.
 * `load` asks a reader for all that the page shows; null means that the address names nothing (404), a Redirect sends
 * the visitor on.
 */
export interface PublicPage<D = unknown> {
  /** Which part of the style its first screen needs. */
  style: 'home' | 'lists' | 'article';
  load(reader: PublicReader, request: PageRequest): Promise<D | Redirect | null>;
  head(data: D, site: SiteDocument): Head;
  /** The single record that the page shows, which the device keeps because somebody opened it. */
  opened?(data: D): { type: RecordType; id: string };
  Page: ComponentType<PageProps<D>>;
}

export class Redirect {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

/** Declares a page with its own type of data, to stand in the table with all others. */
export function definePage<D>(page: PublicPage<D>): PublicPage {
  return page as PublicPage;
}

/** The page's number in an address's query, 1 when there is none or it makes no sense. */
export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get('pagina') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/**
 * The days that a plain form asks for in an address's query: `desde`, `hasta`, or one of them.
 * @returns undefined where it asks for none, null for what are no days
 */
export function rangeIn(query: URLSearchParams): DateRange | null | undefined {
  const days = ['desde', 'hasta'].flatMap((name) => query.get(name) || []);
  return days.length > 0 ? parseRange(days.join('_')) : undefined;
}
