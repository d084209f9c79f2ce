import { LOG_OUT } from '#contract/addresses/public-calls';
import { postJson } from '../../browser/post-json.ts';
import { sha256 } from '../../browser/sha256.ts';
import { openOutboxStore } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';

/**
 * Key of a session that was ended on this device while the server could not be reached. The hash of its token is kept,
 * never the token: it can end the session and nothing else.
 */
const ENDED = 'ended ';

/** The server's name for the session of a token: its SHA-256 in hexadecimal digits. null where the browser has none. */
export async function hashOf(token: string): Promise<string | null> {
  // Browsers have it on https and localhost only.
  if (!globalThis.crypto?.subtle) return null;
  return sha256(new TextEncoder().encode(token));
}

/** Stores, in the transaction of a log-out, that the server must be told to end the session. */
export async function noteEnded({ standing }: Tables, hash: string): Promise<void> {
  await standing.put({ key: `${ENDED}${hash}`, rev: 0, lastSeq: 0 });
}

/** Has the server end the stored sessions; those for which it is not reached stay stored. */
export async function endSessions(name?: string): Promise<void> {
  const store = openOutboxStore(name);
  try {
    const keys = await store.transact(['standing'], ({ standing }) =>
      standing.where('key').startsWith(ENDED).primaryKeys(),
    );
    for (const key of keys) {
      if (!(await isEnded(key.slice(ENDED.length)))) continue;
      await store.transact(['standing'], ({ standing }) => standing.delete(key));
    }
  } catch {
    // No network, or no room on the device: the next page that is opened tries again.
  } finally {
    store.close();
  }
}

function isEnded(session: string): Promise<boolean> {
  const read = async (answer: Response) => answer.ok && (await answer.json()) === 1;
  return postJson(LOG_OUT, { session }, read, { keepalive: true });
}
