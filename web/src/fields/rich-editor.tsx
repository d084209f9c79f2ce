import { Editor } from '@toast-ui/react-editor';
import { useEffect, useLayoutEffect, useRef } from 'react';
import '../styles/admin-rich.css';
import { cleanHtml } from './clean-html.ts';
import { cleanPasting, plainLinks } from './editor-plugins.ts';
import { EDITOR_LANGUAGE } from './editor-words.ts';
import type { FieldProps } from './field-props.ts';
import { watchLinkPopup } from './link-popup.ts';

/** Only what `contract/values/html.ts` keeps. */
const TOOLBAR = [
  ['heading', 'bold', 'italic', 'strike'],
  ['ul', 'ol', 'indent', 'outdent'],
  ['quote', 'hr'],
  ['table', 'link'],
];
/** What the editor opens over the text, by the end of its class. */
const POPUPS = [
  ['heading', 'Encabezados'],
  ['table', 'Insertar una tabla'],
  ['link', 'Insertar un enlace'],
] as const;

/**
 * The editor of rich text. It rewrites what it loads (spaces, paragraphs in cells), so what it says right after loading
 * is taken for the stored text: opening a record and leaving it changes nothing.
 */
export function RichEditor({ id, value, describedBy, isInvalid, onType, onLeave }: FieldProps) {
  const editor = useRef<Editor>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = String(value ?? '');
  // The text that was loaded, and what the editor made of it.
  const loaded = useRef({ value: shown, output: '' });
  // What the field was last told.
  const told = useRef(shown);
  const isLoading = useRef(false);
  const handlers = useRef({ onType, onLeave });
  useEffect(() => {
    handlers.current = { onType, onLeave };
  });

  function load(text: string) {
    const instance = editor.current?.getInstance();
    if (!instance) return;
    told.current = text;
    // It calls what it rewrites a change, before it is known what it made of the text.
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
      if (next === told.current) return;
      told.current = next;
      handlers.current.onType(next);
    });
    instance.on('blur', () => handlers.current.onLeave());
    // The editor is made once; later texts are loaded below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useLayoutEffect(() => {
    const instance = editor.current?.getInstance();
    const toolbar = box.current?.querySelector('.toastui-editor-defaultUI-toolbar');
    return instance && toolbar ? destroyWhenStill(instance, toolbar) : undefined;
  }, []);

  // At once: between two changes that come one upon the other, a later effect would load the first over the second.
  useLayoutEffect(() => {
    if (shown !== told.current) load(shown);
  }, [shown]);

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

  // The editor gives its overflow button and popups no names, makes them anew whenever the width changes, and misspells
  // its roles.
  useEffect(() => {
    const toolbar = box.current?.querySelector('.toastui-editor-toolbar');
    if (!toolbar) return;
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
  }, []);

  useEffect(() => (box.current ? watchLinkPopup(box.current) : undefined), []);

  return (
    // What translates a page moves the nodes that the editor counts on.
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

/** The toolbar lays itself out so many ms after its size has changed. */
const LAYOUT_DELAY = 200;

/**
 * Takes the editor apart after its toolbar has laid itself out for the last time. The toolbar does so a moment after
 * its size has changed, as it does when it leaves the page, and throws if it has been taken apart by then: a fixed time
 * would be too short on a busy tablet. This observer was made after the toolbar's own and hears after it.
 * @returns to be called before the editor leaves the page
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
