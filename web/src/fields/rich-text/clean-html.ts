import DOMPurify from 'dompurify';
import { EQUIVALENT_TAGS, isKept, keptAttributes, RICH_TEXT } from '#contract/values/html';
import { visible } from '#contract/values/text';

const CONFIG = {
  ALLOWED_TAGS: [...RICH_TEXT.keys(), ...EQUIVALENT_TAGS.keys()],
  ALLOWED_ATTR: [...new Set([...RICH_TEXT.values()].flatMap((rules) => [...rules.keys()]))],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** Reduces rich text to what may be stored. */
export function cleanHtml(dirty: string): string {
  const box = document.createElement('div');
  box.append(cleaned(dirty));
  return box.innerHTML.trim();
}

/** The same as nodes, which are in no document yet. */
export function cleaned(dirty: string): DocumentFragment {
  // Null if the HTML leaves no body, as that of a frameset.
  const sanitized: DocumentFragment | null = DOMPurify.sanitize(visible(dirty), {
    ...CONFIG,
    ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS],
    ALLOWED_ATTR: [...CONFIG.ALLOWED_ATTR],
  });
  const fragment = sanitized ?? document.createDocumentFragment();
  for (const element of fragment.querySelectorAll('*')) finish(element);
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  // Of characters that were written as references.
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const shown = visible(text.data);
    if (shown !== text.data) text.data = shown;
  }
  return fragment;
}

/** Names an element as the portal does, and leaves of its attributes what may be stored, as on the server. */
function finish(element: Element): void {
  const tag = EQUIVALENT_TAGS.get(element.localName) ?? element.localName;
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
  const kept = keptAttributes(tag, attributes);
  if (!isKept(tag, kept)) {
    element.remove();
    return;
  }
  const named = tag === element.localName ? element : document.createElement(tag);
  for (const [name] of attributes) named.removeAttribute(name);
  for (const [name, value] of kept) named.setAttribute(name, value);
  if (named === element) return;
  named.append(...element.childNodes);
  element.replaceWith(named);
}
