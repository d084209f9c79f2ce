import type ToastEditor from '@toast-ui/editor';
import { baseKeymap } from 'prosemirror-commands';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redoDepth, undoDepth } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { Fragment } from 'prosemirror-model';
import { EditorState, Plugin } from 'prosemirror-state';
import type { Command } from 'prosemirror-state';
import { isInTable, tableEditing } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import type { TextPictures } from '../text-pictures.ts';
import { COMMANDS, KEYS } from './commands.ts';
import { depthOf } from './depth.ts';
import { FigureView } from './pictures/figure-view.ts';
import { finding } from './find.ts';
import { inSight } from './in-sight.ts';
import { loadText } from './loaded-text.ts';
import { pasting } from './pasting.ts';
import { insertPicture, replacePicture } from './pictures/figures.ts';
import { schema } from './schema.ts';
import { written } from './written.ts';

/**
 * What is used of toast-ui's private parts. Its version is pinned, and a test names each of them
 * (`tests/e2e/rich-text/shell.proof.ts`).
 */
export interface Inside {
  /** Its editor without Markdown. */
  wwEditor: { view: EditorView };
  eventEmitter: { emit(event: 'changeToolbarState', state: { toolbarState: ToolbarState }): void };
}
type ToolbarState = Record<string, { active: boolean; disabled?: boolean }>;

/** The part of toast-ui's editor that is the portal's own: the document, and all that is done with it. */
export interface Shell {
  view: EditorView;
  /** Loads a text. What was done before can no longer be undone. */
  load(text: string): void;
  /** The text as it is to be stored. */
  text(): string;
  /** Runs a command in the editor, which gets the focus. */
  run(command: Command): void;
  /** The same, but the focus stays where it is. */
  change(command: Command): void;
  /** Takes photos that were picked. @param into the name of a picture in the text in whose place they are put */
  takePictures(files: readonly File[], into?: string): void;
  /** Shows pictures as they can be had now, and what is to be said of them. */
  drawPictures(): void;
}

/**
 * Puts a document, commands and keys of the portal's own into toast-ui's editor, and keeps its toolbar and popups. Its
 * own document loses line breaks in cells and within bold text, tables without a head, and merged cells.
 * @param onChange called when the document has changed
 * @param onMove called with each state, also when only the cursor has moved
 * @param pictures returns what shows and takes pictures now
 * @param pickPictures lets a person pick some
 * @param openFind lets a person look for words in the text
 */
