import { Schema } from 'prosemirror-model';
import type { DOMOutputSpec, NodeSpec } from 'prosemirror-model';

/**
 * What the editor's document can hold: exactly what may be stored (`contract/values/html.ts`), so that nothing of a
 * text is lost by loading it. The names are those of toast-ui, whose toolbar shows what the cursor is in by them.
 *
 * A paragraph in an item or a cell is written with or without its tag, as it was loaded (`hasTag`); a new one without.
 * A row is in the head or the body of its table, as it was loaded; a new one in the head if the head goes on.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      attrs: { hasTag: { default: false } },
      parseDOM: [{ tag: 'p', getAttrs: (dom) => ({ hasTag: isUntagged(dom.parentNode?.nodeName) }) }],
      toDOM: () => ['p', 0],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    bulletList: list('ul'),
    orderedList: list('ol'),
    listItem: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    blockQuote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    thematicBreak: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    table: {
      content: 'tableRow+',
      group: 'block',
      tableRole: 'table',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    tableRow: {
      content: '(tableBodyCell | tableHeadCell)*',
      tableRole: 'row',
      attrs: { part: { default: null } },
      parseDOM: [{ tag: 'tr', getAttrs: (dom) => ({ part: partOf(dom.parentNode?.nodeName) }) }],
      toDOM: () => ['tr', 0],
    },
    tableHeadCell: cell('th', 'header_cell'),
    tableBodyCell: cell('td', 'cell'),
    figure: {
      // Its caption.
      content: 'inline*',
      group: 'block',
      isolating: true,
      // Its tools are those of the cursor in its caption, so that nothing that is typed replaces it.
      selectable: false,
      attrs: { picture: {}, isHalf: { default: false } },
      parseDOM: [
        {
          tag: 'figure',
          getAttrs: (dom) => {
            const picture = dom.querySelector('img');
            return picture !== null && { picture: attributesOf(picture), isHalf: dom.className === 'half' };
          },
          contentElement: (dom) => (dom as Element).querySelector('figcaption') ?? document.createElement('figcaption'),
        },
        { tag: 'img', getAttrs: (dom) => ({ picture: attributesOf(dom) }) },
      ],
      toDOM: ({ attrs }) => [
        'figure',
        attrs.isHalf ? { class: 'half' } : {},
        ['img', attrs.picture as Attributes],
        ['figcaption', 0],
      ],
    },
    hardBreak: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
      leafText: () => '\n',
    },
    text: { group: 'inline' },
  },
  marks: {
    link: {
      attrs: { linkUrl: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => ({ linkUrl: dom.getAttribute('href') }) }],
      toDOM: ({ attrs }) => ['a', { href: attrs.linkUrl as string }],
    },
    strong: { parseDOM: [{ tag: 'strong' }], toDOM: () => ['strong'] },
    emph: { parseDOM: [{ tag: 'em' }], toDOM: () => ['em'] },
    strike: { parseDOM: [{ tag: 'del' }], toDOM: () => ['del'] },
  },
});

/** The attributes of an element, in the order in which they were written. */
export type Attributes = Readonly<Record<string, string>>;
export const attributesOf = (element: Element): Attributes =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

/** The parts of a table that hold rows. */
export type TablePart = 'thead' | 'tbody';

function partOf(name = ''): TablePart | null {
  return name === 'THEAD' || name === 'TBODY' ? (name.toLowerCase() as TablePart) : null;
}

const isUntagged = (name = '') => name === 'LI' || name === 'TD' || name === 'TH';

function list(tag: 'ul' | 'ol'): NodeSpec {
  return { content: 'listItem+', group: 'block', parseDOM: [{ tag }], toDOM: () => [tag, 0] };
}

function cell(tag: 'th' | 'td', tableRole: string): NodeSpec {
  return {
    content: 'block+',
    tableRole,
    isolating: true,
    attrs: { colspan: { default: 1 }, rowspan: { default: 1 } },
    parseDOM: [{ tag, getAttrs: (dom) => ({ colspan: span(dom, 'colspan'), rowspan: span(dom, 'rowspan') }) }],
    toDOM: ({ attrs }): DOMOutputSpec => [tag, spans(attrs), 0],
  };
}

const span = (cell: HTMLElement, name: string) => Number(cell.getAttribute(name) ?? 1);

/** The attributes of a cell that is merged with its neighbours. */
export function spans({ colspan, rowspan }: Record<string, unknown>): Record<string, string> {
  return {
    ...(colspan !== 1 && { colspan: String(colspan) }),
    ...(rowspan !== 1 && { rowspan: String(rowspan) }),
  };
}
