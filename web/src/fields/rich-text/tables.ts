import { Selection } from 'prosemirror-state';
import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  mergeCells,
  splitCell,
  TableMap,
} from 'prosemirror-tables';
import { schema } from './schema.ts';

const { table, tableRow, tableHeadCell, tableBodyCell } = schema.nodes;

/** Inserts a table with a head, and puts the cursor into its first cell. */
export function addTable(rowCount: number, columnCount: number): Command {
  return (state, dispatch) => {
    const row = (type: typeof tableHeadCell) =>
      tableRow.create(
        null,
        Array.from({ length: columnCount }, () => type.createAndFill()!),
      );
    const rows = Array.from({ length: rowCount }, (_, i) => row(i === 0 ? tableHeadCell : tableBodyCell));
    const { $from } = state.selection;
    // Not within the words of a paragraph, which would be cut in two.
    const at = $from.depth > 0 && $from.parent.content.size > 0 ? $from.after() : null;
    const made = table.create(null, rows);
    const tr = at === null ? state.tr.replaceSelectionWith(made) : state.tr.insert(at, made);
    let start = -1;
    tr.doc.descendants((node, pos) => {
      if (node === made) start = pos;
      return start < 0;
    });
    if (start >= 0) tr.setSelection(Selection.near(tr.doc.resolve(start + 1)));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Makes the first row the head of the table, or takes it from the head. */
const toggleHead: Command = (state, dispatch) => {
  const found = findTable(state.selection.$from);
  if (!found) return false;
  const first = found.node.firstChild;
  if (!first) return false;
  const isHead = first.children.every(({ type }) => type === tableHeadCell);
  const type = isHead ? tableBodyCell : tableHeadCell;
  const { tr } = state;
  tr.setNodeMarkup(found.start, null, { part: isHead ? 'tbody' : 'thead' });
  for (const at of TableMap.get(found.node).cellsInRect({ left: 0, right: first.childCount, top: 0, bottom: 1 })) {
    const cell = found.node.nodeAt(at);
    if (cell) tr.setNodeMarkup(found.start + at, type, cell.attrs);
  }
  dispatch?.(tr);
  return true;
};

/** The tools that are shown while the cursor is in a table: their words, and what they do. */
export const TABLE_TOOLS: readonly (readonly [words: string, command: Command])[] = [
  ['Fila arriba', addRowBefore],
  ['Fila abajo', addRowAfter],
  ['Columna a la izquierda', addColumnBefore],
  ['Columna a la derecha', addColumnAfter],
  ['Encabezado', toggleHead],
  ['Unir celdas', mergeCells],
  ['Separar celdas', splitCell],
  ['Quitar la fila', deleteRow],
  ['Quitar la columna', deleteColumn],
  ['Quitar la tabla', deleteTable],
];
