import { createHash } from 'node:crypto';
import type { XmlElement } from './xml-reading.ts';

/** An entry of the list of warnings: where the warning is, and a mark that changes when the entry does. */
export interface ListedItem {
  link: string;
  mark: string;
}

/** Maximum number of entries that are read; the rest are the oldest. */
export const ITEMS_MAX = 1000;

/**
 * Returns the entries of a list of warnings (RSS 2.0) that lead to a file of the same server. Entries without a link,
 * which say that there is no warning, and links to other servers are left out.
 * @param feed the address of the list
 * @returns null when it is no list
 */
export function listedItems(document: XmlElement, feed: string): ListedItem[] | null {
  const channel = document.one('rss').one('channel');
  if (!channel.isThere) return null;
  const items = new Map<string, ListedItem>();
  for (const item of channel.all('item').slice(0, ITEMS_MAX)) {
    const link = linkOf(item, feed);
    if (link === null || items.has(link)) continue;
    const words = ['guid', 'title', 'description', 'pubDate'].map((name) => item.one(name).text);
    items.set(link, { link, mark: createHash('sha256').update(words.join('\n')).digest('base64url') });
  }
  return [...items.values()];
}

function linkOf(item: XmlElement, feed: string): string | null {
  const given = [item.one('link').text, item.one('guid').text].find((one) => /^https?:\/\//.test(one)) ?? '';
  if (given.length > 1000 || !URL.canParse(given)) return null;
  const { origin, username, password, href, hash } = new URL(given);
  const isOwn = origin === new URL(feed).origin && username + password === '';
  return isOwn && href !== feed ? href.slice(0, href.length - hash.length) : null;
}
