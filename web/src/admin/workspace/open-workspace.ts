import { DEVICE_HEADER, deviceWord } from '#contract/messages/portal-state';
import { createListeners } from '../../browser/listeners.ts';
import { syncInBackground } from '../../offline/outbox/background-sync.ts';
import { deviceId } from '../../offline/outbox/device-id.ts';
import { NotKept } from '../../offline/outbox/outbox-db.ts';
import type { Outbox } from '../../offline/outbox/outbox.ts';
import { drainWithPage, endSessionsWithPage } from '../../offline/outbox/page-triggers.ts';
import type { NewOperation, Operation, Session } from '../../offline/outbox/protocol/operation.ts';
import { createApiCall } from '../../offline/pull/api-call.ts';
import type { Pulled } from '../../offline/pull/sync.ts';
import { keepPulling } from '../../offline/pull/triggers.ts';
import { openAdminStore } from '../../offline/store/admin-store.ts';
import { openLandedOperations } from './landed-operations.ts';
import type { LandedOperations } from './landed-operations.ts';
import { createLeaving } from './leaving.ts';
import { createOwnDrafts } from './own-drafts.ts';
import type { UnsignedOperation } from './new-operations.ts';
import type { OwnDrafts } from './own-drafts.ts';
import { createOwnSession } from './own-session.ts';
import type { OwnSession } from './own-session.ts';
import { createReachability } from './reachability.ts';
import { createStoring } from './storing.ts';
import type { Storing } from './storing.ts';
import type { Reachability } from './reachability.ts';
import { createServerCalls } from './server-calls.ts';
import { isSamePlace } from './workspace.ts';
import type { Workspace, WorkspaceState } from './workspace.ts';

/**
 * Puts outbox, store and network together for the person who is logged in.
 * @param session as it was when the page was opened
 * @param keepTexts stores on this device what is typed on the page; called before the page is left with its session
 */
