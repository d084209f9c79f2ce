import type { ComponentType } from 'react';
import type { TimelyAlert } from '#contract/calendar/alerts';
import type { Menu } from '#contract/town/menu';
import type { RecordEntity } from '#contract/record-types';
import { parseRange } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import type { CategoriesDocument, RecordOf, SiteDocument } from '#contract/records';

/** Data of the frame around every public page. */
export interface LayoutData {
  site: SiteDocument;
  menu: Menu['items'];
  categories: CategoriesDocument;
  /** In force, or over for less than an hour. */
  alerts: TimelyAlert[];
  today: Day;
}

/** The request that a page is loaded for. */
export interface PageRequest {
  params: Partial<Record<string, string>>;
  query: URLSearchParams;
  categories: CategoriesDocument;
  /** Today in the town; passed in, never read from a clock, so that server and device render the same. */
  today: Day;
}

export interface Head {
  title: string;
  description: string;
  /** The address, path and query, by which search engines know the page if others lead to it too. */
  path?: string;
  /** Addresses of the feeds and calendars to subscribe to what the page shows. */
  subscriptions?: string[];
  /** Page number in a list; from 2 on it is part of the title and description. */
  page?: number;
  /** Kept out of search engines, and without a canonical address: search results, the log-in, what a device keeps. */
  noIndex?: boolean;
}

/** The single record that a page shows. */
export type ShownRecord = { [T in RecordEntity]: { type: T; record: RecordOf<T> } }[RecordEntity];

export interface PageProps<D> {
  data: D;
  site: SiteDocument;
  categories: CategoriesDocument;
  today: Day;
  /** The page's absolute public URL. */
  url: string;
}

/**
 * A public page, shared by the server, the browser and the back office's preview.
 * `load` reads all data that the page shows. It returns null if the address names nothing (404), or a Redirect.
 */
export interface PublicPage<D = unknown> {
  /** The part of the style that its first screen needs. */
  style: 'home' | 'lists' | 'rows' | 'article';
  load(reader: PublicReader, request: PageRequest): Promise<D | Redirect | null>;
  head(data: D, site: SiteDocument): Head;
  /**
   * The single record that the page shows. Its own address is the page's; the device keeps the record once it was
   * opened.
   */
  record?(data: D): ShownRecord;
  /** Its first view cannot be used without the application. */
  startsAtOnce?: true;
  Page: ComponentType<PageProps<D>>;
}

export class Redirect {
  readonly to: string;
  readonly status: 301 | 302;
  /** @param status 301 if the target is the page's address from now on */
  constructor(to: string, status: 301 | 302 = 302) {
    this.to = to;
    this.status = status;
  }
}

/** Declares a page with its own data type, and erases the type so that all pages fit into one table. */
export function definePage<D>(page: PublicPage<D>): PublicPage {
  return page as PublicPage;
}

/** Returns the page number in a query; 1 if it is missing or invalid. */
export function pageNumber(query: URLSearchParams): number {
  const page = Number(query.get('pagina') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/**
 * Reads the date range in a query: `desde`, `hasta`, or only one of them.
 * @returns undefined if there is none, null if it is invalid
 */
export function rangeIn(query: URLSearchParams): DateRange | null | undefined {
  const days = ['desde', 'hasta'].flatMap((name) => query.get(name) || []);
  return days.length > 0 ? parseRange(days.join('_')) : undefined;
}
