import { calls } from '#contract/addresses/calls';
import { openOutboxStore } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';

/**
 * Sessions that were ended on this device and may go on at the server, which nobody could reach just then. Of each the
 * hash of its token is kept, never the token: it ends the session, and opens nothing.
 */
const ENDED = 'ended ';

/** What the server calls the session of a token: its SHA-256 in hexadecimal digits. Null where the browser makes none. */
export async function hashOf(token: string): Promise<string | null> {
  // Browsers do so on https and on this machine alone.
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Notes, in the transaction of a log-out, that the server has to hear of it. */
export async function noteEnded({ standing }: Tables, hash: string): Promise<void> {
  await standing.put({ key: `${ENDED}${hash}`, rev: 0, lastSeq: 0 });
}

/** Tells the server what has been noted, as far as it can be reached; the rest stays for another time. */
export async function endSessions(name?: string): Promise<void> {
  const store = openOutboxStore(name);
  try {
    const keys = await store.transact(['standing'], ({ standing }) => standing.where('key').startsWith(ENDED).primaryKeys());
    for (const key of keys) if (await isEnded(key.slice(ENDED.length))) await store.transact(['standing'], ({ standing }) => standing.delete(key));
  } catch {
    // No network, or a device that keeps nothing: the next page that opens tries again.
  } finally {
    store.close();
  }
}

async function isEnded(session: string): Promise<boolean> {
  const answer = await fetch(calls.logout(), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ session }), keepalive: true, signal: AbortSignal.timeout(30_000),
  });
  return answer.ok && (await answer.json()) === 1;
}
