import type { Outbox } from '../../offline/outbox/outbox-types.ts';
import type { Session } from '../../offline/outbox/protocol/operation.ts';
import type { SessionEnd } from '../../offline/session-end.ts';

/** The session of the person for whom the page was loaded. */
export interface OwnSession {
  /** null if nobody or another person is logged in; the page does nothing for another person until it is reloaded. */
  current(): Session | null;
  /** The current session, or the last one: after a log-out in another tab the screen stays drawn until it is left. */
  lastKnown(): Session;
  /** null where there is no session, or it has ended. */
  token(): string | null;
  /** The server has refused this token. */
  refuse(token: string, end: SessionEnd): Promise<void>;
}

export function createOwnSession(outbox: Pick<Outbox, 'getSnapshot' | 'refuse'>, session: Session): OwnSession {
  let last = session;
  function current(): Session | null {
    const { session: stored } = outbox.getSnapshot();
    return stored?.user.id === session.user.id ? stored : null;
  }
  return {
    current,
    lastKnown() {
      last = current() ?? last;
      return last;
    },
    token: () => current()?.token ?? null,
    refuse: (token, end) => outbox.refuse(token, end).catch(() => {}),
  };
}
