import { Component, lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';

const RichEditor = lazy(() =>
  import('./rich-editor.tsx').then(
    ({ RichEditor: component }) => ({ default: component }),
    () => ({ default: NoEditor }),
  ),
);

/** Rich text. The editor is a large library of its own and comes when a screen first shows one. */
export function HtmlField(props: FieldProps) {
  return (
    <Suspense
      fallback={
        <div className="rich-loading" role="status">
          Cargando el editor…
        </div>
      }
    >
      <Remounting>
        <RichEditor {...props} />
      </Remounting>
    </Suspense>
  );
}

function NoEditor({ id }: FieldProps) {
  return (
    <p id={id} className="rich-loading">
      El editor de texto no está guardado en este dispositivo. Conectate y volvé a abrir esta pantalla; lo demás se
      puede editar.
    </p>
  );
}

const MOST_FAILURES = 3;

/**
 * An editor that fails is put in its place anew. The field around it holds what was typed, so nothing of it is lost;
 * one that keeps failing leaves the rest of the screen standing. React knows this as a class only.
 */
class Remounting extends Component<{ children: ReactNode }, { hasFailed: boolean; failures: number }> {
  override state = { hasFailed: false, failures: 0 };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    const failures = this.state.failures + 1;
    this.setState({ failures, hasFailed: failures >= MOST_FAILURES });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="rich-loading" role="alert">
        <p>El editor de texto falló. Lo que escribiste sigue guardado en este dispositivo.</p>
        <p>
          <button
            className="button quiet"
            type="button"
            onClick={() => this.setState({ hasFailed: false, failures: 0 })}
          >
            Abrir el editor otra vez
          </button>
        </p>
      </div>
    );
  }
}
