import type { Head } from './public-page.ts';

/** A metadata element in the document's head. */
export interface HeadElement {
  name: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** Returns a page's metadata for search engines, link previews and feed readers, without the title. */
export function headElements({ title, description, subscriptions = [], noIndex }: Head, url: string): HeadElement[] {
  const meta = (key: 'name' | 'property', of: string, content: string): HeadElement => ({
    name: 'meta',
    attributes: { [key]: of, content },
  });
  return [
    meta('name', 'description', description),
    ...(noIndex
      ? [meta('name', 'robots', 'noindex')]
      : [{ name: 'link' as const, attributes: { rel: 'canonical', href: url } }, meta('property', 'og:url', url)]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...subscriptions.map((href): HeadElement => {
      const type = href.endsWith('.ics') ? 'text/calendar' : 'application/atom+xml';
      return { name: 'link', attributes: { rel: 'alternate', type, href } };
    }),
  ];
}

const ALL =
  'meta[name="description"],meta[name="robots"],link[rel="canonical"],link[rel="alternate"],meta[property^="og:"]';

/** Updates the document's head for the current page, because phones share the address and title found there. */
export function showHead(head: Head, url: string): void {
  document.title = head.title;
  for (const old of document.head.querySelectorAll(ALL)) old.remove();
  for (const { name, attributes } of headElements(head, url)) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.head.append(element);
  }
}
