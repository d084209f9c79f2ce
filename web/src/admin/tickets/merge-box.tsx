import { useId, useState } from 'react';
import type { TicketDesk } from '#contract/tickets/staff-ticket';
import { cutAtWord } from '#contract/values/text';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt } from '../parts/notices.tsx';
import { ticketMerge } from '../workspace/ticket-operations.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { topicName } from '../parts/words/ticket-name.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { trayOf } from './ticket-words.ts';

/** Has a ticket answered with another one about the same matter. */
export function MergeBox({
  ticket,
  all,
  desk,
}: {
  ticket: ShownTicket;
  all: readonly ShownTicket[];
  desk: TicketDesk;
}) {
  const { save } = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const [into, setInto] = useState('');
  const id = useId();
  const others = all
    .filter((one) => one.id !== ticket.id && one.merged === '' && trayOf(one) === 'open')
    // Those about the same first.
    .sort((a, b) => Number(b.topic === ticket.topic) - Number(a.topic === ticket.topic));
  if (ticket.merged !== '' || others.length === 0) return null;
  const merge = async () => {
    const other = others.find((one) => one.id === into);
    if (!other) return;
    const text =
      `El reclamo ${ticket.number} se va a responder con el ${other.number}. Quien mandó cada uno sigue el suyo, y ` +
      'lee las mismas respuestas. No lee lo que escribió la otra persona.';
    if (!(await confirm({ text, accept: 'Unirlos' }))) return;
    await attempt(() => save(ticketMerge(ticket.id, other.id)));
  };
  return (
    <section className="ticket-screen-only" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>¿Otra persona avisó de lo mismo?</h2>
      <p className="field">
        <label htmlFor={id}>Responderlo con este otro</label>
        <select id={id} className="control" value={into} onChange={({ target }) => setInto(target.value)}>
          <option value="">Elegir…</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.number} · {topicName(desk, one.topic)} · {cutAtWord(one.place || one.text, 60, 50, '…')}
            </option>
          ))}
        </select>
      </p>
      <p className="buttons">
        <button
          className="button quiet"
          type="button"
          aria-disabled={into === ''}
          onClick={() => into !== '' && void merge()}
        >
          Unir
        </button>
      </p>
    </section>
  );
}
