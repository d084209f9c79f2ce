import { createHash } from 'node:crypto';
import { xmlDocument } from '../http/xml.ts';
import type { XmlElement } from '../http/xml.ts';

/** An Atom feed (RFC 4287). All addresses are absolute. */
interface AtomFeed {
  title: string;
  subtitle: string;
  author: string;
  /** Addresses of the feed itself and of the page that shows the same. */
  self: string;
  page: string;
  icon: string;
  entries: AtomEntry[];
}

export interface AtomEntry {
  /** What the entry's id is made of. It must never change. */
  key: string;
  title: string;
  page: string;
  /** ISO 8601 */
  published: string;
  updated: string;
  categories: { term: string; label: string }[];
  summary: string;
  html: string;
  file?: { url: string; type: string; name: string; bytes?: number };
}

/** Writes a feed. Its time of change is that of its entry that was changed last. */
export function atomOf({ title, subtitle, author, self, page, icon, entries }: AtomFeed): string {
  return xmlDocument('feed', {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    '@xml:lang': 'es-AR',
    id: self,
    title,
    subtitle,
    updated: entries.reduce((last, { updated }) => (updated > last ? updated : last), NEVER),
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': page },
    ],
    author: { name: author },
    icon,
    entry: entries.map(entryElement),
  });
}

function entryElement({
  key,
  title,
  page,
  published,
  updated,
  categories,
  summary,
  html,
  file,
}: AtomEntry): XmlElement {
  return {
    id: `urn:uuid:${uuidOf(key)}`,
    title,
    updated,
    published,
    link: [
      { '@rel': 'alternate', '@type': 'text/html', '@href': page },
      ...(file
        ? [{ '@rel': 'enclosure', '@type': file.type, '@href': file.url, '@title': file.name, '@length': file.bytes }]
        : []),
    ],
    category: categories.map(({ term, label }) => ({ '@term': term, '@label': label })),
    summary: summary || undefined,
    content: { '@type': 'html', '#': html },
  };
}

/** When a feed without entries was changed. */
const NEVER = '1970-01-01T00:00:00Z';

/** Chosen once, at random. */
const NAMESPACE = Buffer.from('8956392b52aa46cca22812f2ec74c18f', 'hex');

/** Returns the UUID of a name (RFC 9562, version 5). */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
