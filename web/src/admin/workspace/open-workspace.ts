import { pages } from '#contract/addresses/pages';
import { calls } from '#contract/addresses/calls';
import { createListeners } from '../../browser/listeners.ts';
import { openAdminStore } from '../../offline/store/admin-store.ts';
import { createApiCall } from '../../offline/pull/api-call.ts';
import { endSessions, hashOf } from '../../offline/outbox/ended-sessions.ts';
import type { Operation, Session } from '../../offline/outbox/protocol/operation.ts';
import { syncInBackground } from '../../offline/outbox/background-sync.ts';
import { NotKept } from '../../offline/outbox/outbox-db.ts';
import type { Outbox } from '../../offline/outbox/outbox.ts';
import { drainWithPage, endSessionsWithPage } from '../../offline/outbox/page-triggers.ts';
import type { Pulled } from '../../offline/pull/sync.ts';
import { keepPulling } from '../../offline/pull/triggers.ts';
import { isSamePlace } from './workspace.ts';
import type { Workspace, WorkspaceState, DraftPlace } from './workspace.ts';

const LOOK_AGAIN = 5000;

/**
 * Puts outbox, store and network together for the person who is logged in.
 * @param session as it was when the page was opened
 */
export async function openWorkspace(outbox: Outbox, session: Session): Promise<Workspace> {
  const listeners = createListeners();
  let isReached = true;
  // What the server has done: first in memory, so that nothing flickers, then in the store, so that it outlives the page.
  let fresh: readonly Operation[] = [];
  let stored: readonly Operation[] = [];
  let landing: Promise<unknown> = Promise.resolve();
  let content = 0;
  let drafts: readonly DraftPlace[] = [];
  let last = session;
  let isLeaving = false;
  let hasSent = false;
  let isToLookAgain = false;
  /** The session, as long as it is still this person's: a page that somebody else's log-in is about to end does nothing as them. */
  const own = () => {
    const { session: current } = outbox.getSnapshot();
    return current?.user.id === session.user.id ? current : null;
  };
  const token = () => own()?.token ?? null;
  const send: typeof fetch = (...request) => fetch(...request);
  const plainAsk = createApiCall({ fetch: send, heard: heardAside });
  const store = openAdminStore({ callApi: createApiCall({ fetch: send, heard }), now: Date.now, token });
  await store.open(session.user);
  stored = await store.landed();
  let state = look();

  function heard(answered: boolean) {
    if (isReached === answered) return;
    isReached = answered;
    changed();
  }
  /** One answer that does not come is not yet the network that has gone: a pull soon tells. */
  function heardAside(answered: boolean) {
    heard(answered);
    if (answered || isToLookAgain) return;
    isToLookAgain = true;
    setTimeout(() => {
      isToLookAgain = false;
      void pull();
    }, LOOK_AGAIN);
  }
  function changed() {
    state = look();
    listeners.call();
  }
  function look(): WorkspaceState {
    const snapshot = outbox.getSnapshot();
    // After a log-out in another tab the screen stays drawn with who was there until it is left.
    last = own() ?? last;
    return {
      session: last, landed: [...stored, ...fresh], waiting: own() ? snapshot.operations : [], others: snapshot.others, unreadable: snapshot.unreadable, content,
      // With nothing to send, a pause only remembers an old failure: another tab may have sent it all.
      isOnline: navigator.onLine && isReached && (snapshot.pausedUntil === null || snapshot.operations.length === 0),
      trouble: snapshot.trouble && new NotKept(snapshot.trouble).message,
      isDraining: snapshot.isDraining,
      progress: snapshot.progress,
      drafts: own() ? drafts : [],
    };
  }
  /** Read from the store, which the other tabs write too; while that cannot be read, what was known stands. */
  async function lookForDrafts() {
    drafts = await outbox.draftsOf(session.user.id).catch(() => drafts);
    changed();
  }

  async function pull(): Promise<Pulled> {
    const asked = token();
    if (asked === null) return 'refused';
    await landing;
    // What the device had no room to note is in memory only.
    const before = fresh;
    const pulled = await store.pull();
    if (pulled === 'refused') await expire(asked);
    if (pulled === 'done' && before.length > 0) {
      fresh = fresh.filter((one) => !before.includes(one));
      changed();
    }
    return pulled;
  }
  async function reread() {
    stored = await store.landed();
    content += 1;
    changed();
  }
  async function land(operation: Operation) {
    isReached = true;
    fresh = [...fresh, operation];
    changed();
    await store.land(operation);
    stored = await store.landed();
    const noted = new Set(stored.map(({ opId }) => opId));
    fresh = fresh.filter(({ opId }) => !noted.has(opId));
    changed();
  }
  const expire = (asked: string) => outbox.expire(asked).catch(() => {});

  const callApi: Workspace['callApi'] = async (url, init = {}) => {
    const asked = token();
    const answer = await plainAsk(url, { ...init, headers: { ...init.headers, ...(asked === null ? {} : { authorization: `Bearer ${asked}` }) } });
    if (answer.status === 401 && asked !== null) await expire(asked);
    return answer;
  };

  /** Spec section 6: the guard asks the server whether the token has expired; without a network nobody is sent away. */
  async function checkToken() {
    const asked = token();
    if (asked === null) return;
    const answer = await callApi(calls.tokenExpired(), { method: 'POST' }).catch(() => null);
    const { TokenExpired } = (answer?.body ?? {}) as { TokenExpired?: unknown };
    if (answer?.status === 200 && typeof TokenExpired === 'number' && TokenExpired !== 0) await expire(asked);
  }

  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void lookForDrafts());
  addEventListener('online', () => heard(true));
  addEventListener('online', changed);
  addEventListener('offline', changed);
  drainWithPage(outbox);
  syncInBackground(outbox);
  outbox.subscribe(() => {
    hasSent ||= outbox.getSnapshot().operations.some(({ status }) => status === 'sending');
    changed();
    // Somebody has logged out, or another person in, in another tab: nothing of the first one's stays on screen.
    const { isLoaded, session: current } = outbox.getSnapshot();
    if (isLeaving || !isLoaded || current?.user.id === session.user.id) return;
    isLeaving = true;
    if (current) location.reload();
    // A pull that was under way may have filled it again.
    else void store.drop().finally(() => location.replace(pages.login(location.pathname + location.search)));
  });
  outbox.onMessage((told) => {
    if (told.is === 'landed' && (hasSent || state.landed.length > 0)) {
      hasSent = false;
      void pull();
    }
    if (told.is === 'done') {
      const landed = land(told.operation);
      landing = landing.then(() => landed);
    }
  });
  store.subscribe(() => void reread());
  void checkToken();
  endSessionsWithPage();
  void lookForDrafts();
  keepPulling(pull);

  const place = (one: Parameters<Workspace['draft']>[0]) => ({ ...one, userId: session.user.id });
  return {
    store, callApi, outbox,
    async file(url) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token() ?? ''}` } });
      if (!response.ok) throw new Error(response.statusText);
      return response.blob();
    },
    state: () => state,
    subscribe: listeners.add,
    onMessage: (listener) => outbox.onMessage(listener),
    async save(wish, bytes) {
      await outbox.save({ ...wish, userId: session.user.id }, bytes);
      if (drafts.some((one) => isSamePlace(one, wish))) void lookForDrafts();
    },
    sendNow: () => void outbox.drain('button'),
    draft: (one) => outbox.draft(place(one)),
    async keepDraft(one, draft) {
      await outbox.keepDraft(place(one), draft);
      if (!drafts.some((known) => isSamePlace(known, one))) await lookForDrafts();
    },
    async dropDraft(one) {
      await outbox.dropDraft(place(one));
      if (drafts.some((known) => isSamePlace(known, one))) await lookForDrafts();
    },
    async logIn(next) {
      await outbox.logIn(next);
      // Other rights are another back office.
      if (next.user.usergroup !== session.user.usergroup) location.reload();
      else void pull();
    },
    async logOut() {
      isLeaving = true;
      const asked = token();
      const ended = asked === null ? null : await hashOf(asked);
      if (asked !== null && ended === null) void plainAsk(calls.logout(), { method: 'POST', headers: { authorization: `Bearer ${asked}` }, keepalive: true }).catch(() => {});
      try {
        await outbox.logOut(ended ?? undefined);
        void endSessions();
        await store.drop();
      } catch (error) {
        isLeaving = false;
        throw error;
      }
    },
  };
}
