import ToastEditor from '@toast-ui/editor';
import { Editor } from '@toast-ui/react-editor';
import { isInTable } from 'prosemirror-tables';
import type { Command, EditorState } from 'prosemirror-state';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import '../../styles/admin/rich.css';
import { EDITOR_LANGUAGE, EDITOR_WORDS } from './editor-words.ts';
import type { FieldProps } from '../field-props.ts';
import { TextPicturesContext } from '../text-pictures.ts';
import type { TextPictures } from '../text-pictures.ts';
import { FindBar } from './find-bar.tsx';
import { find, findingOf } from './find.ts';
import { HeadingNotice, wrongHeading } from './headings.tsx';
import type { WrongHeading } from './headings.tsx';
import { watchLinkPopup } from './links/link-popup.ts';
import { LinkTools } from './links/link-tools.tsx';
import { linkAt } from './links/links.ts';
import type { Link } from './links/links.ts';
import { PasteNotice } from './paste-notice.tsx';
import { lastPaste } from './pasting.ts';
import { PictureTools } from './pictures/picture-tools.tsx';
import { figureAt } from './pictures/figures.ts';
import type { Figure } from './pictures/figures.ts';
import { takeOver } from './shell.ts';
import type { Shell } from './shell.ts';
import { TableTools } from './table-tools.tsx';
import { watchToolbarKeys } from './toolbar-keys.ts';
import { useOwnPages } from './links/use-own-pages.tsx';

/**
 * Only the tags that `contract/values/html.ts` keeps. On a narrow screen the last ones are behind a button; where the
 * second of a group has no room, toast-ui takes the last one of the group before with it.
 * @param takesPictures whether the text takes new ones
 */
const toolbarOf = (takesPictures: boolean) => [
  [tool('undo', 'Deshacer (Ctrl+Z)'), tool('redo', 'Rehacer (Ctrl+Y)'), tool('find', 'Buscar en el texto (Ctrl+F)')],
  ['heading', 'bold', 'italic', 'strike'],
  ['ul', 'ol'],
  ['link', ...(takesPictures ? [tool('picture', 'Insertar imágenes')] : []), 'table', 'quote'],
  ['indent', 'outdent', 'hr'],
];
/** A tool that toast-ui has a command for and no button. */
function tool(name: string, tooltip: string) {
  return { name, tooltip, command: name, state: name, className: `own-icon ${name}` };
}

ToastEditor.setLanguage(EDITOR_LANGUAGE, EDITOR_WORDS);

/** The editor's popups, by the suffix of their class. */
const POPUPS = [
  ['heading', 'Encabezados'],
  ['table', 'Insertar una tabla'],
  ['link', 'Insertar un enlace'],
] as const;

/** The rich-text editor. Opening a text and leaving it changes nothing, and an edit changes only what it touches. */
export function RichEditor({ id, value, describedBy, isInvalid, onType, onLeave }: FieldProps) {
  const editor = useRef<Editor>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isTable, setTable] = useState(false);
  const [link, setLink] = useState<Link | null>(null);
  const [paste, setPaste] = useState<ReturnType<typeof lastPaste>>(null);
  const [figure, setFigure] = useState<Figure | null>(null);
  const [finding, setFinding] = useState<ReturnType<typeof findingOf> | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const [wrong, setWrong] = useState<WrongHeading | null>(null);
  const pictures = useContext(TextPicturesContext);
  const files = useRef<HTMLInputElement>(null);
  /** The picture in whose place the next one is put. */
  const former = useRef<string>(undefined);
  function pick(into?: string): void {
    former.current = into;
    files.current?.click();
  }
  const shell = useText(editor, String(value ?? ''), {
    pictures,
    pickPictures: () => pick(),
    openFind: () => setIsFinding(true),
    onType,
    onLeave,
    onMove(state) {
      setTable(isInTable(state));
      setLink((before) => sameLink(before, linkAt(state)));
      setPaste(lastPaste(state));
      setFinding((before) => sameValues(before, findingOf(state)));
      setWrong((before) => sameValues(before, wrongHeading(state)));
      setFigure((before) => sameValues(before, figureAt(state)));
    },
  });
  const { addressOf, handlers, titles } = useOwnPages();
  const run = (command: Command) => shell.current?.run(command);
  const change = (command: Command) => shell.current?.change(command);
  useEffect(() => shell.current?.drawPictures(), [shell, pictures]);

  useLayoutEffect(() => {
    const instance = editor.current?.getInstance();
    const toolbar = box.current?.querySelector('.toastui-editor-defaultUI-toolbar');
    return instance && toolbar ? destroyWhenStill(instance, toolbar) : undefined;
  }, [editor]);

  useEffect(() => {
    const surface = box.current?.querySelector<HTMLElement>('.toastui-editor-ww-container [contenteditable]');
    if (!surface) return;
    surface.id = id;
    surface.setAttribute('role', 'textbox');
    surface.setAttribute('aria-multiline', 'true');
    surface.setAttribute('aria-labelledby', `${id}-label`);
    surface.setAttribute('aria-describedby', describedBy);
    surface.setAttribute('aria-invalid', String(isInvalid));
  }, [id, describedBy, isInvalid]);

  useEffect(() => {
    const toolbar = box.current?.querySelector('.toastui-editor-toolbar');
    return toolbar ? keepNamed(toolbar) : undefined;
  }, []);

  useEffect(() => {
    const toolbar = box.current?.querySelector<HTMLElement>('.toastui-editor-toolbar');
    return toolbar ? watchToolbarKeys(toolbar, () => shell.current?.view.focus()) : undefined;
  }, [shell]);

  useEffect(() => (box.current ? watchLinkPopup(box.current, addressOf) : undefined), [addressOf]);

  return (
    // Page translators move the nodes that the editor relies on.
    <div ref={box} className="rich" translate="no" {...handlers}>
      <Editor
        ref={editor}
        initialEditType="wysiwyg"
        hideModeSwitch
        initialValue=" "
        language={EDITOR_LANGUAGE}
        usageStatistics={false}
        autofocus={false}
        height="auto"
        minHeight="224px"
        toolbarItems={toolbarOf(pictures.add !== null)}
        hooks={{ addImageBlobHook: () => false }}
      />
      <div className="rich-bars">
        {/* One bar at a time stands there: while somebody looks for words, that one. */}
        {link && !isFinding && (
          <LinkTools key={`${link.from} ${link.words} ${link.address}`} link={link} addressOf={addressOf} run={run} />
        )}
        {isFinding && finding && (
          <FindBar
            finding={finding}
            change={change}
            close={() => {
              setIsFinding(false);
              run(find(''));
            }}
          />
        )}
        {isTable && !isFinding && <TableTools run={run} />}
        {figure && !isFinding && (
          <PictureTools
            figure={figure}
            change={change}
            run={run}
            replace={pictures.add ? () => pick(figure.name) : undefined}
          >
            {pictures.editing(figure, (edited) => shell.current?.takePictures([edited], figure.name))}
          </PictureTools>
        )}
        <PasteNotice paste={paste} run={run} pick={pick} />
      </div>
      <input
        ref={files}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          shell.current?.takePictures(
            [...(currentTarget.files ?? [])].slice(0, former.current ? 1 : undefined),
            former.current,
          );
          // Emptied, so that the same file can be picked again after it was refused.
          currentTarget.value = '';
        }}
      />
      {titles}
      <HeadingNotice wrong={wrong} run={run} />
    </div>
  );
}

