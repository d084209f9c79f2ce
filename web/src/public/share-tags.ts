import { sharedPicture } from '#contract/addresses/files';
import type { PublicReader } from '#contract/reader';
import { pageShare, recordShare, SHARE_SIZE, shareHash, sharePicture } from '#contract/share';
import type { SharePicture } from '#contract/share';
import { cut } from '#contract/values/text';
import { meta } from './head.ts';
import type { HeadElement } from './head.ts';
import type { View } from './view.ts';

/**
 * Returns the metadata by which messengers and social networks show a link to a page (ogp.me). Only documents from the
 * server have it, because crawlers run no script and phones share the address alone.
 */
export async function shareTags(
  { page, name, url, head, data, layout: { site } }: View,
  { origin, reader }: { origin: string; reader: PublicReader },
): Promise<HeadElement[]> {
  if (data === null) return [];
  const { title, lead = '', description } = page.head(data, site);
  const shown = page.record?.(data);
  const words = shown
    ? { title: [lead, title].filter(Boolean).join(' · '), description: description.trim() || head.description }
    : head;
  const share = shown ? recordShare(shown.type, shown.record.id) : pageShare(name);
  const picture = await sharePicture(share, reader);
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
    tag('og:title', cut(words.title, LONGEST, LONGEST)),
    tag('og:description', cut(words.description, LONGEST, LONGEST)),
    ...(head.noIndex ? [] : [tag('og:url', url)]),
    tag('og:site_name', site.name),
    tag('og:locale', 'es_AR'),
    ...article,
    ...(picture
      ? [
          tag('og:image', origin + sharedPicture(share, shareHash(picture))),
          tag('og:image:width', String(SHARE_SIZE.width)),
          tag('og:image:height', String(SHARE_SIZE.height)),
          tag('og:image:alt', cut(altOf(picture, title), LONGEST, LONGEST)),
        ]
      : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

/** Characters of a text, more than any preview of a link shows. */
const LONGEST = 300;

const altOf = (picture: SharePicture, title: string) =>
  'title' in picture ? [picture.lead, picture.title, picture.signature].filter(Boolean).join('. ') : `Foto: ${title}`;
