import { lazy, Suspense } from 'react';
import type { FieldProps } from './field-props.ts';

const RichEditor = lazy(() => import('./rich-editor.tsx').then(({ RichEditor: component }) => ({ default: component })));

/** Rich text. The editor is a large library of its own and comes when a screen first shows one. */
export function HtmlField(props: FieldProps) {
  return (
    <Suspense fallback={<div className="rich-loading" role="status">Cargando el editor…</div>}>
      <RichEditor {...props} />
    </Suspense>
  );
}
