import { isHeld, isParked } from '../../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import { isOwnVersion } from './conflict-words.ts';
import { isForbidden } from './operation-words.ts';
import type { Waiting } from './operation-words.ts';
import { sharedWords } from './shared-words.ts';
import type { RecordState } from '../../workspace/overlay.ts';

/** Returns the number of unsent changes as text: `3 cambios sin enviar`; '' for none. */
export function pendingCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 cambio sin enviar' : `${count} cambios sin enviar`;
}

/** Counts changes that need their author separately: `1 cambio necesita que elijas · 2 cambios sin enviar`. */
export function pendingWords(waiting: readonly Waiting[], joint = ' · '): string {
  const parked = waiting.filter(isParked).length;
  const refused = waiting.filter(isForbidden).length;
  const held = waiting.filter(isHeld).length;
  return [
    choosingWords(parked - refused),
    refusedWords(refused),
    pendingCount(waiting.length - parked - held),
    heldCount(held),
  ]
    .filter(Boolean)
    .join(joint);
}

/** Returns the number of changes that their author has not published, as text; '' for none. */
export function heldCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 cambio sin publicar' : `${count} cambios sin publicar`;
}

function refusedWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 cambio rechazado' : `${count} cambios rechazados`;
}

function choosingWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 cambio necesita que elijas' : `${count} cambios necesitan que elijas`;
}

/**
 * Returns the top bar's text about the network, unsaved text and unsent changes.
 * @param reducing number of picked photos that have yet to be reduced
 */
export function badgeWords(
  isOnline: boolean,
  waiting: readonly Waiting[],
  isUnsaved: boolean,
  isStoring = false,
  reducing = 0,
): string {
  return (
    [
      isOnline ? '' : 'Sin conexión',
      isUnsaved ? 'Hay texto sin guardar' : '',
      pendingWords(waiting),
      reducing === 0 ? '' : reducing === 1 ? '1 foto por reducir' : `${reducing} fotos por reducir`,
    ]
      .filter(Boolean)
      .join(' · ') || (isStoring ? 'Guardando…' : 'Todo enviado')
  );
}

/**
 * Returns the warning shown before a log-out; null if there is none.
 * @param held number of changes that the person has not published
 * @param drafts number of fields with unsaved text in a draft
 * @param photos number of shared photos that belong to no record
 */
export function logOutWords({
  waiting,
  held,
  drafts,
  photos,
  isOnline,
}: {
  waiting: number;
  held: number;
  drafts: number;
  photos: number;
  isOnline: boolean;
}): string | null {
  const left = [
    waiting > 0 &&
      `Tenés ${pendingCount(waiting)}. ` +
        'Lo que falta enviar queda guardado en este dispositivo y sale cuando vuelvas a ingresar.',
    held > 0 &&
      `Tenés ${heldCount(held)}. ` +
        'Lo que falta publicar queda en este dispositivo, y lo encontrás acá cuando vuelvas a ingresar.',
    drafts > 0 &&
      'Hay texto sin guardar: queda como borrador en este dispositivo, y lo encontrás cuando vuelvas a ingresar.',
    photos > 0 &&
      `Hay ${sharedWords(photos)} sin ubicar: si cerrás la sesión, ` +
        `se ${photos === 1 ? 'borra' : 'borran'} de este dispositivo.`,
    !isOnline && 'Ahora no hay conexión: para volver a ingresar vas a necesitar señal.',
  ].filter(Boolean);
  return left.length > 0 ? `${left.join(' ')} ¿Cerrar la sesión igual?` : null;
}

export const RECORD_STATES: Record<RecordState, string> = {
  saved: '',
  pending: 'Sin enviar',
  held: 'Sin publicar',
  conflict: 'Necesita que elijas',
  rejected: 'Rechazado',
};

/**
 * Returns the state of an operation as shown on the pending screen.
 * @param blocker what its author has to choose about first; null for nothing
 * @param self the person's name
 */
export function operationWords(
  { status, sent, lastError, theirs }: Operation,
  isOnline: boolean,
  blocker: string | null = null,
  self = '',
): string {
  if (status === 'conflict' && isOwnVersion(theirs?.by ?? '', self))
    return 'Necesita que elijas: vos también lo cambiaste, en otra pestaña o dispositivo';
  if (status === 'conflict') return 'Necesita que elijas: otra persona también lo cambió';
  if (status === 'rejected') return 'Rechazado por el servidor';
  if (status === 'held') return 'Sin publicar: el público no lo ve hasta que lo publiques';
  if (status === 'sending') return 'Enviando';
  if (blocker) return `Se envía cuando elijas qué hacer con «${blocker}»`;
  if (!isOnline) return 'Guardado en este dispositivo. Se va a enviar cuando vuelva la señal';
  if (lastError) return 'Esperando para volver a intentar';
  return sent ? 'Esperando la respuesta del servidor' : 'En la cola para enviarse';
}

/** Formats an age: `recién`, `hace 5 minutos`, `hace 3 horas`, `hace 2 días`. @param ms age in milliseconds */
export function ageWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return 'recién';
  if (minutes < 60) return `hace ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `hace ${hours} ${hours === 1 ? 'hora' : 'horas'}`;
  const days = Math.floor(hours / 24);
  return `hace ${days} ${days === 1 ? 'día' : 'días'}`;
}
