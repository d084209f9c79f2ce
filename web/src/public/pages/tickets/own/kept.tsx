import { useState } from 'react';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { Link } from '../../../../components/link.tsx';
import { useTickets } from '../use-tickets.ts';

/** What the device keeps of tickets, for the page from which it is erased. */
export function KeptTickets() {
  const { tickets, mine, drafts, waiting, unqueued } = useTickets();
  const [state, setState] = useState<'' | 'asked' | 'done'>('');
  if (state === 'done') return <p role="status">Listo: ya no hay reclamos en este teléfono.</p>;
  if (mine.length + drafts.length + waiting.size === 0) return null;
  const unsent = new Set([...waiting.keys(), ...unqueued.keys()]).size;
  return (
    <section aria-labelledby="reclamos-guardados">
      <h2 id="reclamos-guardados">Tus reclamos</h2>
      <p>
        Este teléfono guarda {countsIn(mine.length, drafts.length)}. <Link to={TICKETS_PAGE}>Verlos</Link>
      </p>
      {state === 'asked' ? (
        <div role="alert">
          {unsent > 0 && <p className="alert">{unsentWords(unsent)}</p>}
          <p>
            Se borran de este teléfono los reclamos, las fotos y lo que dejaste sin terminar. El municipio conserva lo
            que ya recibió: para volver a verlo vas a necesitar el enlace de cada reclamo.
          </p>
          <p>
            <button
              type="button"
              className="button"
              onClick={() => void tickets.forgetAll().then(() => setState('done'))}
            >
              Sí, borrarlos de este teléfono
            </button>{' '}
            <button type="button" className="button quiet" onClick={() => setState('')}>
              No borrar
            </button>
          </p>
        </div>
      ) : (
        <p>
          <button type="button" className="button quiet" onClick={() => setState('asked')}>
            Borrar los reclamos de este teléfono
          </button>
        </p>
      )}
    </section>
  );
}

function countsIn(tickets: number, drafts: number): string {
  const parts = [
    ...(tickets > 0 ? [tickets === 1 ? 'un reclamo' : `${tickets} reclamos`] : []),
    ...(drafts > 0 ? [drafts === 1 ? 'uno sin terminar' : `${drafts} sin terminar`] : []),
  ];
  return parts.join(' y ') || 'lo que falta enviar';
}

const unsentWords = (count: number) =>
  count === 1
    ? 'Hay un reclamo con algo sin enviar: si lo borrás ahora, eso no llega nunca al municipio.'
    : `Hay ${count} reclamos con algo sin enviar: si los borrás ahora, eso no llega nunca al municipio.`;
