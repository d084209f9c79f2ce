import ToastEditor from '@toast-ui/editor';
import { Editor } from '@toast-ui/react-editor';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import '../../styles/admin/rich.css';
import { cleanHtml } from './clean-html.ts';
import { cleanPasting, plainLinks } from './editor-plugins.ts';
import { EDITOR_LANGUAGE, EDITOR_WORDS } from './editor-words.ts';
import type { FieldProps } from '../field-props.ts';
import { watchLinkPopup } from './link-popup.ts';

/** Only the tags that `contract/values/html.ts` keeps. */
const TOOLBAR = [
  ['heading', 'bold', 'italic', 'strike'],
  ['ul', 'ol', 'indent', 'outdent'],
  ['quote', 'hr'],
  ['table', 'link'],
];
ToastEditor.setLanguage(EDITOR_LANGUAGE, EDITOR_WORDS);

/** The editor's popups, by the suffix of their class. */
const POPUPS = [
  ['heading', 'Encabezados'],
  ['table', 'Insertar una tabla'],
  ['link', 'Insertar un enlace'],
] as const;

/**
 * The rich-text editor. It rewrites what it loads (spaces, paragraphs in cells), so its output right after loading
 * counts as the stored text: opening a record and leaving it changes nothing.
 */
export function RichEditor({ id, value, describedBy, isInvalid, onType, onLeave }: FieldProps) {
  const editor = useText(String(value ?? ''), { onType, onLeave });
  const box = useRef<HTMLDivElement>(null);

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

  useEffect(() => (box.current ? watchLinkPopup(box.current) : undefined), []);

  return (
    // Page translators move the nodes that the editor relies on.
    <div ref={box} className="rich" translate="no">
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
        toolbarItems={TOOLBAR}
        customHTMLSanitizer={cleanHtml}
        plugins={[cleanPasting, plainLinks]}
        hooks={{ addImageBlobHook: () => false }}
      />
    </div>
  );
}

/** Loads texts into an editor and reports what is typed. @param shown the text to load. @returns the editor's ref */
function useText(shown: string, { onType, onLeave }: Pick<FieldProps, 'onType' | 'onLeave'>): RefObject<Editor | null> {
  const editor = useRef<Editor>(null);
  // The loaded text, and the editor's version of it.
  const loaded = useRef({ value: shown, output: '' });
  // The value last reported to the field.
  const reported = useRef(shown);
  const isLoading = useRef(false);
  const handlers = useRef({ onType, onLeave });
  useEffect(() => {
    handlers.current = { onType, onLeave };
  });

  function load(text: string) {
    const instance = editor.current?.getInstance();
    if (!instance) return;
    reported.current = text;
    // Rewriting on load also fires a change event, before the editor's version of the text is known.
    isLoading.current = true;
    instance.setHTML(cleanHtml(text), false);
    isLoading.current = false;
    loaded.current = { value: text, output: cleanHtml(instance.getHTML()) };
  }

  useEffect(() => {
    const instance = editor.current?.getInstance();
    if (!instance) return;
    load(shown);
    instance.on('change', () => {
      if (isLoading.current) return;
      const output = cleanHtml(instance.getHTML());
      const next = output === loaded.current.output ? loaded.current.value : output === '<p><br></p>' ? '' : output;
      if (next === reported.current) return;
      reported.current = next;
      handlers.current.onType(next);
    });
    instance.on('blur', () => handlers.current.onLeave());
    // The editor is made once; later texts are loaded below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // A layout effect, because a later effect could load the first of two quick changes over the second.
  useLayoutEffect(() => {
    if (shown !== reported.current) load(shown);
  }, [shown]);
  return editor;
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
