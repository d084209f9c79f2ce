import { cleaned } from '../clean-html.ts';
import { tidy } from '../loaded-text.ts';
import { makeBlocks } from './blocks.ts';
import { makeInline } from './inline.ts';
import { makeLists } from './lists.ts';
import { isTracker, lostOf } from './lost.ts';
import { markByStyle } from './marks-by-style.ts';
import { fromText } from './pasted-text.ts';
import type { Pasted } from './pasted-text.ts';
import { keepPictures, makeFigures } from './pictures.ts';
import { makeTables } from './tables.ts';
import { withoutHandlers } from './without-handlers.ts';

/**
 * Makes rich text of what another program has put on the clipboard as HTML. It is parsed in an inert document, where no
 * script runs.
 * @param takesPictures whether the text takes new pictures
 */
export function fromHtml(html: string, takesPictures: boolean): Pasted {
  const { body } = new DOMParser().parseFromString(withoutHandlers(html), 'text/html');
  // A page of a PDF, as Firefox shows it.
  if (body.querySelector('br[role="presentation"]')) {
    for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
    return fromText(body.textContent ?? '');
  }
  const own = body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice');
  if (own) return { html: fromEditor(body.innerHTML, own), lost: [], joined: null, pictures: [], asked: [] };
  const sheet = sheetOf(html);
  for (const hidden of body.querySelectorAll(HIDDEN)) hidden.remove();
  makeInline(body);
  for (const picture of body.querySelectorAll('img')) if (isTracker(picture)) picture.remove();
  const before = body.querySelectorAll('img').length;
  const { taken: pictures, asked } = takesPictures ? keepPictures(body) : { taken: [], asked: [] };
  const lost = lostOf(body, before - body.querySelectorAll('img[data-picture]').length);
  for (const picture of body.querySelectorAll('img:not([data-picture])')) picture.remove();
  makeLists(body);
  markByStyle(body, sheet);
  makeTables(body);
  makeBlocks(body);
  makeFigures(body);
  plainSpaces(body);
  return { html: finished(body.innerHTML), lost, joined: null, pictures, asked };
}

/** What other programs do not show, or write for themselves. */
const HIDDEN =
  'script, style, title, xml, [style*="display:none" i], [style*="display: none" i], [style*="mso-hide:all" i], ' +
  '[style*="mso-element:comment" i], [aria-hidden="true"], textarea, select, button, input, noscript';

/** Cleans HTML and writes it for the editor's parser. */
export function finished(html: string): string {
  const box = document.createElement('div');
  box.append(cleaned(html));
  tidy(box);
  return box.innerHTML.trim();
}

/** What was copied from the editor itself, with how deep its first and last blocks are cut. */
function fromEditor(html: string, slice: string): string {
  const box = document.createElement('div');
  box.append(cleaned(html));
  const depths = /^\d+ \d+(?: -\d+)?/.exec(slice)?.[0];
  if (depths) box.firstElementChild?.setAttribute('data-pm-slice', `${depths} []`);
  return box.innerHTML;
}

/** Other programs place words with spaces that do not break, and line them up with several. */
function plainSpaces(root: Element): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (/[\u00a0\t\n]| {2}/.test(text.data)) text.data = text.data.replace(/[\s\u00a0]+/g, ' ');
  }
}

function sheetOf(html: string): string {
  const lower = html.toLowerCase();
  const sheets: string[] = [];
  for (let at = lower.indexOf('<style'); at >= 0; at = lower.indexOf('<style', at)) {
    const end = lower.indexOf('</style', at);
    if (end < 0) break;
    sheets.push(html.slice(html.indexOf('>', at) + 1, end));
    at = end;
  }
  return sheets.join('\n').replace(/<!--|-->/g, '');
}
