import type { Operation } from '../../../../offline/outbox/protocol/operation.ts';
import { useTickets } from '../use-tickets.ts';

/** Why the server does not take what waits, and what the person can do. */
export function Refusal({ id, operations }: { id: string; operations: readonly Operation[] }) {
  const { tickets, unqueued } = useTickets();
  const refused = operations.filter(({ status }) => status === 'rejected' || status === 'conflict');
  const unkept = unqueued.get(id);
  const parts = refused.map(({ opId, kind, lastError }) => (
    <div key={opId} className="alert" role="alert">
      <p>
        {kind === 'create' ? 'El reclamo no se pudo enviar.' : 'Una parte no se pudo enviar.'} {lastError?.message}
      </p>
      <p>
        {kind === 'create' && (
          <button type="button" className="button quiet" onClick={() => void tickets.amend(id)}>
            Corregirlo
          </button>
        )}{' '}
        <button type="button" className="button quiet" onClick={() => void tickets.outbox.retry(opId)}>
          Probar de nuevo
        </button>{' '}
        {kind !== 'create' && (
          <button type="button" className="button quiet" onClick={() => void tickets.outbox.discard([opId])}>
            Descartarla
          </button>
        )}
      </p>
    </div>
  ));
  return (
    <>
      {unkept && (
        <div className="alert" role="alert">
          <p>Falta guardar una parte: el municipio todavía no lo tiene completo. {unkept}</p>
          <p>
            <button type="button" className="button quiet" onClick={() => void tickets.queueAgain(id)}>
              Probar de nuevo
            </button>
          </p>
        </div>
      )}
      {parts}
    </>
  );
}
