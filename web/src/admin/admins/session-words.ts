import type { OpenSession } from '#contract/messages/open-session';
import { longMoment, nearMoment } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';

/** Says on what a session is: «Chrome en teléfono Android». */
export const sessionDevice = ({ device }: OpenSession) => device || 'Equipo desconocido';

/** Says since when a session is open and when it was last used. */
export function sessionTimes({ began, used, isThis }: OpenSession, today: Day): string {
  const from = began === null ? 'Abierta desde antes' : `Ingreso: ${longMoment(Date.parse(began), today)}`;
  if (isThis) return from;
  const last = used === null ? 'No se sabe cuándo se usó' : `Último uso: ${nearMoment(Date.parse(used), today)}`;
  return `${from}. ${last}`;
}
