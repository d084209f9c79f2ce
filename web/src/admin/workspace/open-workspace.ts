import { DEVICE_HEADER, deviceWord } from '#contract/messages/portal-state';
import { createListeners } from '../../browser/listeners.ts';
import { syncInBackground } from '../../offline/outbox/background-sync.ts';
import { deviceId } from '../../offline/outbox/device-id.ts';
import type { Environment } from '../../offline/outbox/environment.ts';
import { NotKept } from '../../offline/outbox/outbox-db.ts';
import type { Outbox } from '../../offline/outbox/outbox-types.ts';
import { openOutbox } from '../../offline/outbox/outbox.ts';
import { drainWithPage } from '../../offline/outbox/page-triggers.ts';
import { endSessionsWithPage } from '../../offline/outbox/session-triggers.ts';
import { isHeld } from '../../offline/outbox/protocol/operation.ts';
import type { Operation, Session } from '../../offline/outbox/protocol/operation.ts';
import { createAdminPull } from '../../offline/pull/admin-pull.ts';
import { createApiCall } from '../../offline/pull/api-call.ts';
import type { Pulled } from '../../offline/pull/sync.ts';
import { keepPulling } from '../../offline/pull/triggers.ts';
import { createDeskPull } from '../../offline/pull/desk-pull.ts';
import { openDeskStore } from '../../offline/store/desk-store.ts';
import type { DeskStore } from '../../offline/store/desk-store.ts';
import { openAdminStore } from '../../offline/store/admin-store.ts';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import { tellWorker } from '../../page-and-worker/messages.ts';
import { createLeaving } from './leaving.ts';
import { createOwnChanges, openLandedOperations } from './own-changes.ts';
import type { LandedOperations, OwnChanges } from './own-changes.ts';
import { createOwnSession } from './own-session.ts';
import type { OwnSession } from './own-session.ts';
import { createReachability } from './reachability.ts';
import type { Reachability } from './reachability.ts';
import { createServerCalls } from './server-calls.ts';
import type { Workspace, WorkspaceState } from './workspace.ts';

/** What a page of the back office holds from its beginning, before anybody is known to be logged in. */
export interface PageStores {
  outbox: Outbox;
  store: AdminStore;
  landed: LandedOperations;
  desk: DeskStore;
}

/**
 * Opens them, each with what it needs: what the outbox has sent lands in the store, and only then leaves the outbox.
 */
export function openPageStores(environment: Environment): PageStores {
  const store = openAdminStore();
  const landed = openLandedOperations(store);
  return { store, landed, desk: openDeskStore(), outbox: openOutbox({ ...environment, land: landed.land }) };
}

/**
 * Puts outbox, store and network together for the person who is logged in.
 * @param session as it was when the page was opened
 * @param keepTexts stores on this device what is typed on the page; called before the page is left with its session
 */
export async function openWorkspace(
  { outbox, store, landed, desk }: PageStores,
  session: Session,
  keepTexts: () => Promise<void> = async () => {},
): Promise<Workspace> {
  const changes = createListeners();
  const own = createOwnSession(outbox, session);
  const reachability = createReachability({ onChange: publish, check: () => void pull() });
  const send: typeof fetch = (...request) => fetch(...request);
  const sendAside = createApiCall({ fetch: send, heard: reachability.reportAside });
  const { checkToken, ...serverCalls } = createServerCalls(own, sendAside);
  /** null until it is known, and where the device keeps nothing. */
  let device: string | null = null;
  const pullRecords = createAdminPull({
    store,
    callApi: createApiCall({ fetch: send, heard: reachability.report }),
    now: Date.now,
    token: own.token,
    word: () => (device === null ? {} : { [DEVICE_HEADER]: wordOf(device, outbox.getSnapshot().operations) }),
  });
  const pullDesk = createDeskPull(desk, serverCalls.callApi, session.user.id);
  await store.open(session.user);
  await desk.open(session.user.id);
  // The outbox is already sending: operations from an earlier page may have landed before.
  await landed.open();
  const ownChanges = createOwnChanges(outbox, session.user.id, publish);
  const held = { drop: async () => void (await Promise.all([store.drop(), desk.drop().catch(() => {})])) };
  const leaving = createLeaving({ outbox, session, own, store: held, send: sendAside, keepTexts });
  /** Number of times that the store's content has changed. */
  let content = 0;
  /** How the last pull has ended; null until one has, and again once more has come. */
  let ended: Pulled | null = null;
  const currentState = () => stateOf({ outbox, own, reachability, landed, ownChanges, content, ended });
  let state = currentState();

  function publish(): void {
    state = currentState();
    changes.call();
  }

  async function pull(): Promise<Pulled> {
    const token = own.token();
    if (token === null) return 'expired';
    device ??= await deviceId();
    // Tickets first: what has landed is forgotten once records were pulled.
    const pulled = await landed.during(async () => {
      const ended = await pullDesk();
      return ended === 'expired' || ended === 'revoked' ? ended : pullRecords();
    });
    if (pulled === 'expired' || pulled === 'revoked') await own.refuse(token, pulled);
    if (pulled !== ended) {
      ended = pulled;
      publish();
    }
    return pulled;
  }

  followPage({ reachability, ownChanges, publish });
  drainWithPage(outbox);
  syncInBackground(outbox);
  followSending({
    outbox,
    reachability,
    landed,
    pull() {
      void pull();
      // Who looks at it on the site finds it there: its pages are drawn from a store of their own.
      void tellWorker({ type: 'fill', opened: '' }).catch(() => {});
    },
  });
  landed.subscribe(publish);
  outbox.subscribe(publish);
  outbox.subscribe(leaving.leaveWithSession);
  // Its session may have ended while the page was being opened.
  leaving.leaveWithSession();
  desk.subscribe(() => {
    content += 1;
    publish();
  });
  store.subscribe(async () => {
    await landed.reload();
    content += 1;
    if (ended !== 'done') ended = null;
    publish();
  });
  void checkToken();
  endSessionsWithPage();
  void ownChanges.reload();
  keepPulling(pull);

  return {
    store,
    desk,
    ...ownChanges,
    ...serverCalls,
    state: () => state,
    subscribe: changes.add,
    onMessage: outbox.onMessage,
    sendNow: () => void outbox.drain('button'),
    async logIn(next) {
      await outbox.logIn(next);
      // Another group has other rights, and so another back office.
      if (next.user.usergroup !== session.user.usergroup) location.reload();
      else void pull();
    },
    logOut: leaving.logOut,
  };
}

