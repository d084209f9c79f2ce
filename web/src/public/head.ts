import type { Head } from './public-page.ts';

/** A metadata element in the document's head. */
export interface HeadElement {
  name: 'meta' | 'link';
  attributes: Record<string, string>;
}

export const meta = (key: 'name' | 'property', of: string, content: string): HeadElement => ({
  name: 'meta',
  attributes: { [key]: of, content },
});

/** Returns a page's metadata for search engines and feed readers, without the title. */
export const headElements = ({ description, subscriptions = [], noIndex }: Head, url: string): HeadElement[] => [
  meta('name', 'description', description),
  noIndex ? meta('name', 'robots', 'noindex') : { name: 'link', attributes: { rel: 'canonical', href: url } },
  ...subscriptions.map((href): HeadElement => {
    const type = href.endsWith('.ics') ? 'text/calendar' : 'application/atom+xml';
    return { name: 'link', attributes: { rel: 'alternate', type, href } };
  }),
];

/**
 * Those of `headElements`, and what the document from the server says for crawlers of the page that it was drawn for.
 */
const ALL = 'meta[name="description"],meta[name="robots"],link[rel="canonical"],link[rel="alternate"],meta[property]';

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
