import type { Command, EditorState } from 'prosemirror-state';
import { schema } from '../schema.ts';

const { link } = schema.marks;

/** A link in a text, and where it is. */
export interface Link {
  from: number;
  to: number;
  address: string;
  words: string;
}

/** The link that the cursor or the selection is in; null if there is none. */
export function linkAt({ selection }: EditorState): Link | null {
  const { $from, $to } = selection;
  const mark = [$from.nodeAfter, $from.nodeBefore].map((node) => link.isInSet(node?.marks ?? [])).find(Boolean);
  if (!mark || !$from.sameParent($to) || !$from.parent.isTextblock) return null;
  const { parent } = $from;
  const isIn = (index: number) => index >= 0 && index < parent.childCount && mark.isInSet(parent.child(index).marks);
  // Behind its last word a cursor is still in it.
  let first = isIn($from.index()) ? $from.index() : $from.index() - 1;
  if (!isIn(first)) return null;
  let last = first;
  while (isIn(first - 1)) first -= 1;
  while (isIn(last + 1)) last += 1;
  let from = $from.start();
  for (let index = 0; index < first; index += 1) from += parent.child(index).nodeSize;
  let to = from;
  for (let index = first; index <= last; index += 1) to += parent.child(index).nodeSize;
  if ($to.pos > to) return null;
  const words = parent.textBetween(from - $from.start(), to - $from.start(), '', ' ');
  return { from, to, address: String(mark.attrs.linkUrl), words };
}

/** Gives a link another address, and other words. The marks of words that stay are kept. */
export function changeLink({ from, to, words: before }: Link, address: string, words: string): Command {
  return (state, dispatch) => {
    const { tr } = state;
    const mark = link.create({ linkUrl: address });
    if (words === before) tr.removeMark(from, to, link).addMark(from, to, mark);
    else {
      const marks = link.removeFromSet(state.doc.resolve(from).nodeAfter?.marks ?? []);
      tr.replaceWith(from, to, schema.text(words, mark.addToSet(marks)));
    }
    dispatch?.(tr);
    return true;
  };
}

/** Leaves the words of a link. */
export function removeLink({ from, to }: Link): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.removeMark(from, to, link));
    return true;
  };
}
