import { config } from 'zod';

// The portal's policy forbids making code from text: without this, zod would try, and be caught, on every screen.
config({ jitless: true });

/** What is shown without the code of the screens. The link loads the same address again. */
const NOT_LOADED = `<main role="alert"><h1>No pudimos abrir el administrador</h1>
<p>Falta parte del portal en este dispositivo. Revisá tu conexión. Lo que guardaste sigue acá.</p>
<p><a href="">Probar de nuevo</a></p></main>`;

const root = document.getElementById('root') as HTMLElement;
// The style of the back office is loaded by the code of its screens: a document contains only the script.
import('./shell/start.tsx')
  .then(({ start }) => start(root))
  .catch((error: unknown) => {
    reportError(error);
    // The code is not on this device, or it failed before it drew anything.
    if (root.childElementCount === 0) root.innerHTML = NOT_LOADED;
  });
