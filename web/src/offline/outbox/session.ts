import { outboxChannel } from './channel.ts';
import { noteDeviceToken } from './device-token.ts';
import { bumpStanding, openOutboxStore } from './outbox-db.ts';
import type { Session } from './protocol/operation.ts';

/**
 * Stores who has just logged in, from a page without an outbox; tabs that have one take it over.
 * @param session with the token by which the server knows this device again; nothing else of it is stored
 * @throws NotKept
 */
export async function keepSession({ user, token, device }: Session & { device?: string | undefined }): Promise<void> {
  const store = openOutboxStore();
  try {
    await store.transact(['session', 'standing'], async (tables) => {
      await tables.session.put({ key: 'session', user, token });
      await noteDeviceToken(tables, user.username, device);
      await bumpStanding(tables);
    });
    const channel = outboxChannel();
    channel?.postMessage('changed');
    channel?.close();
  } finally {
    store.close();
  }
}

/** How many changes wait on this device, whoever made them. */
async function countWaiting(): Promise<number> {
  const store = openOutboxStore();
  try {
    return await store.transact(['operations'], ({ operations }) => operations.count());
  } finally {
    store.close();
  }
}

/** Whether somebody is logged in on this device, with a session that has not ended as far as it knows. */
export async function isLoggedIn(): Promise<boolean> {
  const store = openOutboxStore();
  try {
    const session = await store.transact(['session'], ({ session: table }) => table.get('session'));
    return Boolean((session as { token?: string | null } | undefined)?.token);
  } finally {
    store.close();
  }
}

/** What follows the log-in's address where the session was taken away. Not in its query, which the server reads. */
export const TAKEN = '#cerrada';

/**
 * Says why its person has to log in, and what waits for it on this device; empty where there is nothing to say.
 * @param hash of the log-in's address
 */
export async function keptWords(hash: string): Promise<string> {
  const count = await countWaiting();
  return [
    hash === TAKEN && 'Tu sesión se cerró desde otro equipo: la cerraste vos, o un administrador. Volvé a ingresar.',
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
