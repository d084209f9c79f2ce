import { calls } from '#contract/addresses/calls';
import { pages } from '#contract/addresses/pages';
import { endSessions, hashOf } from '../../offline/outbox/ended-sessions.ts';
import type { Outbox } from '../../offline/outbox/outbox-types.ts';
import type { Session } from '../../offline/outbox/protocol/operation.ts';
import type { ApiCall } from '../../offline/pull/api-call.ts';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import { TAKEN } from '../../offline/outbox/session.ts';
import { removeSharedPhotos } from './shared-photos.ts';
import type { OwnSession } from './own-session.ts';

interface Leaving {
  /**
   * Leaves the page when this person has logged out, or another one logged in, in another tab, and when the session was
   * taken away. What the device holds for the person is dropped as by a log-out.
   */
  leaveWithSession(): void;
  /** Ends the session, here and at the server. @throws NotKept, and then the person is still logged in */
  logOut(): Promise<void>;
}

/**
 * @param send makes a call without a session
 * @param keepTexts stores on this device what is typed on the page
 */
export function createLeaving({
  outbox,
  session,
  own,
  store,
  send,
  keepTexts,
}: {
  outbox: Pick<Outbox, 'getSnapshot' | 'logOut'>;
  session: Session;
  own: OwnSession;
  store: Pick<AdminStore, 'drop'>;
  send: ApiCall;
  keepTexts: () => Promise<void>;
}): Leaving {
  let isLeaving = false;
  // Only in the tab that ends the session or is told of it: before another one, which may be frozen, learns that it has
  // ended, the next person may have shared some.
  const dropSharedPhotos = () => removeSharedPhotos().catch(() => {});

  return {
    leaveWithSession() {
      const { isLoaded, session: current, isRevoked } = outbox.getSnapshot();
      if (isLeaving || !isLoaded || current?.user.id === session.user.id) return;
      isLeaving = true;
      const kept = keepTexts().catch(() => {});
      if (current) void kept.then(() => location.reload());
      else
        void kept
          .then(() => (isRevoked ? dropSharedPhotos() : undefined))
          // A pull that was under way may have filled the store again.
          .then(() => store.drop())
          .finally(() => {
            const login = pages.login(location.pathname + location.search);
            location.replace(isRevoked ? login + TAKEN : login);
          });
    },
    async logOut() {
      isLeaving = true;
      await keepTexts();
      const token = own.token();
      const ended = token === null ? null : await hashOf(token);
      if (token !== null && ended === null) {
        const headers = { authorization: `Bearer ${token}` };
        void send(calls.logout(), { method: 'POST', headers, keepalive: true }).catch(() => {});
      }
      try {
        await outbox.logOut(ended ?? undefined);
        void endSessions();
        await dropSharedPhotos();
        await store.drop();
      } catch (error) {
        isLeaving = false;
        throw error;
      }
    },
  };
}
