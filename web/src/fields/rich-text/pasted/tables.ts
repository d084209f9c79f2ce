import { madeOf } from './lists.ts';
import { rename } from './blocks.ts';

/** Makes tables that a reader understands of those of other programs, after their text has its tags. In place. */
export function makeTables(root: ParentNode): void {
  // Before a table that only places what is in it is taken away, and its caption with it.
  for (const caption of root.querySelectorAll('table > caption')) caption.parentElement?.before(rename(caption, 'p'));
  for (const table of root.querySelectorAll('table')) if (isLayout(table)) unwrap(table);
  for (const table of root.querySelectorAll('table')) {
    for (const row of [...table.rows].reverse()) {
      if (/[^\s\u00a0]/.test(row.textContent ?? '')) break;
      row.remove();
    }
    makeHead(table);
  }
}

/** Whether a table only places what is in it: mails are made of them. */
function isLayout(table: HTMLTableElement): boolean {
  if (table.matches('[role="presentation"], [role="none"]') || table.querySelector('table')) return true;
  return [...table.rows].every((row) => row.cells.length < 2);
}

/** Leaves what is in the cells. */
function unwrap(table: HTMLTableElement): void {
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  table.replaceWith(...cells.map((cell) => madeOf(table, 'div', [...cell.childNodes])));
}

/** The first row is the head if all of it is bold, or of head cells, and no other row is. */
function makeHead(table: HTMLTableElement): void {
  const [first, ...rest] = [...table.rows];
  if (!first || table.tHead || rest.length === 0 || rest.some(isHead) || !isHead(first)) return;
  if ([...first.cells].some(({ rowSpan }) => rowSpan > 1)) return;
  for (const cell of Array.from(first.cells)) {
    for (const bold of cell.querySelectorAll('b, strong')) bold.replaceWith(...bold.childNodes);
    if (cell.localName === 'th') continue;
    const head = rename(cell, 'th') as HTMLTableCellElement;
    if (cell.colSpan > 1) head.colSpan = cell.colSpan;
  }
  table.prepend(madeOf(table, 'thead', [first]));
}

const isHead = (row: HTMLTableRowElement) =>
  row.cells.length > 0 &&
  [...row.cells].every((cell) => cell.localName === 'th' || isBold(cell)) &&
  /\S/.test(row.textContent ?? '');

/** Whether all words are bold; an empty cell is. */
function isBold(cell: Element): boolean {
  const texts = cell.ownerDocument.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { nodeValue, parentElement } = texts.currentNode;
    if (/[^\s\u00a0]/.test(nodeValue ?? '') && !parentElement?.closest('b, strong')) return false;
  }
  return true;
}