export function takeOver(
  editor: ToastEditor,
  {
    onChange,
    onMove,
    pictures,
    pickPictures,
    openFind,
  }: {
    onChange: () => void;
    onMove: (state: EditorState) => void;
    pictures: () => TextPictures;
    pickPictures: () => void;
    openFind: () => void;
  },
): Shell {
  const { wwEditor, eventEmitter } = editor as unknown as Inside;
  const { view } = wwEditor;
  let loaded = loadText('');
  const figures = new Set<FigureView>();

  function show({ state }: EditorView): void {
    eventEmitter.emit('changeToolbarState', { toolbarState: toolbarState(state) });
    onMove(state);
  }
  const showState = new Plugin({
    view(made) {
      show(made);
      return { update: show };
    },
  });
  /** Into a text that begins with a picture a browser puts no cursor. */
  const setCursor = new Plugin({
    props: {
      handleDOMEvents: {
        focus() {
          setTimeout(() => {
            const { anchorNode = null } = getSelection() ?? {};
            if (view.hasFocus() && (anchorNode === null || anchorNode === view.dom)) view.focus();
          });
        },
      },
    },
  });
  const plugins = [
    pasting(
      () => pictures().add !== null,
      (files, into) => takePictures(view, pictures(), files, into, true),
    ),
    keymap(KEYS),
    keymap({
      'Mod-f': () => {
        openFind();
        return true;
      },
    }),
    tableEditing(),
    keymap(baseKeymap),
    history(),
    gapCursor(),
    finding(),
    inSight(),
    showState,
    setCursor,
  ];

  function load(text: string): void {
    loaded = loadText(text);
    // A state of its own: with a transaction, undoing would lead back to the text before.
    view.updateState(EditorState.create({ doc: loaded.doc, plugins }));
  }

  view.setProps({
    dispatchTransaction(transaction) {
      const { state, transactions } = view.state.applyTransaction(transaction);
      view.updateState(state);
      if (transactions.some(({ docChanged }) => docChanged)) onChange();
    },
    nodeViews: {
      figure(node, own, getPos) {
        const shown = new FigureView(node, own, getPos, pictures);
        figures.add(shown);
        return shown;
      },
    },
    clipboardSerializer: { serializeFragment: copied } as NonNullable<EditorView['props']['clipboardSerializer']>,
    ...UNUSED,
  });
  for (const [name, command] of Object.entries(COMMANDS))
    editor.addCommand('wysiwyg', name, (given, state, dispatch) => {
      view.focus();
      return command(given)(state, dispatch, view);
    });
  editor.addCommand('wysiwyg', 'picture', () => {
    pickPictures();
    return true;
  });
  editor.addCommand('wysiwyg', 'find', () => {
    openFind();
    return true;
  });
  load('');

  return {
    view,
    load,
    text: () => loaded.textOf(view.state.doc),
    run(command) {
      view.focus();
      command(view.state, view.dispatch, view);
    },
    change: (command) => void command(view.state, view.dispatch, view),
    takePictures: (files, into) => takePictures(view, pictures(), files, into),
    drawPictures() {
      for (const one of figures) {
        if (one.dom.isConnected) one.draw();
        else figures.delete(one);
      }
    },
  };
}

/**
 * Takes photos into the text, where the cursor is when each is ready.
 * @param into the name of a picture in the text in whose place they are put
 * @param isPasted whether that picture came with text that was pasted: undoing takes both away at once
 */
function takePictures(
  view: EditorView,
  { add }: TextPictures,
  files: readonly File[],
  into?: string,
  isPasted?: boolean,
): void {
  add?.(files, (picture) => {
    const command = into === undefined ? insertPicture(picture) : replacePicture(into, picture, isPasted);
    command(view.state, view.dispatch);
    // Unless the person is elsewhere by now.
    if (view.dom.closest('.rich')?.contains(document.activeElement)) view.focus();
  });
}

/** Properties of toast-ui's view that would handle pasting and keys in its own document. */
const UNUSED = {
  transformPastedHTML: undefined,
  transformPasted: undefined,
  handlePaste: undefined,
  handleKeyDown: undefined,
  handleDOMEvents: undefined,
} as unknown as Record<string, never>;

/** Copies in the form in which texts are stored. */
function copied(fragment: Fragment): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = written(fragment);
  return template.content;
}

/** What the cursor is in, by the names of the toolbar. */
function toolbarState(state: EditorState): ToolbarState {
  const { $from, from, to, empty } = state.selection;
  const { nodes, marks } = schema;
  const isList = depthOf($from, nodes.listItem) > 0;
  const has = (name: string) => {
    const mark = marks[name];
    if (!mark) return false;
    if (empty) return Boolean(mark.isInSet(state.storedMarks ?? $from.marks()));
    return state.doc.rangeHasMark(from, to, mark);
  };
  const names = ['heading', 'blockQuote', 'bulletList', 'orderedList'] as const;
  return {
    ...Object.fromEntries(names.map((name) => [name, { active: depthOf($from, nodes[name]) > 0 }])),
    ...Object.fromEntries(['strong', 'emph', 'strike', 'link'].map((name) => [name, { active: has(name) }])),
    table: { active: isInTable(state) },
    indent: { active: false, disabled: !isList },
    outdent: { active: false, disabled: !isList },
    undo: { active: false, disabled: undoDepth(state) === 0 },
    redo: { active: false, disabled: redoDepth(state) === 0 },
  };
}
