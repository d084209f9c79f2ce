import { calls } from '#contract/addresses/calls';
import { OfficeCodeMissing } from './office-code.ts';
import type { Session } from '../offline/outbox/protocol/operation.ts';

/** A server that is there has answered by then, over whatever line. */
const PATIENCE = 30_000;

/** The server's own word on why nobody may come in. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Who comes in with these. Fails after 30 s without an answer; `whyNot` has the words for it. */
export async function authenticate(username: string, password: string): Promise<Session> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(calls.authenticate(), {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }), signal: abort.signal,
    });
    const { message, token, ...user } = (await response.json()) as Session['user'] & { token: string; message?: string };
    if (!response.ok) throw new Refused(message ?? response.statusText);
    return { user, token };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What a person reads who did not come in: the word of the server, of the device that could not keep the session, or that
 * the back office could not be loaded.
 */
export function whyNot(error: unknown): string {
  if (error instanceof OfficeCodeMissing) return 'No pudimos abrir el panel. Cerrá esta página y volvé a abrirla.';
  // By name: the public site's first scripts do without the outbox's code.
  const isTold = error instanceof Error && (error.name === 'Refused' || error.name === 'NotKept');
  return isTold ? error.message : 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';
}
