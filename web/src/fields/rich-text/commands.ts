import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { TextSelection } from 'prosemirror-state';
import type { Command, EditorState } from 'prosemirror-state';
import { goToNextCell } from 'prosemirror-tables';
import type { NodeType } from 'prosemirror-model';
import { depthOf } from './depth.ts';
import { goBelowLast, leaveCaption, removeFromCaption } from './pictures/figures.ts';
import { schema } from './schema.ts';
import { addTable } from './tables.ts';

const { nodes, marks } = schema;

/**
 * What the toolbar and its popups do, by the names under which the editor calls it, with what it passes on: the level
 * of a heading, the size of a table, the address of a link.
 */
export const COMMANDS = {
  undo: () => undo,
  redo: () => redo,
  bold: () => toggleMark(marks.strong),
  italic: () => toggleMark(marks.emph),
  strike: () => toggleMark(marks.strike),
  heading: ({ level }) => (level ? setBlockType(nodes.heading, { level }) : setBlockType(nodes.paragraph)),
  bulletList: () => toggleList(nodes.bulletList),
  orderedList: () => toggleList(nodes.orderedList),
  indent: () => sinkListItem(nodes.listItem),
  outdent: () => liftListItem(nodes.listItem),
  blockQuote: () => (state, dispatch) =>
    (depthOf(state.selection.$from, nodes.blockQuote) ? lift : wrapIn(nodes.blockQuote))(state, dispatch),
  hr: () => insertLine,
  // Keys choose no size: the popup then says 0.
  addTable: ({ rowCount, columnCount }) => addTable(rowCount || 2, columnCount || 2),
  addLink: ({ linkUrl = '', linkText = '' }) => addLink(linkUrl, linkText),
} satisfies Record<string, (given: Given) => Command>;
interface Given {
  level?: number;
  rowCount?: number;
  columnCount?: number;
  linkUrl?: string;
  linkText?: string;
}

/** What keys do before their usual work. Tab moves between the cells of a table; elsewhere it leaves the editor. */
export const KEYS = {
  'Mod-b': toggleMark(marks.strong),
  'Mod-i': toggleMark(marks.emph),
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-]': sinkListItem(nodes.listItem),
  'Mod-[': liftListItem(nodes.listItem),
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
  Enter: chainCommands(leaveCaption, splitItem),
  'Shift-Enter': chainCommands(exitCode, insertBreak),
  'Mod-End': goBelowLast,
  // The key of a Mac.
  'Meta-ArrowDown': goBelowLast,
  Backspace: chainCommands(removeFromCaption, liftFirst),
} satisfies Record<string, Command>;

/** Makes a list of paragraphs, changes the kind of a list, or makes paragraphs of its items. */
function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const depth = depthOf($from, nodes.bulletList, nodes.orderedList);
    if (!depth) return wrapInList(type)(state, dispatch);
    if ($from.node(depth).type === type) return liftListItem(nodes.listItem)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
    return true;
  };
}

/** Splits an item of a list. The new one is written like the one before it. */
function splitItem(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const { hasTag } = state.selection.$from.parent.attrs;
  return splitListItem(nodes.listItem)(
    state,
    dispatch &&
      ((tr) => {
        const { $from } = tr.selection;
        if ($from.parent.type === nodes.paragraph && $from.parent.attrs.hasTag !== hasTag)
          tr.setNodeMarkup($from.before(), null, { hasTag });
        dispatch(tr);
      }),
  );
}

/** Backspace at the start of an item takes it out of its list. */
function liftFirst(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const { $from, empty } = state.selection;
  const isStart = empty && $from.parentOffset === 0 && $from.depth > 1 && $from.index(-1) === 0;
  return isStart && $from.node(-1).type === nodes.listItem && liftListItem(nodes.listItem)(state, dispatch);
}

function insertBreak(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create(), true).scrollIntoView());
  return true;
}

/** Inserts a dividing line, and goes on below it. */
function insertLine(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const tr = state.tr.replaceSelectionWith(nodes.thematicBreak.create());
  const after = tr.doc.resolve(tr.selection.from);
  if (!after.parent.isTextblock) {
    tr.insert(after.pos, nodes.paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(after.pos)));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Makes a link of the selected text; without a selection, one with a text of its own. */
function addLink(linkUrl: string, linkText: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const mark = marks.link.create({ linkUrl });
    const tr = empty
      ? state.tr.replaceSelectionWith(schema.text(linkText || linkUrl, [mark]), false)
      : state.tr.addMark(from, to, mark);
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView());
    return true;
  };
}
