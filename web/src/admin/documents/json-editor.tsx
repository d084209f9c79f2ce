import { useEffect, useLayoutEffect, useRef } from 'react';
import JsonEditorLibrary from 'jsoneditor/dist/jsoneditor-minimalist.js';
import type { z } from 'zod';
import { IN_SPANISH } from '#contract/problems';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import '../../styles/admin/json.css';

/**
 * Edits a document as JSON, for bulk editing. Validates with the same schema as the form and the server.
 * @param value the document, or the text as it was typed while that is no JSON
 */
export function JsonEditor({
  value,
  schema,
  onChange,
}: {
  value: Json;
  schema: z.ZodType;
  onChange: (value: Json) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditorLibrary>(null);
  const shown = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  useEffect(() => {
    const made = new JsonEditorLibrary(
      box.current as HTMLDivElement,
      {
        mode: 'tree',
        modes: ['tree', 'text'],
        language: 'es',
        mainMenuBar: true,
        navigationBar: false,
        statusBar: false,
        enableSort: false,
        enableTransform: false,
        onValidate: (json) =>
          (schema.safeParse(json, IN_SPANISH).error?.issues ?? []).map(({ path, message }) => ({
            path: path as (string | number)[],
            message,
          })),
        onChangeText(text) {
          const next = read(text);
          if (sameValue(next, shown.current)) return;
          shown.current = next;
          change.current(next);
        },
      },
      undefined,
    );
    editor.current = made;
    load(made, shown.current);
    // The editor gives its search box and button no accessible names.
    box.current?.querySelector('.jsoneditor-search input')?.setAttribute('aria-label', 'Buscar en los datos');
    box.current?.querySelector('.jsoneditor-refresh')?.setAttribute('aria-label', 'Buscar de nuevo');
    return () => made.destroy();
  }, [schema]);

  // A layout effect, because a later effect could load the first of two quick changes over the second.
  useLayoutEffect(() => {
    if (sameValue(value, shown.current)) return;
    shown.current = value;
    if (editor.current) load(editor.current, value);
  }, [value]);

  return <div ref={box} className="json" />;
}

/** Returns the document that a text is, or the text itself if it is none. */
function read(text: string): Json {
  try {
    const json = JSON.parse(text) as Json;
    return typeof json === 'string' ? text : json;
  } catch {
    return text;
  }
}

function load(editor: JsonEditorLibrary, value: Json): void {
  if (typeof value !== 'string') return editor.update(value);
  editor.setMode('text');
  editor.updateText(value);
}
