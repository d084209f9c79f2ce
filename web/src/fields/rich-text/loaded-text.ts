import { DOMParser as DocumentParser, Fragment } from 'prosemirror-model';
import type { Node as Block } from 'prosemirror-model';
import { cleaned } from './clean-html.ts';
import { schema } from './schema.ts';
import { htmlOf, written } from './written.ts';

/** A stored text as the editor's document. */
export interface LoadedText {
  doc: Block;
  /**
   * Returns a later document as it is to be stored. Blocks that were not changed are byte for byte as they were
   * loaded, with the space between them, however they were written; an unchanged document is the loaded text.
   */
  textOf(doc: Block): string;
}

/** Loads a stored text. What may not be stored is left out. */
export function loadText(text: string): LoadedText {
  const pieces = new Map<Block, Piece>();
  const blocks: Block[] = [];
  for (const { nodes, source } of piecesOf(cleaned(text))) {
    const made = blocksOf(nodes);
    if (made[0]) pieces.set(made[0], { blocks: made, source });
    blocks.push(...made);
  }
  const doc = schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
  // Blocks are immutable, and an edit makes new ones only of those that it changes.
  const known = new WeakMap<Block, string>();
  /** Without the empty line below a last picture, which is a place to write in, unless it was loaded. */
  function withoutLine(now: Block): Block {
    const { lastChild, childCount } = now;
    const isPlace = lastChild?.type.name === 'paragraph' && lastChild.childCount === 0 && !pieces.has(lastChild);
    if (!isPlace || now.maybeChild(childCount - 2)?.type.name !== 'figure') return now;
    return now.copy(now.content.cut(0, now.content.size - lastChild.nodeSize));
  }
  function textOf(current: Block): string {
    const now = withoutLine(current);
    if (now.eq(doc)) return text;
    if (isEmpty(now)) return '';
    let html = '';
    for (let at = 0; at < now.childCount;) {
      const block = now.child(at);
      const piece = pieces.get(block);
      if (piece?.blocks.every((one, i) => now.maybeChild(at + i) === one)) {
        html += piece.source;
        at += piece.blocks.length;
        continue;
      }
      const own = known.get(block) ?? written(Fragment.from(block));
      known.set(block, own);
      html += own;
      at += 1;
    }
    return html.trim();
  }
  return { doc, textOf };
}

/** Blocks that were loaded from one piece of HTML, and that piece. */
interface Piece {
  blocks: Block[];
  source: string;
}

const isEmpty = ({ childCount, firstChild }: Block) =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0;

/** Takes HTML apart: blocks, and runs of text between them. Space belongs to what is before it. */
function piecesOf(fragment: DocumentFragment): { nodes: ChildNode[]; source: string }[] {
  const pieces: { nodes: ChildNode[]; source: string; isRun: boolean }[] = [];
  for (const node of fragment.childNodes) {
    const last = pieces.at(-1);
    const isRun = !(node instanceof Element && node.matches(BLOCKS));
    if (isRun && last?.isRun) last.nodes.push(node);
    else if (!isBlank(node)) {
      pieces.push({ nodes: [node], source: htmlOf(node), isRun });
      continue;
    }
    if (last) last.source += htmlOf(node);
  }
  return pieces;
}

const BLOCKS = 'p, h2, h3, ul, ol, li, blockquote, hr, table, figure';
/** What is shown even if there is no text in it. */
const VISIBLE = 'p, h2, h3, li, hr, br, td, th, img';

/** Whether nothing is shown of some nodes. */
function isBlank(...nodes: ChildNode[]): boolean {
  return nodes.every(
    (node) =>
      !/[^ \t\r\n\f]/.test(node.textContent ?? '') &&
      !(node instanceof Element && (node.matches(VISIBLE) || node.querySelector(VISIBLE))),
  );
}

function blocksOf(nodes: readonly ChildNode[]): Block[] {
  const box = document.createElement('div');
  box.append(...nodes.map((node) => node.cloneNode(true)));
  return parsed(box).content.content.slice();
}

const parser = DocumentParser.fromSchema(schema);

/** Parses HTML that has been cleaned. @returns a document */
export function parsed(root: ParentNode & Node): Block {
  tidy(root);
  return parser.parse(root);
}

/** Removes what a browser does not show, and what the document has no place for. */
export function tidy(root: ParentNode): void {
  for (const line of root.querySelectorAll('br')) if (isLast(line)) line.remove();
  for (const row of root.querySelectorAll('tr')) if (!row.querySelector('td, th')) row.remove();
  for (const table of root.querySelectorAll('table')) if (!table.querySelector('tr')) table.remove();
}

/** Whether a line break ends its block: browsers show no line after it. */
function isLast(line: Element): boolean {
  for (let node: Node = line; ; node = node.parentNode as Node) {
    for (let next = node.nextSibling; next; next = next.nextSibling) {
      if (next instanceof Element && (next.matches(BLOCKS) || next.querySelector(BLOCKS))) return true;
      if (!isBlank(next as ChildNode)) return false;
    }
    const { parentNode } = node;
    if (!(parentNode instanceof Element) || !parentNode.matches(INLINE)) return true;
  }
}
const INLINE = 'a, strong, em, del';
