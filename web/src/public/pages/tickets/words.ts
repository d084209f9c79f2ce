import { TICKET_STATES, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { FollowedEntry, TicketForm, TicketState } from '#contract/tickets/ticket';
import { longMoment } from '#contract/values/dates';
import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import type { MyTicket } from '../../../tickets/my-tickets.ts';
import type { TicketsState } from '../../../tickets/open-tickets.ts';

/**
 * What is said at the form about what is asked for (Ley 25.326, artículo 6).
 * @param where on paper there is no page of the ticket
 */
export function purposeWords({ months }: Pick<TicketForm, 'months'>, where: 'on screen' | 'on paper' = 'on screen') {
  const after = months === 1 ? 'un mes' : `${months} meses`;
  const place = where === 'on paper' ? 'en la municipalidad' : 'en la página de tu reclamo';
  return (
    'Tus datos se usan solo para atender este reclamo y los ve solo el personal que lo atiende. Dejarlos es ' +
    `voluntario. Se borran ${after} después de que el reclamo se resuelve, o antes si lo pedís: ${place} podés ver, ` +
    'completar y borrar lo que dejaste (Ley 25.326 de Protección de los Datos Personales).'
  );
}

const hasSync = () =>
  typeof globalThis.ServiceWorkerRegistration !== 'undefined' && 'sync' in ServiceWorkerRegistration.prototype;

/** Why something waits, and what happens next. */
export const waitingWords = (isOnline: boolean) =>
  isOnline
    ? 'Guardado en este teléfono. Se está enviando.'
    : hasSync()
      ? 'Guardado en este teléfono. Se envía solo cuando haya señal.'
      : 'Guardado en este teléfono. Se envía cuando haya señal y vuelvas a abrir el portal.';

/** What the server says where it wants what waits later; '' where it says nothing. */
export const delayWords = (waiting: readonly Operation[]): string =>
  waiting.find(({ status, lastError }) => status === 'pending' && lastError)?.lastError?.message ?? '';

/** Where a ticket stands, in a few words. */
export function standingOf(
  { id, followed, isErasing }: MyTicket,
  waiting: readonly Operation[],
  unqueued: TicketsState['unqueued'],
): string {
  if (isErasing) return 'Se borra cuando haya señal';
  if (waiting.some(({ status, kind }) => status === 'rejected' && kind === 'create')) return 'No se pudo enviar';
  if (followed) return stateWords(followed);
  if (unqueued.has(id)) return 'Sin enviar';
  return waiting.some(({ kind }) => kind === 'create') ? 'Sin enviar' : 'Enviado';
}

/** The state of a ticket, with the part of the town hall that has it. */
export const stateWords = ({ state, area }: { state: TicketState; area: string }) =>
  state === 'progress' && area ? `${TICKET_STATE_WORDS[state]}: lo tiene ${area}` : TICKET_STATE_WORDS[state];

/** What an entry is, before its text. */
export function entryWords({ kind, text }: FollowedEntry): string {
  if (kind === 'answer') return 'Respuesta del municipio';
  if (kind === 'message') return 'Escribiste';
  return TICKET_STATES.flatMap((state) => (state === text ? TICKET_STATE_WORDS[state] : [])).join('');
}

export const moment = (iso: string) => longMoment(Date.parse(iso));
