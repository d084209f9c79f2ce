import { openOutboxStore } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';

/**
 * Key of the token by which the server knows this device at a user's log-in, so that wrong passwords tried elsewhere do
 * not keep them out here. It gives access to nothing, and stays after a log-out.
 */
const keyOf = (username: string) => `known ${username.trim().normalize('NFC').toLowerCase()}` as const;

/** Returns the token for the log-in of a user; undefined where this device has none, or cannot read it. */
export async function deviceToken(username: string, name?: string): Promise<string | undefined> {
  const store = openOutboxStore(name);
  try {
    return (await store.transact(['standing'], ({ standing }) => standing.get(keyOf(username))))?.token;
  } catch {
    return undefined;
  } finally {
    store.close();
  }
}

/** Stores the token that a log-in gave, in the transaction of the session. */
export async function noteDeviceToken({ standing }: Tables, username: string, token?: string): Promise<void> {
  if (token !== undefined) await standing.put({ key: keyOf(username), rev: 0, lastSeq: 0, token });
}

/** Stores it from a page that has an outbox. A device without room logs in all the same. */
export async function keepDeviceToken(username: string, token?: string): Promise<void> {
  const store = openOutboxStore();
  try {
    await store.transact(['standing'], (tables) => noteDeviceToken(tables, username, token));
  } catch {
    // At the next log-in it is an unknown device.
  } finally {
    store.close();
  }
}
