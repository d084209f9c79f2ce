import { useId, useState } from 'react';
import { PUBLIC_TICKETS } from '#contract/addresses/tickets';
import { RELEASE_LIMITS } from '#contract/tickets/public-ticket';
import type { TicketRelease } from '#contract/tickets/public-ticket';
import type { TicketDesk } from '#contract/tickets/staff-ticket';
import { useAttempt } from '../parts/notices.tsx';
import { Tick } from '../parts/tick.tsx';
import { ticketRelease } from '../workspace/ticket-operations.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';

const NOTHING: TicketRelease = { isHidden: false, text: '', place: '', isPinned: false, photos: [] };

/** What everybody may see of a ticket: in words of the staff's own, because those of its author may tell of people. */
export function ReleaseBox({ ticket, desk }: { ticket: ShownTicket; desk: TicketDesk }) {
  const { save } = useWorkspace();
  const attempt = useAttempt();
  const [value, setValue] = useState(ticket.release ?? NOTHING);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!desk.isPublic || ticket.isSuspect || ticket.merged !== '') return null;
  const set = (next: Partial<TicketRelease>) => setValue({ ...value, ...next });
  const send = (release: TicketRelease) => void attempt(() => save(ticketRelease(ticket.id, release)));
  const hasMore = ticket.release && JSON.stringify(ticket.release) !== JSON.stringify(NOTHING);
  return (
    <section className="ticket-screen-only" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Mostrar en el portal</h2>
      <p>
        {standingWords(ticket.release)} <a href={PUBLIC_TICKETS}>Ver la lista</a>
      </p>
      {!isOpen && (
        <button className="button quiet" type="button" onClick={() => setOpen(true)}>
          {hasMore ? 'Cambiar lo que se muestra' : 'Elegir qué se muestra'}
        </button>
      )}
      {isOpen && (
        <>
          <p className="field-hint">
            Escribilo con tus palabras: sin nombres, teléfonos ni nada de quien avisó o de otros.
          </p>
          <p className="field">
            <label htmlFor={`${id}-text`}>Qué pasa, para todos</label>
            <textarea
              id={`${id}-text`}
              className="control"
              rows={3}
              maxLength={RELEASE_LIMITS.text}
              value={value.text}
              onChange={({ target }) => set({ text: target.value })}
            />
          </p>
          <p className="field">
            <label htmlFor={`${id}-place`}>Calle o barrio, sin el número de la casa</label>
            <input
              id={`${id}-place`}
              className="control"
              maxLength={RELEASE_LIMITS.place}
              value={value.place}
              onChange={({ target }) => set({ place: target.value })}
            />
          </p>
          {ticket.point && (
            <Tick
              label="Con la marca en el plano, a unos 50 m"
              checked={value.isPinned}
              onChange={(isPinned) => set({ isPinned })}
            />
          )}
          {ticket.photos.map(({ name, isStaffs }, at) => (
            <Tick
              key={name}
              label={`Con la foto ${at + 1}, ${isStaffs ? OF_THE_TOWN : OF_ITS_AUTHOR}`}
              checked={value.photos.includes(name)}
              onChange={(isOn) =>
                set({ photos: isOn ? [...value.photos, name] : value.photos.filter((one) => one !== name) })
              }
            />
          ))}
          <p className="buttons">
            <button className="button" type="button" onClick={() => send({ ...value, isHidden: false })}>
              Mostrar esto
            </button>
            {hasMore && (
              <button className="button quiet" type="button" onClick={() => send(NOTHING)}>
                Solo tema y estado
              </button>
            )}
            {!ticket.release?.isHidden && (
              <button className="button quiet" type="button" onClick={() => send({ ...NOTHING, isHidden: true })}>
                No mostrar este reclamo
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

const OF_THE_TOWN = 'del municipio';
const OF_ITS_AUTHOR = 'de quien escribió: fijate que no se vea a nadie';

function standingWords(release: TicketRelease | null): string {
  if (release?.isHidden) return 'Este reclamo no aparece en la lista de todos.';
  const { text = '', place = '', isPinned = false, photos = [] } = release ?? {};
  const shown = [
    'el tema, el estado y el día',
    ...(text ? ['un texto'] : []),
    ...(place ? ['el lugar'] : []),
    ...(isPinned ? ['la marca en el plano'] : []),
    ...(photos.length > 0 ? [photos.length === 1 ? 'una foto' : `${photos.length} fotos`] : []),
  ];
  return `Todos ven: ${shown.join(', ')}.`;
}
