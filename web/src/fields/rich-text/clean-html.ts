import DOMPurify from 'dompurify';
import { EQUIVALENT_TAGS, RICH_TEXT } from '#contract/values/html';
import { linkAddress } from '#contract/values/links';

const CONFIG = {
  ALLOWED_TAGS: [...RICH_TEXT.tags, ...EQUIVALENT_TAGS.keys()],
  ALLOWED_ATTR: [...new Set(Object.values(RICH_TEXT.attributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Addresses with an allowed scheme, or within this site; `//host` would lead to another site.
  ALLOWED_URI_REGEXP: new RegExp(
    `^(?:(?:${RICH_TEXT.schemes.join('|')}):|(?!//)[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`,
    'i',
  ),
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Reduces rich text to the tags and attributes that may be stored. */
export function cleanHtml(dirty: string): string {
  const box = document.createElement('div');
  box.append(cleaned(dirty));
  return box.innerHTML.trim();
}

/** The same as nodes, which are in no document yet. */
export function cleaned(dirty: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(dirty, {
    ...CONFIG,
    ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS],
    ALLOWED_ATTR: [...CONFIG.ALLOWED_ATTR],
  });
  for (const element of fragment.querySelectorAll([...EQUIVALENT_TAGS.keys()].join(',')))
    rename(element, EQUIVALENT_TAGS.get(element.localName) as string);
  for (const link of fragment.querySelectorAll('a[href]')) complete(link);
  return fragment;
}

/** A link with an invalid address keeps its text but loses the address, as on the server. */
function complete(link: Element): void {
  const address = linkAddress(link.getAttribute('href') ?? '');
  if (address === null) link.removeAttribute('href');
  else link.setAttribute('href', address);
}

function rename(element: Element, name: string): void {
  const renamed = document.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}
