import { calls } from '#contract/addresses/calls';
import { AdminCodeMissing } from './admin-code.ts';
import { postJson } from './post-json.ts';
import type { Session } from '../offline/outbox/protocol/operation.ts';

/** The server's reason for refusing a log-in. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Logs in. @throws Error after 30 s without an answer, and when the server refuses; `whyNot` has the words for both */
export function authenticate(username: string, password: string): Promise<Session> {
  return postJson(calls.authenticate(), { username, password }, async (response) => {
    type Body = Session['user'] & { token: string; message?: string };
    const { message, token, ...user } = (await response.json()) as Body;
    if (!response.ok) throw new Refused(message ?? response.statusText);
    return { user, token };
  });
}

/** Words for a log-in that the server refused, that was not stored, or after which the back office did not load. */
export function whyNot(error: unknown): string {
  if (error instanceof AdminCodeMissing) return 'No pudimos abrir el panel. Cerrá esta página y volvé a abrirla.';
  // By name: the public site's first scripts do without the outbox's code.
  const isTold = error instanceof Error && (error.name === 'Refused' || error.name === 'NotKept');
  return isTold ? error.message : 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';
}
