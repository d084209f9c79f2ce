/**
 * Removes event handlers and style sheets from another program's HTML. Neither would run or be stored, but a browser
 * reports each one as a CSP violation while parsing, even into an inert document, which would hide real violations.
 * This is not a sanitizer: the result still has to be cleaned. Runs in linear time for any input.
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
      // Attributes may be separated by a slash or by nothing; a space keeps the neighbours of the handler apart.
      kept.push(/^on/i.test(part[1] ?? '') ? ' ' : part[0]);
    }
  }
  kept.push(html.slice(at));
  return kept.join('');
}

const TAG = /<[a-z][^\s/>]*/gi;
/** Matches an attribute's name, and its value if it has one; an unclosed quote extends to the end, as in browsers. */
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]*)(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>"'][^\s>]*)?)?/y;

function attributeAt(html: string, at: number): RegExpExecArray | null {
  ATTRIBUTE.lastIndex = at;
  const found = ATTRIBUTE.exec(html);
  return found && found[0] !== '' ? found : null;
}

/** Returns the index after an element's closing tag; the end of the text if it is never closed. */
function endOf(closing: string, html: string, from: number): number {
  const found = new RegExp(`${closing}[\\s/>]`, 'gi');
  found.lastIndex = from;
  const start = found.exec(html)?.index ?? html.length;
  const end = html.indexOf('>', start);
  return end < 0 ? html.length : end + 1;
}
