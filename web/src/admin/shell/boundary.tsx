import { Component } from 'react';
import type { ReactNode } from 'react';

/**
 * Error boundary of a screen: the frame still works, and a message says that nothing saved was lost. React has error
 * boundaries only as classes.
 */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h1 tabIndex={-1}>Algo falló en esta pantalla</h1>
        <p>
          Lo que guardaste sigue en este dispositivo y lo que estabas escribiendo también. Recargá la página para
          seguir.
        </p>
        <p>
          <button className="button" type="button" onClick={() => location.reload()}>
            Recargar
          </button>
        </p>
      </div>
    );
  }
}
