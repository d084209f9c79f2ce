import { cleanHtml } from '../clean-html.ts';
import { markByStyle } from './marks-by-style.ts';
import { withoutHandlers } from './without-handlers.ts';
import { makeWordLists } from './word-lists.ts';

/**
 * Makes rich text of what another program has put on the clipboard as HTML. It is parsed in an inert document, where no
 * script runs.
 */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutHandlers(html), 'text/html');
  makeWordLists(body);
  markByStyle(body, sheetOf(html));
  return cleanHtml(body.innerHTML);
}

/** The text of the style sheets in HTML. */
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
