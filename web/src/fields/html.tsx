import { lazy, Suspense } from 'react';
import type { FieldProps } from './field-props.ts';

const RichEditor = lazy(() => import('./rich-editor.tsx').then(({ RichEditor: component }) => ({ default: component }), () => ({ default: NoEditor })));

/** Rich text. The editor is a large library of its own and comes when a screen first shows one. */
export function HtmlField(props: FieldProps) {
  return (
    <Suspense fallback={<div className="rich-loading" role="status">Cargando el editor…</div>}>
      <RichEditor {...props} />
    </Suspense>
  );
}

function NoEditor({ id }: FieldProps) {
  return <p id={id} className="rich-loading">El editor de texto no está guardado en este dispositivo. Conectate y volvé a abrir esta pantalla; lo demás se puede editar.</p>;
}
