import { TextSelection } from 'prosemirror-state';
import type { Command, EditorState } from 'prosemirror-state';
import { textPictureSource } from '#contract/addresses/files';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import { pictureNameIn } from '#contract/values/pictures';
import { depthOf } from '../depth.ts';
import { schema } from '../schema.ts';
import type { Attributes } from '../schema.ts';

const { figure, paragraph } = schema.nodes;

/** A picture in a text, and where it is. */
export interface Figure {
  at: number;
  name: string;
  /** Undefined while it is not known. */
  width: number | undefined;
  /** Undefined while nobody has written it; '' for a picture that is decorative. */
  alt: string | undefined;
  isHalf: boolean;
}

/** The picture that the cursor is at; null if there is none. */
export function figureAt({ selection: { $from } }: EditorState): Figure | null {
  const depth = depthOf($from, figure);
  if (!depth) return null;
  const { picture, isHalf } = $from.node(depth).attrs as { picture: Attributes; isHalf: boolean };
  const { name, width } = pictureOf(picture);
  return { at: $from.before(depth), name, width, alt: picture.alt, isHalf };
}

/** The picture as the attributes of its element say. */
export function pictureOf({ src = '', alt, width, height }: Attributes): TextPicture {
  const name = pictureNameIn(src.slice(src.lastIndexOf('/') + 1)) ?? '';
  return {
    name,
    ...(alt !== undefined && { alt }),
    ...(width && height && { width: Number(width), height: Number(height) }),
  };
}

/** Inserts a picture behind the paragraph that the cursor or a selection ends in; the cursor is then in its caption. */
export function insertPicture({ name, width, height }: TextPicture): Command {
  return (state, dispatch) => {
    const { $to, empty } = state.selection;
    const picture = {
      src: textPictureSource(name, width ?? 0),
      ...(width && height && { width: String(width), height: String(height) }),
    };
    const { tr } = state;
    const isEmpty = empty && $to.parent.type === paragraph && $to.parent.content.size === 0;
    // Behind a picture, not in its caption.
    const depth = depthOf($to, figure) || $to.depth;
    const at = depth === 0 ? $to.pos : isEmpty ? $to.before() : $to.after(depth);
    if (isEmpty) tr.replaceWith(at, $to.after(), figure.create({ picture }));
    else tr.insert(at, figure.create({ picture }));
    tr.setSelection(TextSelection.create(tr.doc, at + 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Says what a picture shows, or that it is decorative; undefined takes it back. */
export function describePicture({ at }: Figure, alt: string | undefined): Command {
  return change(at, ({ picture, ...attrs }) => {
    const { src = '', width, height } = picture as Attributes;
    const size = width !== undefined && height !== undefined ? { width, height } : {};
    return { ...attrs, picture: { src, ...(alt !== undefined && { alt }), ...size } };
  });
}

/** Makes a picture as wide as the text, or half as wide. */
export const widenPicture = ({ at, isHalf }: Figure): Command => change(at, (attrs) => ({ ...attrs, isHalf: !isHalf }));

/**
 * Puts a picture in the place of another one, wherever that is. What is said of it stays, to be read again.
 * @param isPart whether it belongs to what was done last: it is no step of its own for who undoes
 */
export function replacePicture(former: string, { name, width, height }: TextPicture, isPart = false): Command {
  return (state, dispatch) => {
    const { tr } = state;
    state.doc.descendants((node, at) => {
      const { alt } = pictureOf((node.attrs.picture ?? {}) as Attributes);
      if (node.type !== figure || pictureOf(node.attrs.picture as Attributes).name !== former) return;
      const picture = {
        src: textPictureSource(name, width ?? 0),
        ...(alt !== undefined && { alt }),
        ...(width && height && { width: String(width), height: String(height) }),
      };
      tr.setNodeMarkup(at, null, { ...node.attrs, picture });
    });
    if (!tr.docChanged) return false;
    dispatch?.(isPart ? tr.setMeta('addToHistory', false) : tr);
    return true;
  };
}

function change(at: number, attrsOf: (attrs: Record<string, unknown>) => Record<string, unknown>): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    if (node?.type !== figure) return false;
    dispatch?.(state.tr.setNodeMarkup(at, null, attrsOf(node.attrs)));
    return true;
  };
}

/** Takes a picture and its caption out of the text. */
export function removePicture({ at }: Figure): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    if (node?.type !== figure) return false;
    const { tr } = state;
    const isOnly = state.doc.resolve(at).parent.childCount === 1;
    if (isOnly) tr.replaceWith(at, at + node.nodeSize, paragraph.create());
    else tr.delete(at, at + node.nodeSize);
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), -1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Puts a picture before what is before it, or behind what is behind it. */
export function movePicture({ at }: Figure, isUp: boolean): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    const $at = state.doc.resolve(at);
    const other = isUp ? $at.nodeBefore : $at.parent.maybeChild($at.index() + 1);
    if (node?.type !== figure || !other) return false;
    const place = isUp ? at - other.nodeSize : at + other.nodeSize;
    const { tr } = state;
    tr.delete(at, at + node.nodeSize).insert(place, node);
    tr.setSelection(TextSelection.create(tr.doc, place + 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Enter in a caption goes on below the picture. */
export function leaveCaption(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const { $from } = state.selection;
  const depth = depthOf($from, figure);
  if (!depth) return false;
  const at = $from.after(depth);
  const { tr } = state;
  tr.insert(at, paragraph.create()).setSelection(TextSelection.create(tr.doc, at + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Goes to the end of a text that ends with a picture: below it, not into its caption. */
export function goBelowLast({ doc, tr }: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  let last = doc.lastChild;
  while (last && last.type !== figure) last = last.lastChild;
  if (!last) return false;
  const end = doc.content.size;
  tr.insert(end, paragraph.create()).setSelection(TextSelection.create(tr.doc, end + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
}

/** Backspace in an empty caption takes its picture out. */
export function removeFromCaption(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const found = figureAt(state);
  const { $from, empty } = state.selection;
  if (!found || !empty || $from.parent.content.size > 0) return false;
  return removePicture(found)(state, dispatch);
}
