import { countWaiting } from '../offline/outbox/session.ts';

/** The member of the log-in's query that tells that the session was taken away. */
export const TAKEN = 'cerrada';

/**
 * Says why its person has to log in, and what waits for it on this device; empty where there is nothing to say.
 * @param query of the log-in's address
 */
export async function keptWords(query: string): Promise<string> {
  const count = await countWaiting();
  return [
    new URLSearchParams(query).has(TAKEN) &&
      'Tu sesión se cerró desde otro equipo: la cerraste vos, o un administrador. Volvé a ingresar.',
    count > 0 && unsentWords(count),
  ]
    .filter(Boolean)
    .join(' ');
}

export function unsentWords(count: number): string {
  return count === 1
    ? 'Este dispositivo guarda 1 cambio sin enviar: sale cuando ingrese quien lo hizo.'
    : `Este dispositivo guarda ${count} cambios sin enviar: salen cuando ingrese quien los hizo.`;
}
