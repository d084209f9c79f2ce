import { useEffect, useLayoutEffect, useRef } from 'react';
import JsonEditorLibrary from 'jsoneditor/dist/jsoneditor-minimalist.js';
import type { z } from 'zod';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import '../../styles/admin/json.css';

/**
 * Edits a document as JSON, for bulk editing. Validates with the same schema as the form and the server.
 * @param reverts number of times that what was typed was discarded: a broken text is then replaced too
 * @param onBroken called with whether the text is no JSON, so that `value` is not what is shown
 */
export function JsonEditor({
  value,
  reverts,
  schema,
  onChange,
  onBroken,
}: {
  value: Json;
  reverts: number;
  schema: z.ZodType;
  onChange: (value: Json) => void;
  onBroken: (isBroken: boolean) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditorLibrary>(null);
  const shown = useRef(value);
  const known = useRef(reverts);
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
          (schema.safeParse(json).error?.issues ?? []).map(({ path, message }) => ({
            path: path as (string | number)[],
            message,
          })),
        onChangeText(text) {
          const next = parsed(text);
          onBroken(next === undefined);
          if (next === undefined || sameValue(next, shown.current)) return;
          shown.current = next;
          change.current(next);
        },
      },
      shown.current,
    );
    editor.current = made;
    // The editor gives its search box and button no accessible names.
    box.current?.querySelector('.jsoneditor-search input')?.setAttribute('aria-label', 'Buscar en los datos');
    box.current?.querySelector('.jsoneditor-refresh')?.setAttribute('aria-label', 'Buscar de nuevo');
    return () => {
      made.destroy();
      onBroken(false);
    };
  }, [schema, onBroken]);

  // A layout effect, because a later effect could load the first of two quick changes over the second.
  useLayoutEffect(() => {
    if (sameValue(value, shown.current) && known.current === reverts) return;
    shown.current = value;
    known.current = reverts;
    editor.current?.update(value);
    onBroken(false);
  }, [value, reverts, onBroken]);

  return <div ref={box} className="json" />;
}

/** Parses JSON; undefined if the text is invalid. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
