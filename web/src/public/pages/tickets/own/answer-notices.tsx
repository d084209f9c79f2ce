import { useEffect, useState } from 'react';
import { isIosBrowser } from '../../../../browser/install-prompt.ts';
import { canBeTold, currentSubscription, workerReady } from '../../../../push/subscription.ts';
import type { MyTicket } from '../../../../tickets/my-tickets.ts';
import { NotTold } from '../../../../tickets/open-tickets.ts';
import type { DeviceTickets } from '../../../../tickets/open-tickets.ts';
import { useTickets } from '../use-tickets.ts';

/** Has this device told of an answer, if its person wants that. */
export function AnswerNotices({ ticket }: { ticket: MyTicket }) {
  const { tickets } = useTickets();
  const [isBusy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const isTold = ticket.toldAt !== undefined;
  useEffect(() => {
    // The browser has replaced or dropped the subscription since.
    void makeGood(tickets, ticket).catch(() => {});
    // Once for a page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ticket.id]);
  async function act(work: () => Promise<string>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setWords('Un momento…');
    setWords(await work().catch(reasonOf));
    setBusy(false);
  }
  if (ticket.isErasing || !ticket.followed) return null;
  if (!canBeTold()) {
    return isIosBrowser() ? (
      <p>
        En iPhone y iPad podés recibir un aviso cuando haya una respuesta si instalás el portal y lo pedís desde ahí.
      </p>
    ) : null;
  }
  return (
    <div>
      <p>
        {isTold
          ? 'Este teléfono te avisa cuando haya una respuesta.'
          : 'El aviso dice solo el número y que hay una respuesta.'}
      </p>
      <p>
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy}
          onClick={() => void act(() => (isTold ? stop(tickets, ticket) : ask(tickets, ticket)))}
        >
          {isTold ? 'Dejar de avisarme' : 'Avisame en este teléfono'}
        </button>
      </p>
      <p role="status">{words}</p>
    </div>
  );
}

async function ask(tickets: DeviceTickets, ticket: MyTicket): Promise<string> {
  // Browsers ask the person only in answer to a touch, so this comes first.
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return BLOCKED;
  if (permission === 'default') return 'No diste permiso: no te vamos a mandar nada.';
  await tickets.tell(ticket, await currentSubscription((await workerReady()).pushManager));
  return '';
}

async function stop(tickets: DeviceTickets, ticket: MyTicket): Promise<string> {
  await tickets.tell(ticket, null);
  return 'Listo: este teléfono ya no te avisa.';
}

async function makeGood(tickets: DeviceTickets, ticket: MyTicket): Promise<void> {
  if (ticket.toldAt === undefined || !canBeTold() || Notification.permission !== 'granted') return;
  const { pushManager } = await workerReady();
  if ((await pushManager.getSubscription())?.endpoint === ticket.toldAt) return;
  await tickets.tell(ticket, await currentSubscription(pushManager));
}

const BLOCKED =
  'Tu navegador tiene bloqueados los avisos de este sitio. Para permitirlos, tocá el ícono que está junto a la ' +
  'dirección y entrá en Permisos.';

function reasonOf(error: unknown): string {
  if (error instanceof NotTold && error.message) return error.message;
  return navigator.onLine
    ? 'El servicio de avisos no respondió. Probá de nuevo en un rato.'
    : 'Hace falta conexión: probá de nuevo cuando vuelva la señal.';
}
