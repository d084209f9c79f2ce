import type { Fragment, Mark, Node as Block } from 'prosemirror-model';
import { attributesOf, spans } from './schema.ts';
import type { Attributes, TablePart } from './schema.ts';

/** Writes blocks of the editor's document as HTML, to the letter as the server stores it. */
export function written(blocks: Fragment): string {
  return childrenOf(blocks).map(block).join('');
}

function block(node: Block): string {
  const { attrs, content } = node;
  switch (node.type.name) {
    case 'heading':
      return element(`h${attrs.level}`, inline(content));
    case 'bulletList':
      return element('ul', written(content));
    case 'orderedList':
      return element('ol', written(content));
    case 'listItem':
      return element('li', loose(content));
    case 'blockQuote':
      return element('blockquote', written(content));
    case 'thematicBreak':
      return '<hr />';
    case 'figure':
      return element('figure', picture(node), attrs.isHalf ? { class: 'half' } : {});
    case 'table':
      return element('table', rows(childrenOf(content)));
    case 'tableRow':
      return element('tr', written(content));
    case 'tableHeadCell':
      return element('th', loose(content), spans(attrs));
    case 'tableBodyCell':
      return element('td', loose(content), spans(attrs));
    case 'paragraph':
      // An empty line, which a browser would not show.
      return element('p', content.size === 0 ? '<br />' : inline(content));
    default:
      return inline([node]);
  }
}

/** A picture, and its caption if it has one. */
const picture = ({ attrs, content }: Block) =>
  element('img', '', attrs.picture as Attributes) + (content.size > 0 ? element('figcaption', inline(content)) : '');

/** What is in an item or a cell. Paragraphs that have no tag get one where they would run together without it. */
function loose(content: Fragment): string {
  const blocks = childrenOf(content);
  const isBare = (node?: Block) => node?.type.name === 'paragraph' && node.attrs.hasTag === false;
  return blocks
    .map((node, i) =>
      isBare(node) && !isBare(blocks[i - 1]) && !isBare(blocks[i + 1]) ? inline(node.content) : block(node),
    )
    .join('');
}

/** Rows in the head and the body of their table. */
function rows(all: readonly Block[]): string {
  let html = '';
  let open: TablePart | null = null;
  for (const row of all) {
    const isHead = row.attrs.part === null ? isHeading(row) : row.attrs.part === 'thead';
    // After the body there is no more head.
    const part: TablePart = isHead && open !== 'tbody' ? 'thead' : 'tbody';
    if (part !== open) html += `${open ? `</${open}>` : ''}<${part}>`;
    open = part;
    html += block(row);
  }
  return `${html}</${open}>`;
}

const isHeading = (row: Block) => childrenOf(row.content).every(({ type }) => type.name === 'tableHeadCell');

/** Text with its marks. What spans more is outside, so that no element is cut in two. */
function inline(content: Fragment | readonly Block[], done: readonly Mark[] = []): string {
  const nodes = 'childCount' in content ? childrenOf(content) : content;
  let html = '';
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at] as Block;
    const [mark, end] = longest(nodes, at, done);
    if (mark) html += marked(mark, inline(nodes.slice(at, end), [...done, mark]));
    else html += node.isText ? escaped(node.text ?? '') : '<br />';
    at = end;
  }
  return html;
}

/** Returns the mark that spans most from a node on, and where it ends. */
function longest(nodes: readonly Block[], at: number, done: readonly Mark[]): [Mark | null, number] {
  let found: [Mark | null, number] = [null, at + 1];
  for (const mark of nodes[at]?.marks ?? []) {
    if (mark.isInSet(done)) continue;
    let end = at + 1;
    while (nodes[end] && mark.isInSet(nodes[end]?.marks ?? [])) end += 1;
    if (!found[0] || end > found[1]) found = [mark, end];
  }
  return found;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['link', 'a'],
  ['strong', 'strong'],
  ['emph', 'em'],
  ['strike', 'del'],
]);

const marked = ({ type, attrs }: Mark, html: string) =>
  element(MARKS.get(type.name) ?? type.name, html, type.name === 'link' ? { href: String(attrs.linkUrl) } : {});

/** Writes a node of the DOM in the same way. */
export function htmlOf(node: Node): string {
  if (node instanceof Text) return escaped(node.data);
  if (!(node instanceof Element)) return '';
  return element(node.localName, [...node.childNodes].map(htmlOf).join(''), attributesOf(node));
}

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

function element(tag: string, html: string, attributes: Attributes = {}): string {
  const opening = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${quoted(value)}"`)].join(' ');
  return VOID.has(tag) ? `<${opening} />` : `<${opening}>${html}</${tag}>`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;');

function childrenOf(fragment: Fragment): Block[] {
  return [...fragment.content];
}
