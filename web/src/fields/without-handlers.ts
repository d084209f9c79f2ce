/**
 * HTML from another program without its event handlers and style sheets. Nothing of either would run or be kept; but a
 * browser reports each of them as a breach of the CSP while it parses, even into a document where nothing runs, and a
 * real breach would be lost among them. What is left is still to be cleaned: this makes nothing safe.
 * Takes time in proportion to the text, whatever stands in it.
 */
export function withoutHandlers(html: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    if (!tag) break;
    kept.push(html.slice(at, tag.index));
    at = TAG.lastIndex;
    if (tag[0].toLowerCase() === '<style') {
      at = endOf('</style', html, at);
      continue;
    }
    kept.push(tag[0]);
    for (let part = attributeAt(html, at); part; part = attributeAt(html, at)) {
      at += part[0].length;
      // A slash or nothing may have stood between two attributes; without the handler between them they still are two.
      kept.push(/^on/i.test(part[1] ?? '') ? ' ' : part[0]);
    }
  }
  kept.push(html.slice(at));
  return kept.join('');
}

const TAG = /<[a-z][^\s/>]*/gi;
/** A name, and its value if it has one; an open quote goes on to the end, as for a browser. */
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]*)(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>"'][^\s>]*)?)?/y;

function attributeAt(html: string, at: number): RegExpExecArray | null {
  ATTRIBUTE.lastIndex = at;
  const found = ATTRIBUTE.exec(html);
  return found && found[0] !== '' ? found : null;
}

/** Behind an element's closing tag; the end of the text where it is never closed. */
function endOf(closing: string, html: string, from: number): number {
  const found = new RegExp(`${closing}[\\s/>]`, 'gi');
  found.lastIndex = from;
  const start = found.exec(html)?.index ?? html.length;
  const end = html.indexOf('>', start);
  return end < 0 ? html.length : end + 1;
}
