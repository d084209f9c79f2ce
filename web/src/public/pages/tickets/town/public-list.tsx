import { TicketList } from './list.tsx';
import { usePlanSource, usePublicTickets } from './kept-list.ts';

/** What everybody may see of tickets, on a device that keeps what it has seen. */
export function PublicList() {
  const { list, isAsked, isFresh } = usePublicTickets();
  const hasPins = list?.tickets.some(({ point }) => point !== null);
  const source = usePlanSource(hasPins ? list?.picture?.address : undefined);
  if (!list) {
    return (
      <p role="status">{isAsked ? 'Para ver la lista por primera vez hace falta conexión.' : 'Abriendo la lista…'}</p>
    );
  }
  return (
    <>
      {isAsked && !isFresh && <p role="status">Sin conexión: esto es lo último que guardó este teléfono.</p>}
      <TicketList list={list} source={source} />
    </>
  );
}
