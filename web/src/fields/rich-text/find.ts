import { Plugin, PluginKey, TextSelection } from 'prosemirror-state';
import type { Command, EditorState } from 'prosemirror-state';
import type { Node as Block } from 'prosemirror-model';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { bare } from '#contract/values/text';

/** Words that are looked for in a text, where they are, and which of the places is shown. */
interface Finding {
  words: string;
  places: readonly Place[];
  at: number;
}
interface Place {
  from: number;
  to: number;
}

const key = new PluginKey<Finding>('find');
const NOTHING: Finding = { words: '', places: [], at: -1 };

/** What is looked for now, how often it is there, and the number of the place that is shown; 0 for none. */
export function findingOf(state: EditorState): { words: string; count: number; number: number } {
  const { words, places, at } = key.getState(state) ?? NOTHING;
  return { words, count: places.length, number: at + 1 };
}

/** Marks where words are in the text. Accents and upper case make no difference. */
export function finding(): Plugin<Finding> {
  return new Plugin<Finding>({
    key,
    state: {
      init: () => NOTHING,
      apply(transaction, before) {
        const words = (transaction.getMeta(key) as Partial<Finding> | undefined)?.words ?? before.words;
        const at = (transaction.getMeta(key) as Partial<Finding> | undefined)?.at;
        if (words === before.words && !transaction.docChanged) return at === undefined ? before : { ...before, at };
        const places = placesOf(transaction.doc, words);
        return { words, places, at: Math.min(at ?? before.at, places.length - 1) };
      },
    },
    props: {
      decorations(state) {
        const { places, at } = key.getState(state) ?? NOTHING;
        if (places.length === 0) return null;
        return DecorationSet.create(
          state.doc,
          places.map(({ from, to }, i) => Decoration.inline(from, to, { class: i === at ? 'found current' : 'found' })),
        );
      },
    },
  });
}

/** Looks for words, and shows the first place from the cursor on; '' ends it. */
export const find =
  (words: string): Command =>
  (state, dispatch) => {
    const places = placesOf(state.doc, words);
    const next = places.findIndex(({ from }) => from >= state.selection.from);
    dispatch?.(show(state, { words, at: places.length === 0 ? -1 : Math.max(0, next) }, places));
    return true;
  };

/** Shows the next place, or the one before, and goes round. */
export const findOther =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const { words, places, at } = key.getState(state) ?? NOTHING;
    if (places.length === 0) return false;
    dispatch?.(show(state, { words, at: (at + step + places.length) % places.length }, places));
    return true;
  };

function show(state: EditorState, finding: { words: string; at: number }, places: readonly Place[]) {
  const tr = state.tr.setMeta(key, finding);
  const place = places[finding.at];
  return place ? tr.setSelection(TextSelection.create(tr.doc, place.from, place.to)).scrollIntoView() : tr;
}

function placesOf(doc: Block, words: string): Place[] {
  const wanted = bare(words);
  const places: Place[] = [];
  if (wanted.trim() === '') return places;
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    // Letter by letter, because folding may change their number.
    const text = node.textBetween(0, node.content.size, '', '\n');
    const folded: string[] = [];
    const origins: number[] = [];
    let at = 0;
    for (const letter of text) {
      for (const one of bare(letter)) {
        folded.push(one);
        origins.push(at);
      }
      at += letter.length;
    }
    const all = folded.join('');
    for (let found = all.indexOf(wanted); found >= 0; found = all.indexOf(wanted, found + wanted.length)) {
      const from = pos + 1 + (origins[found] ?? 0);
      places.push({ from, to: pos + 1 + (origins[found + wanted.length] ?? text.length) });
    }
    return false;
  });
  return places;
}
