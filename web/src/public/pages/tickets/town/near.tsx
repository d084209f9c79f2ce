import { useState } from 'react';
import { NEAR_METRES, openOf, othersWords, publicTitle, publicTopic } from '#contract/tickets/public-ticket';
import type { PublicTicket, PublicTickets } from '#contract/tickets/public-ticket';
import { TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import { metresBetween } from '#contract/tickets/town-picture';
import { longDay } from '#contract/values/dates';
import { words } from '#contract/values/text';
import type { MyTicket, TicketDraft } from '../../../../tickets/my-tickets.ts';
import { usePublicTickets } from './kept-list.ts';

/** Says that the same happens to the person. @param topic name of its topic */
export type Join = (of: string, topic: string) => Promise<void>;

type Where = Pick<TicketDraft, 'topic' | 'place' | 'point'>;

/** Maximum number that are shown: they stand between a person and the button that sends. */
const MOST = 5;

/**
 * «Ya avisaron de esto»: what everybody may see of the same topic, near by. It works with what the device knows.
 * @param mine the person's own tickets: passed on, because shared code would be more for everybody to load
 */
export function Near({ draft, mine, join }: { draft: Where; mine: readonly MyTicket[]; join: Join }) {
  const { list } = usePublicTickets();
  const [isBusy, setBusy] = useState(false);
  if (!list) return null;
  const own = new Set(mine.flatMap(({ followed }) => (followed && !followed.isJoined ? [followed.shown] : [])));
  const joined = new Map(mine.map(({ of, number }) => [of, number]));
  const near = nearTo(list, draft).filter(({ id }) => !own.has(id));
  if (near.length === 0) return null;
  return (
    <section className="ticket-near" aria-labelledby="ya-avisaron">
      <h3 id="ya-avisaron">Ya avisaron de esto</h3>
      <p>Si es lo mismo, no hace falta escribirlo de nuevo: te damos un número para seguirlo.</p>
      <ul>
        {near.slice(0, MOST).map((ticket) => (
          <li key={ticket.id}>
            <p>
              <b>{publicTitle(list, ticket)}</b> · {TICKET_STATE_WORDS[ticket.state]} · avisado el {longDay(ticket.day)}
            </p>
            {ticket.text && <p>{ticket.text}</p>}
            {othersWords(ticket) && <p>{othersWords(ticket)}.</p>}
            {joined.has(ticket.id) ? (
              <p>Ya dijiste que te pasa también: {joined.get(ticket.id)}.</p>
            ) : (
              <button
                type="button"
                className="button quiet"
                aria-disabled={isBusy}
                onClick={() => {
                  if (isBusy) return;
                  setBusy(true);
                  void join(ticket.id, publicTopic(list, ticket)).finally(() => setBusy(false));
                }}
              >
                Me pasa también
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns what is open of the same topic and near: by its point, or by words that both places have. */
export function nearTo({ tickets }: Pick<PublicTickets, 'tickets'>, { topic, place, point }: Where): PublicTicket[] {
  const said = new Set(tellingWords(place));
  const isNear = (ticket: PublicTicket) =>
    (point && ticket.point && metresBetween(point, ticket.point) <= NEAR_METRES) ||
    tellingWords(ticket.place).some((word) => said.has(word));
  return openOf(tickets).filter((ticket) => ticket.topic === topic && isNear(ticket));
}

/** The words of a place by which somebody knows it: a street, a neighbourhood. */
const tellingWords = (place: string) =>
  words(place).filter(
    (word) =>
      word.length > 3 && !/^\d|^(?:avda|avenida|barrio|calle|casi|cerca|entre|esquina|frente|hasta|pasaje)$/.test(word),
  );