/** Keeps the same object for the same link, so that what is being typed about it is not thrown away. */
function sameLink(before: Link | null, now: Link | null): Link | null {
  const isSame = before && now && before.from === now.from && before.to === now.to && before.address === now.address;
  return isSame && before.words === now.words ? before : now;
}

/** Keeps the same object for the same values, so that nothing is drawn again at each key. */
function sameValues<T extends object>(before: T | null, now: T | null): T | null {
  const isSame = before && now && JSON.stringify(before) === JSON.stringify(now);
  return isSame ? before : now;
}

/**
 * Loads texts into an editor and reports what is typed.
 * @param shown the text to load
 * @returns the portal's part of the editor
 */
function useText(
  editor: RefObject<Editor | null>,
  shown: string,
  handlers: Pick<FieldProps, 'onType' | 'onLeave'> & {
    onMove: (state: EditorState) => void;
    pictures: TextPictures;
    pickPictures: () => void;
    openFind: () => void;
  },
): RefObject<Shell | null> {
  const shell = useRef<Shell>(null);
  // The text last reported to the field.
  const reported = useRef(shown);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useLayoutEffect(() => {
    const instance = editor.current?.getInstance();
    if (!instance) return;
    const own = takeOver(instance, {
      onChange() {
        const next = own.text();
        if (next === reported.current) return;
        reported.current = next;
        latest.current.onType(next);
      },
      onMove: (state) => latest.current.onMove(state),
      pictures: () => latest.current.pictures,
      pickPictures: () => latest.current.pickPictures(),
      openFind: () => latest.current.openFind(),
    });
    own.load(reported.current);
    shell.current = own;
    instance.on('blur', () => latest.current.onLeave());
    // The editor is made once; later texts are loaded below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // A layout effect, because a later effect could load the first of two quick changes over the second.
  useLayoutEffect(() => {
    if (shown === reported.current) return;
    reported.current = shown;
    shell.current?.load(shown);
  }, [shown]);
  return shell;
}

/**
 * Names the toolbar's overflow button and popups, to which the editor gives no names, and corrects its misspelt roles.
 * It does so again whenever the editor recreates them, as when the width changes.
 * @returns function that stops this
 */
function keepNamed(toolbar: Element): () => void {
  const name = () => {
    toolbar.querySelector('.more:not([aria-label])')?.setAttribute('aria-label', 'Más herramientas');
    for (const part of toolbar.querySelectorAll('[aria-role]')) {
      part.setAttribute('role', part.getAttribute('aria-role') ?? '');
      part.removeAttribute('aria-role');
    }
    for (const popup of toolbar.querySelectorAll('.toastui-editor-popup')) {
      const [, title] = POPUPS.find(([kind]) => popup.classList.contains(`toastui-editor-popup-add-${kind}`)) ?? [];
      popup.setAttribute('aria-label', title ?? 'Más herramientas');
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(toolbar, { childList: true, subtree: true, attributeFilter: ['class'] });
  name();
  return () => observer.disconnect();
}

/** Delay, in ms, from a change of the toolbar's size to its layout. */
const LAYOUT_DELAY = 200;

/**
 * Destroys the editor after its toolbar's last layout. The toolbar lays itself out a moment after its size changes,
 * also when it is removed from the page, and throws if it was destroyed by then. A fixed delay would be too short on a
 * busy tablet; this observer was created after the toolbar's own, so it is notified after it.
 * @returns function to call before the editor is removed from the page
 */
function destroyWhenStill(instance: { destroy(): void }, toolbar: Element): () => void {
  let isLeaving = false;
  const observer = new ResizeObserver(() => {
    if (!isLeaving) return;
    observer.disconnect();
    setTimeout(() => instance.destroy(), 2 * LAYOUT_DELAY);
  });
  observer.observe(toolbar);
  return () => {
    isLeaving = true;
  };
}