export async function openWorkspace(
  outbox: Outbox,
  session: Session,
  keepTexts: () => Promise<void> = async () => {},
): Promise<Workspace> {
  const changes = createListeners();
  const own = createOwnSession(outbox, session);
  const reachability = createReachability({ onChange: publish, check: () => void pull() });
  const send: typeof fetch = (...request) => fetch(...request);
  const sendAside = createApiCall({ fetch: send, heard: reachability.reportAside });
  const { checkToken, ...serverCalls } = createServerCalls(own, sendAside);
  const store = openAdminStore({
    callApi: createApiCall({ fetch: send, heard: reachability.report }),
    now: Date.now,
    token: own.token,
    word: () => (device === null ? {} : { [DEVICE_HEADER]: wordOf(device, outbox.getSnapshot().operations) }),
  });
  // The outbox is already sending: operations from an earlier page may be done before the records are open.
  const early: Operation[] = [];
  const endEarly = outbox.onMessage((message) => void (message.is === 'done' && early.push(message.operation)));
  await store.open(session.user);
  const landed = await openLandedOperations(store, publish);
  const drafts = createOwnDrafts(outbox, session.user.id, publish);
  const leaving = createLeaving({ outbox, session, own, store, send: sendAside, keepTexts });
  /** null until it is known, and where the device keeps nothing. */
  let device: string | null = null;
  /** Number of times that the store's content has changed. */
  let content = 0;
  const storing = createStoring(publish);
  // Drafts are stored while people type: the screens do not mention it.
  const storingDrafts = createStoring();
  const currentState = () => stateOf({ outbox, own, reachability, landed, drafts, content, storing });
  let state = currentState();

  function publish(): void {
    state = currentState();
    changes.call();
  }

  async function pull(): Promise<Pulled> {
    const token = own.token();
    if (token === null) return 'expired';
    device ??= await deviceId();
    const pulled = await landed.pull();
    if (pulled === 'expired' || pulled === 'revoked') await own.refuse(token, pulled);
    return pulled;
  }

  const signed = (operation: UnsignedOperation): NewOperation => ({ ...operation, userId: session.user.id });
  /** Saving a field drops its draft. */
  function reloadDrafts(saved: readonly UnsignedOperation[]): void {
    if (drafts.known().some((place) => saved.some((one) => isSamePlace(place, one)))) void drafts.reload();
  }

  followPage({ reachability, drafts, publish });
  drainWithPage(outbox);
  syncInBackground(outbox);
  followSending({ outbox, reachability, landed, pull: () => void pull() });
  endEarly();
  for (const operation of early) void landed.land(operation);
  outbox.subscribe(publish);
  outbox.subscribe(leaving.leaveWithSession);
  // Its session may have ended while the page was being opened.
  leaving.leaveWithSession();
  store.subscribe(async () => {
    await landed.reload();
    content += 1;
    publish();
  });
  void checkToken();
  endSessionsWithPage();
  void drafts.reload();
  keepPulling(pull);

  return {
    store,
    outbox: {
      ...outbox,
      retry: (opId) => storing.until(outbox.retry(opId)),
      discard: (opIds) => storing.until(outbox.discard(opIds)),
      takeBack: (opId) => storing.until(outbox.takeBack(opId)),
      recover: (opId, operations) => storing.until(outbox.recover(opId, operations)),
      resolve: (operation, choice) => storing.until(outbox.resolve(operation, choice)),
    },
    ...serverCalls,
    state: () => state,
    subscribe: changes.add,
    onMessage: outbox.onMessage,
    async save(operation, bytes) {
      await storing.until(outbox.save(signed(operation), bytes));
      reloadDrafts([operation]);
    },
    async saveAll(operations) {
      await storing.until(outbox.saveAll(operations.map(signed)));
      reloadDrafts(operations);
    },
    settled: storing.settled,
    sendNow: () => void outbox.drain('button'),
    draft: drafts.draft,
    keepDraft: (place, draft) => storingDrafts.until(drafts.keepDraft(place, draft)),
    dropDraft: drafts.dropDraft,
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
function wordOf(device: string, waiting: readonly Operation[]): string {
  const now = Date.now();
  return deviceWord(device, waiting.length, now - Math.min(now, ...waiting.map(({ createdAt }) => createdAt)));
}

function stateOf({
  outbox,
  own,
  reachability,
  landed,
  drafts,
  content,
  storing,
}: {
  outbox: Outbox;
  own: OwnSession;
  reachability: Reachability;
  landed: LandedOperations;
  drafts: OwnDrafts;
  content: number;
  storing: Storing;
}): WorkspaceState {
  const { operations, others, unreadable, pausedUntil, trouble, isDraining, progress } = outbox.getSnapshot();
  const isOwn = own.current() !== null;
  const queued = new Set(operations.map(({ opId }) => opId));
  return {
    session: own.lastKnown(),
    landed: landed.all().filter(({ opId }) => !queued.has(opId)),
    waiting: isOwn ? operations : [],
    others,
    unreadable,
    isDraining,
    isStoring: storing.isStoring(),
    progress,
    content,
    // With nothing to send, a pause only remembers an old failure: another tab may have sent it all.
    isOnline: navigator.onLine && reachability.isReached() && (pausedUntil === null || operations.length === 0),
    trouble: trouble && new NotKept(trouble).message,
    drafts: isOwn ? drafts.known() : [],
  };
}

/** Follows the network, and reads what other tabs have typed when this one is shown again. */
function followPage({
  reachability,
  drafts,
  publish,
}: {
  reachability: Reachability;
  drafts: OwnDrafts;
  publish: () => void;
}): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void drafts.reload());
  addEventListener('online', () => reachability.report(true));
  addEventListener('online', publish);
  addEventListener('offline', publish);
}

/** Records what the server has done, and pulls after a drain that has sent something. */
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
  outbox.landWith(landed.land);
  let hasSent = false;
  outbox.subscribe(() => {
    hasSent ||= outbox.getSnapshot().operations.some(({ status }) => status === 'sending');
  });
  outbox.onMessage((message) => {
    if (message.is === 'drained' && (hasSent || landed.all().length > 0)) {
      hasSent = false;
      pull();
    }
    if (message.is !== 'done') return;
    reachability.report(true);
    // Its answer may have come before the records were open.
    void landed.land(message.operation);
  });
}