/** Returns this device's report to the server about its waiting changes. */
function wordOf(device: string, operations: readonly Operation[]): string {
  const now = Date.now();
  // What its author has not published is not late.
  const waiting = operations.filter((operation) => !isHeld(operation));
  return deviceWord(device, waiting.length, now - Math.min(now, ...waiting.map(({ createdAt }) => createdAt)));
}

function stateOf({
  outbox,
  own,
  reachability,
  landed,
  ownChanges,
  content,
  ended,
}: {
  outbox: Outbox;
  own: OwnSession;
  reachability: Reachability;
  landed: LandedOperations;
  ownChanges: OwnChanges;
  content: number;
  ended: Pulled | null;
}): WorkspaceState {
  const { operations, others, unreadable, pausedUntil, trouble, isDraining, progress } = outbox.getSnapshot();
  const isOwn = own.current() !== null;
  // With nothing to send, a pause only remembers an old failure: another tab may have sent it all.
  const isOnline = navigator.onLine && reachability.isReached() && (pausedUntil === null || operations.every(isHeld));
  const queued = new Set(operations.map(({ opId }) => opId));
  return {
    session: own.lastKnown(),
    landed: landed.all().filter(({ opId }) => !queued.has(opId)),
    waiting: isOwn ? operations : [],
    others,
    unreadable,
    isDraining,
    isStoring: ownChanges.isStoring(),
    progress,
    content,
    isOnline,
    rest: !isOnline || (ended !== null && ended !== 'done') ? 'missing' : ended === null ? 'coming' : 'here',
    trouble: trouble && new NotKept(trouble).message,
    drafts: isOwn ? ownChanges.drafts() : [],
    picks: isOwn ? ownChanges.picks() : [],
  };
}

/** Follows the network, and reads what was typed and picked in other tabs when this one is shown again. */
function followPage({
  reachability,
  ownChanges,
  publish,
}: {
  reachability: Reachability;
  ownChanges: OwnChanges;
  publish: () => void;
}): void {
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void ownChanges.reload(),
  );
  addEventListener('online', () => reachability.report(true));
  addEventListener('online', publish);
  addEventListener('offline', publish);
}

/** Pulls after a drain that has sent something, and learns from what was done that the server is reached. */
function followSending({
  outbox,
  reachability,
  landed,
  pull,
}: {
  outbox: Outbox;
  reachability: Reachability;
  landed: LandedOperations;
  pull: () => void;
}): void {
  let hasSent = false;
  outbox.subscribe(() => {
    hasSent ||= outbox.getSnapshot().operations.some(({ status }) => status === 'sending');
  });
  outbox.onMessage((message) => {
    if (message.is === 'drained' && (hasSent || landed.all().length > 0)) {
      hasSent = false;
      pull();
    }
    if (message.is === 'done') reachability.report(true);
  });
}
