import type { Head } from './public-page.ts';

/** An element of a document's head that tells of its page. */
export interface HeadElement {
  name: 'meta' | 'link';
  attributes: Record<string, string>;
}

/** What a document's head says of a page, to search engines and to whoever shares it, beside the title. */
export function headElements({ title, description, isSearch }: Head, url: string): HeadElement[] {
  const meta = (key: 'name' | 'property', of: string, content: string): HeadElement => ({
    name: 'meta',
    attributes: { [key]: of, content },
  });
  return [
    meta('name', 'description', description),
    ...(isSearch
      ? [meta('name', 'robots', 'noindex')]
      : [{ name: 'link' as const, attributes: { rel: 'canonical', href: url } }, meta('property', 'og:url', url)]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
  ];
}

const ALL = 'meta[name="description"], meta[name="robots"], link[rel="canonical"], meta[property^="og:"]';

/** Makes the document's head tell of the page that is shown now: phones share what stands there. */
export function showHead(head: Head, url: string): void {
  document.title = head.title;
  for (const old of document.head.querySelectorAll(ALL)) old.remove();
  for (const { name, attributes } of headElements(head, url)) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.head.append(element);
  }
}
