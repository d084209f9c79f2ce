import { TICKET_STATES, TICKET_STATE_WORDS } from '#contract/tickets/ticket';
import type { FollowedEntry, TicketForm, TicketState } from '#contract/tickets/ticket';
import { longMoment } from '#contract/values/dates';
import { isParked } from '../../../offline/outbox/protocol/operation.ts';
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

/** Where a ticket stands, as all pages say it. */
export interface Standing {
  /** In a few words. */
  short: string;
  /** Why something of it waits and what happens next; '' where nothing does, or where its person is asked. */
  words: string;
  /** The server has it: its number is known there. */
  hasArrived: boolean;
}

/** @param isOnline what the device says; whether the portal answers, the queue knows */
export function standingOf(
  { id, followed, isErasing }: MyTicket,
  { waiting, unqueued, isPaused }: Pick<TicketsState, 'waiting' | 'unqueued' | 'isPaused'>,
  isOnline: boolean,
): Standing {
  const left = waiting.get(id) ?? [];
  const going = left.filter((one) => !isParked(one));
  const first = left.find(({ kind }) => kind === 'create');
  const hasArrived = followed !== null || !(first || unqueued.has(id));
  // One that has no answer yet is not held up: it may be the one with which the portal answers again.
  const isHeldUp =
    going.some(({ attempts }) => attempts > 0) || (isPaused && going.every(({ status }) => status !== 'sending'));
  const way = !isOnline ? 'offline' : isHeldUp ? 'held up' : 'going';
  if (isErasing) return { short: ERASURE[way], words: '', hasArrived };
  if (first?.status === 'rejected') return { short: 'No se pudo enviar', words: '', hasArrived };
  const kept = hasArrived ? 'Lo que falta enviar está guardado en este teléfono.' : 'Guardado en este teléfono.';
  const fault = unqueued.get(id);
  return {
    short: followed ? stateWords(followed) : hasArrived ? 'Enviado' : way === 'going' && first ? GOING : 'Sin enviar',
    words: fault === '' ? 'Todavía no está enviado.' : fault || !going[0] ? '' : `${kept} ${waitingWords(way)}`,
    hasArrived,
  };
}

const GOING = 'Se está enviando';
const ERASURE = {
  offline: 'Se borra cuando haya señal',
  'held up': 'Se borra cuando el portal responda',
  going: 'Se está borrando',
};

function waitingWords(way: keyof typeof ERASURE): string {
  if (way === 'going') return `${GOING}.`;
  if (way === 'offline')
    return hasSync() ? 'Se envía solo cuando haya señal.' : 'Se envía cuando haya señal y vuelvas a abrir el portal.';
  return hasSync()
    ? 'Todavía no salió: se envía solo cuando el portal responda.'
    : 'Todavía no salió: se envía cuando el portal responda y lo tengas abierto.';
}

const hasSync = () =>
  typeof globalThis.ServiceWorkerRegistration !== 'undefined' && 'sync' in ServiceWorkerRegistration.prototype;

/** What the server says where it wants what waits later; '' where it says nothing. */
export const delayWords = (waiting: readonly Operation[]): string =>
  waiting.find(({ status, lastError }) => status === 'pending' && lastError)?.lastError?.message ?? '';

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
