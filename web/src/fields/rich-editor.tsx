import { Editor } from '@toast-ui/react-editor';
import type { EditorProps } from '@toast-ui/react-editor';
import '@toast-ui/editor/dist/i18n/es-es';
import { useEffect, useLayoutEffect, useRef } from 'react';
import '../styles/admin-rich.css';
import { cleanHtml, cleanPasted } from './clean-html.ts';
import type { FieldProps } from './field-props.ts';

/** Only what `contract/html.ts` keeps. */
const TOOLBAR = [['heading', 'bold', 'italic', 'strike'], ['ul', 'ol', 'indent', 'outdent'], ['quote', 'hr'], ['table', 'link']];
const DESTROY_AFTER = 500;
type Plugin = NonNullable<EditorProps['plugins']>[number];

/**
 * What is pasted or dropped is cleaned before the editor sees it: its own way of reading Word would run what is in it.
 */
const cleanPasting: Plugin = ({ pmState }) => {
  function take(view: EditorView, event: Event, data: DataTransfer | null): boolean {
    const html = data?.getData('text/html');
    if (!html) return false;
    event.preventDefault();
    view.pasteHTML(cleanPasted(html));
    return true;
  }
  const handleDOMEvents = {
    paste: (view: EditorView, event: ClipboardEvent) => take(view, event, event.clipboardData),
    // What is moved within the text stays the editor's business.
    drop: (view: EditorView, event: DragEvent) => !view.dragging && take(view, event, event.dataTransfer),
  };
  return { wysiwygPlugins: [() => new pmState.Plugin({ props: { handleDOMEvents } })] };
};
interface EditorView {
  dragging: unknown;
  pasteHTML(html: string): boolean;
}

/**
 * The editor of rich text. It rewrites what it loads (spaces, paragraphs in cells), so what it says right after loading is
 * taken for the stored text: opening a record and leaving it changes nothing.
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
    // Its toolbar lays itself out up to 200 ms late, and breaks if it has been taken apart by then.
    return () => void setTimeout(() => instance.destroy(), DESTROY_AFTER);
    // The editor is made once; later texts are loaded below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
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

  // The editor gives its overflow button no name, makes it anew whenever the width changes, and misspells its roles.
  useEffect(() => {
    const toolbar = box.current?.querySelector('.toastui-editor-toolbar');
    if (!toolbar) return;
    const name = () => {
      toolbar.querySelector('.more:not([aria-label])')?.setAttribute('aria-label', 'Más herramientas');
      for (const part of toolbar.querySelectorAll('[aria-role]')) {
        part.setAttribute('role', part.getAttribute('aria-role') ?? '');
        part.removeAttribute('aria-role');
      }
    };
    const observer = new MutationObserver(name);
    observer.observe(toolbar, { childList: true, subtree: true });
    name();
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={box} className="rich">
      <Editor
        ref={editor} initialEditType="wysiwyg" hideModeSwitch initialValue=" " language="es-ES" usageStatistics={false} autofocus={false}
        height="auto" minHeight="224px" toolbarItems={TOOLBAR} customHTMLSanitizer={cleanHtml} plugins={[cleanPasting]}
        hooks={{ addImageBlobHook: () => false }}
      />
    </div>
  );
}
