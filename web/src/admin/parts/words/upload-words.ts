import type { Operation } from '../../../offline/outbox/protocol/operation.ts';

/**
 * Says how far an upload is.
 * @param part of it that has gone, 0 to 1; undefined where another tab sends it
 */
export function uploadWords(
  { status }: Pick<Operation, 'status'>,
  part: number | undefined,
  isOnline: boolean,
): string {
  if (status === 'sending') return part === undefined ? 'Enviando…' : `Enviando: ${Math.round(part * 100)} %`;
  return isOnline ? 'Esperando su turno' : 'Se envía cuando haya señal';
}

/** What is left to do with the photos of a gallery. */
export interface Left {
  /** Being stored on the device: how many of how many. */
  storing: { done: number; of: number } | null;
  reducing: number;
  sending: number;
  refused: number;
}

/** Says how many photos are left, and what has to happen to them; '' for none. */
export function leftWords({ storing, reducing, sending, refused }: Left, isOnline: boolean): string {
  const ready =
    storing && `Guardando las fotos en este dispositivo: ${storing.done} de ${storing.of}. No cierres todavía.`;
  const left = reducing + sending;
  const parts = [reducing > 0 && `${reducing} por reducir`, sending > 0 && `${sending} por enviar`].filter(Boolean);
  const when = isOnline ? '' : ' Se envían cuando haya señal.';
  const safe = storing ? '' : ' Ya están guardadas en este dispositivo: podés cerrar y seguir después.';
  const rest =
    left > 0 && `${left === 1 ? 'Falta 1 foto' : `Faltan ${left} fotos`}: ${parts.join(', ')}.${when}${safe}`;
  const no = refused > 0 && (refused === 1 ? '1 foto no se pudo usar.' : `${refused} fotos no se pudieron usar.`);
  return [ready, rest, no].filter(Boolean).join(' ');
}
