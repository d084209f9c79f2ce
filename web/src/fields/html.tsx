import { Component, lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { FieldProps } from './field-props.ts';

const RichEditor = lazy(() =>
  import('./rich-text/rich-editor.tsx').then(
    ({ RichEditor: component }) => ({ default: component }),
    () => ({ default: NoEditor }),
  ),
);

/** A rich-text field. The editor is a large library, loaded when a screen first shows one. */
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
 * Remounts an editor that fails. The surrounding field holds the typed text, so nothing is lost; if the editor keeps
 * failing, the rest of the screen still works. React has error boundaries only as classes.
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
