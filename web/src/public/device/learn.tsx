import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { pages } from '#contract/addresses/pages';
import { Link } from '../../components/link.tsx';
import { InstallEntry } from '../parts/frame/install-entry.tsx';

/**
 * Tells a resident once, below what they came to read, that the portal works without a signal and can send messages.
 * @param block of the page, behind which it stands
 */
export function Learn({ block, onPutAway }: { block: Element; onPutAway: () => void }) {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    block.after(place);
    return () => place.remove();
  }, [block, place]);
  function putAway(): void {
    // Reading goes on with what takes its place.
    const next: HTMLElement | null = (place.nextElementSibling as HTMLElement) ?? document.querySelector('footer');
    next?.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
    onPutAway();
  }
  return createPortal(
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
        <button className="button quiet" type="button" onClick={putAway}>
          Entendido
        </button>
      </p>
      <InstallEntry />
    </aside>,
    place,
  );
}
