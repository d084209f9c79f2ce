import { closeHistory } from 'prosemirror-history';
import { DOMParser as DocumentParser, Slice } from 'prosemirror-model';
import type { Node as Block, ResolvedPos } from 'prosemirror-model';
import { Plugin, PluginKey, Selection } from 'prosemirror-state';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { finished, fromHtml } from './pasted/pasted-html.ts';
import type { Pasted } from './pasted/pasted-text.ts';
import { fromText } from './pasted/pasted-text.ts';
import { pictureOf } from './pictures/figures.ts';
import { schema } from './schema.ts';
import type { Attributes } from './schema.ts';

/** What the last paste brought, and where it is. */
interface LastPaste extends Pick<Pasted, 'lost' | 'joined' | 'asked'> {
  from: number;
  to: number;
  /** Whether nothing has been changed since. */
  isLast: boolean;
}

const key = new PluginKey<LastPaste | null>('pasting');

/** What there is to be said of the last paste; null if nothing. */
export function lastPaste(state: EditorState): LastPaste | null {
  const last = key.getState(state);
  if (!last) return null;
  // Those that were picked, or taken out, are no longer asked for.
  const asked = last.asked.filter((name) => namesIn(state.doc).has(name));
  const isSaid = last.lost.length > 0 || asked.length > 0 || (last.joined !== null && last.isLast);
  return isSaid ? { ...last, asked } : null;
}

function namesIn(doc: Block): Set<string> {
  const names = new Set<string>();
  doc.descendants((node) => {
    if (node.type === schema.nodes.figure) names.add(pictureOf(node.attrs.picture as Attributes).name);
  });
  return names;
}

/**
 * Makes rich text of what is pasted and dropped, before the editor reads it.
 * @param takes whether the text takes pictures
 * @param take takes pictures; `into` is the name of one in the text in whose place it is put
 */
export function pasting(
  takes: () => boolean,
  take: (pictures: readonly File[], into?: string) => void,
): Plugin<LastPaste | null> {
  // What is being pasted.
  let now: Pasted = NOTHING;
  // Those in what was pasted, until they are in the document.
  let untaken: Pasted['pictures'] = [];

  function begun(made: Pasted): string {
    now = made;
    untaken = made.pictures;
    return made.html;
  }

  return new Plugin<LastPaste | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, last, before) {
        const said = transaction.getMeta(key) as LastPaste | null | undefined;
        if (said !== undefined) return said;
        if (!transaction.docChanged) return last;
        if (/^(?:paste|drop)$/.test(String(transaction.getMeta('uiEvent')))) {
          const { from, to } = before.selection;
          const { lost, joined, asked } = now;
          return { lost, joined, asked, from, to: transaction.mapping.map(to), isLast: true };
        }
        if (!last) return null;
        // What was said of a text that is gone since is said of nothing.
        const from = transaction.mapping.map(last.from, 1);
        const to = transaction.mapping.map(last.to, -1);
        return last.from < last.to && from >= to ? null : { ...last, from, to, isLast: false };
      },
    },
    view: () => ({
      update() {
        const pictures = untaken;
        untaken = [];
        for (const { name, file } of pictures) take([file], name);
      },
    }),
    props: {
      transformPastedHTML: (html) => begun(fromHtml(html, takes())),
      clipboardTextParser: (text, context, isPlain) =>
        (isPlain ? null : sliceOf(begun(fromText(text)), context)) as unknown as Slice,
      // Programs of an office add a picture of what they have put there as text.
      handlePaste: (view, event, slice) =>
        slice.size === 0 && (takeFiles(event.clipboardData) || sayLost(view, now, event)),
      handleDrop(view, event, _slice, isMoved) {
        const { dataTransfer, clientX: left, clientY: top } = event;
        if (isMoved || !dataTransfer?.files.length) return false;
        const place = view.posAtCoords({ left, top });
        if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
        takeFiles(dataTransfer);
        // Otherwise the browser would leave the page and show the file.
        return true;
      },
      handleDOMEvents: { paste: begin, drop: begin },
    },
  });

  function takeFiles(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || !takes()) return false;
    take(files);
    return true;
  }

  /** What is pasted is undone by itself. */
  function begin(view: EditorView): false {
    now = NOTHING;
    view.dispatch(closeHistory(view.state.tr));
    return false;
  }
}

const NOTHING: Pasted = { html: '', lost: [], joined: null, pictures: [], asked: [] };

/** Says what was lost if nothing else was pasted; what is selected stays. */
function sayLost(view: EditorView, { lost }: Pasted, { clipboardData }: ClipboardEvent): boolean {
  const pictures = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/')).length;
  const all = pictures > 0 ? [pictures === 1 ? '1 imagen' : `${pictures} imágenes`] : lost;
  if (all.length === 0) return false;
  const { from, to } = view.state.selection;
  view.dispatch(view.state.tr.setMeta(key, { lost: all, joined: null, asked: [], from, to, isLast: false }));
  return true;
}

const parser = DocumentParser.fromSchema(schema);

function sliceOf(html: string, context: ResolvedPos): Slice {
  const box = document.createElement('div');
  box.innerHTML = finished(html);
  return parser.parseSlice(box, { preserveWhitespace: true, context });
}

/** Joins the lines of the last paste. */
export const joinPasted: Command = (state, dispatch) => {
  const last = key.getState(state);
  if (!last?.isLast || last.joined === null) return false;
  const slice = sliceOf(last.joined, state.doc.resolve(last.from));
  const tr = state.tr.replaceRange(last.from, last.to, Slice.maxOpen(slice.content));
  dispatch?.(tr.setMeta(key, null).scrollIntoView());
  return true;
};

/** Hides what is said of the last paste. */
export const dismissPasted: Command = (state, dispatch) => {
  dispatch?.(state.tr.setMeta(key, null));
  return true;
};
