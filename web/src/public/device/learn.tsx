import { pages } from '#contract/addresses/pages';
import { Link } from '../../components/link.tsx';
import { InstallEntry } from '../parts/install-entry.tsx';

/**
 * Tells a resident once, below what they came to read, that the portal works without a signal and can send messages.
 */
export function Learn({ onPutAway }: { onPutAway: () => void }) {
  return (
    <aside className="section learn" aria-label="Sobre este portal">
      <p>
        <b>Este portal también se lee sin señal</b>, y te puede avisar en el teléfono cuando hay un corte o una alerta.
      </p>
      <p className="choices">
        <Link className="button" to={pages.notifications()}>
          Recibir avisos
        </Link>
        <Link className="button quiet" to={pages.device()}>
          Qué hay guardado
        </Link>
        <button className="button quiet" type="button" onClick={onPutAway}>
          Entendido
        </button>
      </p>
      <InstallEntry />
    </aside>
  );
}
