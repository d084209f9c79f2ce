import { madeOf } from './lists.ts';
import { valueOf } from './marks-by-style.ts';

/** What stands in a line of its own. */
export const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, table, caption, thead, tbody, tfoot, tr, td, th, blockquote, hr, figure, ' +
  'div, section, article, main, header, footer, aside, nav, address, center, dl, dt, dd, pre, form, fieldset, ' +
  'details, summary, figcaption';
/** Of those, the ones that are nothing but boxes or lines in the portal. */
const BOXES =
  'div, section, article, main, header, footer, aside, nav, address, center, dl, dt, dd, pre, form, fieldset, ' +
  'details, summary, figcaption, figure';

/** Makes paragraphs and headings of what other programs write as something else. In place. */
export function makeBlocks(root: Element): void {
  for (const pre of root.querySelectorAll('pre')) breakLines(pre);
  for (const heading of root.querySelectorAll('[role="heading"], .MsoTitle')) {
    const level = Number(heading.getAttribute('aria-level')) || 1;
    if (heading.matches('p, div')) rename(heading, `h${Math.min(level, 6)}`);
  }
  for (const paragraph of root.querySelectorAll('p')) if (isLarge(paragraph)) rename(paragraph, 'h1');
  // From the inside, so that what a box holds is known.
  for (const box of [...root.querySelectorAll(BOXES)].reverse()) box.replaceWith(...inParagraphs(box));
  root.replaceChildren(...inParagraphs(root));
  for (const paragraph of root.querySelectorAll('p')) splitAtGaps(paragraph);
  for (const block of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li')) if (isEmpty(block)) block.remove();
  for (const only of root.querySelectorAll('li > p:only-child, td > p:only-child, th > p:only-child')) {
    const parent = only.parentElement as Element;
    if (textBeside(only) === '') parent.replaceChildren(...only.childNodes);
  }
  // The first paragraph of an item with a list in it.
  for (const first of root.querySelectorAll('li > p:first-child')) {
    if (first.nextElementSibling?.matches('ul, ol') && !first.parentElement?.querySelector(':scope > p + p'))
      first.replaceWith(...first.childNodes);
  }
}

const isEmpty = (block: Element) =>
  !/[^\s\u00a0]/.test(block.textContent ?? '') && !block.querySelector('table, ul, ol, hr, img');

function textBeside(element: Element): string {
  const parent = element.parentElement as Element;
  return [...parent.childNodes]
    .filter((node) => node !== element)
    .map((node) => node.textContent ?? '')
    .join('')
    .trim();
}

/** The content of a box, with runs of text between its blocks as paragraphs. */
function inParagraphs(box: Element): Node[] {
  const made: Node[] = [];
  let run: Node[] = [];
  const end = () => {
    const isShown = run.some((node) => /[^\s]/.test(node.textContent ?? '') || hasPicture(node));
    if (isShown) made.push(madeOf(box, 'p', run));
    run = [];
  };
  for (const node of Array.from(box.childNodes)) {
    const isBlock = node instanceof Element && (node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null);
    if (!isBlock) run.push(node);
    else {
      end();
      made.push(node);
    }
  }
  end();
  return made;
}

/** Whether a picture is in a node, which is taken out of the text later. */
const hasPicture = (node: Node) =>
  node instanceof Element && (node.matches('img') || node.querySelector('img') !== null);

/** An empty line, written as two line breaks, begins another paragraph. */
function splitAtGaps(paragraph: Element): void {
  if (paragraph.querySelector(BLOCKS)) return;
  const parts: Node[][] = [[]];
  let gap: Node[] = [];
  for (const node of paragraph.childNodes) {
    if (node.nodeName === 'BR' || (gap.length > 0 && isSpace(node))) {
      gap.push(node);
      continue;
    }
    if (gap.filter(({ nodeName }) => nodeName === 'BR').length > 1) parts.push([]);
    else parts.at(-1)?.push(...gap);
    gap = [];
    parts.at(-1)?.push(node);
  }
  if (parts.length > 1) paragraph.replaceWith(...parts.map((part) => madeOf(paragraph, 'p', part)));
}
const isSpace = (node: Node) => node.nodeType === Node.TEXT_NODE && !/\S/.test(node.nodeValue ?? '');

/** Lines of preformatted text. */
function breakLines(pre: Element): void {
  const texts = pre.ownerDocument.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const lines = text.data.replace(/\n$/, '').split('\n');
    text.replaceWith(...lines.flatMap((line, i) => (i === 0 ? [line] : [madeOf(pre, 'br', []), line])));
  }
}

/** Points from which on the letters of a whole paragraph are those of a title: Google Docs has no tag for it. */
const TITLE_SIZE = 20;

function isLarge(paragraph: Element): boolean {
  const texts = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let isFound = false;
  while (texts.nextNode()) {
    if (!/\S/.test(texts.currentNode.nodeValue ?? '')) continue;
    const sized = texts.currentNode.parentElement?.closest<HTMLElement>('[style*="font-size"]');
    const [, points] = /^([\d.]+)pt$/.exec(valueOf(sized?.getAttribute('style') ?? '', 'font-size') ?? '') ?? [];
    if (!sized || !paragraph.contains(sized) || !(Number(points) >= TITLE_SIZE)) return false;
    isFound = true;
  }
  return isFound && !paragraph.closest('li, td, th');
}

export function rename(element: Element, tag: string): Element {
  const named = madeOf(element, tag, [...element.childNodes]);
  element.replaceWith(named);
  return named;
}
