import { pages } from '#contract/addresses/pages';
import { digestPdf } from '#contract/addresses/files';
import { SECTIONS } from '#contract/sections';
import { isSubscription } from '#contract/addresses/subscriptions';
import { Link } from '../../components/link.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { PageHead } from './page-head.tsx';

/** Page for a well-formed address that names nothing public, and for a document that is not there. */
export function Missing() {
  return (
    <>
      <PageHead
        title="No encontramos esa página"
        lead="Puede que la hayan retirado o que la dirección tenga un error. Buscala por una palabra de su título:"
      >
        <SearchForm action="/buscador" label="Buscar lo que falta" id="buscar-aca" />
      </PageHead>
      <div className="section">
        <WaysOn />
      </div>
    </>
  );
}

/** Page for an address that is neither on this device nor reachable over the network. */
export function NotOnDevice({ retry }: { retry: () => void }) {
  return (
    <>
      <PageHead
        title="Esto no está en tu dispositivo"
        lead="Todavía no lo abriste con conexión. Cuando vuelva la señal, probá de nuevo."
      />
      <div className="section">
        <p>
          <button className="button" type="button" onClick={retry}>
            Probar de nuevo
          </button>
        </p>
        <div className="heading">
          <h2>Lo que sí podés leer ahora</h2>
        </div>
        <WaysOn />
      </div>
    </>
  );
}

export function fileTitle(path: string): string {
  if (path === digestPdf()) return 'El Digesto municipal no está en tu dispositivo';
  if (isSubscription(path)) return 'Esto no está en tu dispositivo';
  return path.endsWith('.pdf') ? 'Este PDF no está en tu dispositivo' : 'Esta imagen no está en tu dispositivo';
}

/**
 * Page for a PDF, picture, feed or calendar, opened directly, that is neither on this device nor reachable over the
 * network.
 */
export function FileNotOnDevice({ path }: { path: string }) {
  const button = path === digestPdf() ? 'Guardar el digesto para leer sin conexión' : 'Guardar para leer sin conexión';
  const advice = path.endsWith('.pdf') ? ` Con «${button}», donde está publicado, lo vas a tener siempre a mano.` : '';
  return (
    <>
      <PageHead title={fileTitle(path)} lead={`Cuando vuelva la señal, probá de nuevo.${advice}`} />
      <div className="section">
        <p>
          <button className="button" type="button" onClick={() => location.reload()}>
            Probar de nuevo
          </button>
        </p>
        <div className="heading">
          <h2>Lo que sí podés leer ahora</h2>
        </div>
        <WaysOn />
      </div>
    </>
  );
}

export function Failed({ retry }: { retry: () => void }) {
  return (
    <>
      <PageHead
        title="No pudimos mostrar la página"
        lead="Algo falló en el camino. Revisá tu conexión y probá de nuevo."
      />
      <div className="section">
        <p>
          <button className="button" type="button" onClick={retry}>
            Probar de nuevo
          </button>
        </p>
        <WaysOn />
      </div>
    </>
  );
}

/** Links from a page without content to the rest of the portal. */
export function WaysOn() {
  return (
    <ul className="rows">
      <li>
        <Link to={pages.home()}>Ir al inicio</Link>
      </li>
      {SECTIONS.map(
        ({ address, wayOn }) =>
          wayOn && (
            <li key={address}>
              <Link to={address}>{wayOn}</Link>
            </li>
          ),
      )}
    </ul>
  );
}
