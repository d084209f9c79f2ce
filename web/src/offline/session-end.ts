/** Why a session is over: it ran out, or was taken away, and then the device drops what a log-out drops. */
export type SessionEnd = 'expired' | 'revoked';

/** Returns what an answer of the server says about the session of the request; null while it is live. */
export function sessionEnd({ status, body }: { status: number; body: unknown }): SessionEnd | null {
  if (status !== 401) return null;
  return (body as { code?: unknown } | null | undefined)?.code === 'revoked' ? 'revoked' : 'expired';
}
