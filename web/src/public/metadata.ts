import { sharedPicture } from '#contract/addresses/files';
import type { PublicReader } from '#contract/reader';
import { describedRecordShare, describedShare, pageShare, recordShare, SHARE_SIZE, shareHash } from '#contract/share';
import type { DescribedShare } from '#contract/share';
import { leadOf } from '#contract/leads';
import { cut } from '#contract/values/text';
import { headElements, meta } from './head.ts';
import type { HeadElement } from './head.ts';
import type { View } from './view.ts';

/**
 * Returns the metadata of a page for search engines, and that by which messengers and social networks show a link to it
 * (ogp.me). Only documents from the server have the latter, because crawlers run no script and phones share the address
 * alone. A page that search engines leave out is shared by nobody: the bytes would only delay what it says.
 */
export async function metadataOf(
  { page, name, url, head, data, layout: { site, categories } }: View,
  { origin, reader }: { origin: string; reader: PublicReader },
): Promise<HeadElement[]> {
  if (data === null || head.noIndex) return headElements(head, url);
  const { title } = page.head(data, site);
  const shown = page.record?.(data);
  const found = shown ? leadOf(shown.type, shown.record, categories) : '';
  // An authority's title names the position already.
  const lead = title.startsWith(found) ? '' : found;
  const words = shown ? { title: joined(lead, ' · ', title), description: head.description } : head;
  const share = shown ? recordShare(shown.type, shown.record.id) : pageShare(name);
  const described = shown
    ? describedRecordShare(shown.type, shown.record, site, categories)
    : await describedShare(share, reader);
  const tag = (of: string, content: string) => meta('property', of, content);
  const article =
    shown?.type === 'story'
      ? [
          tag('og:type', 'article'),
          tag('article:published_time', shown.record.date),
          ...(shown.record.label ? [tag('article:section', shown.record.label)] : []),
        ]
      : [tag('og:type', 'website')];
  return [
    ...headElements({ ...head, description: joined(lead, '. ', head.description) }, url),
    tag('og:title', cut(words.title, LONGEST, LONGEST)),
    tag('og:description', cut(words.description, LONGEST, LONGEST)),
    tag('og:url', url),
    tag('og:site_name', site.name),
    tag('og:locale', 'es_AR'),
    ...article,
    ...(described
      ? [
          tag('og:image', origin + sharedPicture(share, shareHash(described.picture))),
          tag('og:image:width', String(SHARE_SIZE.width)),
          tag('og:image:height', String(SHARE_SIZE.height)),
          tag('og:image:alt', cut(altOf(described, title), LONGEST, LONGEST)),
        ]
      : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const joined = (lead: string, sign: string, text: string) => (lead ? lead + sign + text : text);

/** Characters of a text, more than any preview of a link shows. */
const LONGEST = 300;

const altOf = ({ picture, alt }: DescribedShare, title: string) =>
  'title' in picture
    ? [picture.lead, picture.title, picture.signature, alt].filter(Boolean).join('. ')
    : alt || `Foto: ${title}`;
