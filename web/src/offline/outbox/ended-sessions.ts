import { calls } from '#contract/addresses/calls';
import { openOutboxStore } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';

/**
 * Key of a session that was ended on this device while the server could not be reached. The hash of its token is kept,
 * never the token: it can end the session and nothing else.
 */
const ENDED = 'ended ';
/** Time limit for the server's answer, in ms. */
const TIME_LIMIT = 30_000;

/** The server's name for the session of a token: its SHA-256 in hexadecimal digits. null where the browser has none. */
export async function hashOf(token: string): Promise<string | null> {
  // Browsers have it on https and localhost only.
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Notes, in the transaction of a log-out, that the server has to be told of it. */
export async function noteEnded({ standing }: Tables, hash: string): Promise<void> {
  await standing.put({ key: `${ENDED}${hash}`, rev: 0, lastSeq: 0 });
}

/** Tells the server of the sessions that were noted; those of which it cannot be told stay noted. */
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
    // No network, or a device that stores nothing: the next page that is opened tries again.
  } finally {
    store.close();
  }
}

async function isEnded(session: string): Promise<boolean> {
  // `AbortSignal.timeout` is newer than the oldest browsers supported.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIME_LIMIT);
  try {
    const answer = await fetch(calls.logout(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
      keepalive: true,
      signal: abort.signal,
    });
    return answer.ok && (await answer.json()) === 1;
  } finally {
    clearTimeout(timer);
  }
}
