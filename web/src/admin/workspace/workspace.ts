import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AdminStore } from '../../offline/store/admin-store.ts';
import type { DeskStore } from '../../offline/store/desk-store.ts';
import type { ApiCall } from '../../offline/pull/api-call.ts';
import type { Session } from '../../offline/outbox/protocol/operation.ts';
import type { Draft, DraftKey, Pick as Picked } from '../../offline/outbox/outbox-db.ts';
import type { PickNote } from '../../offline/outbox/picks.ts';
import type { Outbox, OutboxMessage } from '../../offline/outbox/outbox-types.ts';
import type { UnsignedOperation } from './new-operations.ts';
import { joined, laidOver } from './overlay.ts';
import type { OwnOperations } from './overlay.ts';

/** Who works here, what of theirs waits, and whether the server is within reach. A new object after every change. */
export interface WorkspaceState extends OwnOperations {
  session: Session;
  /** Number of operations of other people on this device; only their authors send them. */
  others: number;
  /** Number of operations that a later release of the portal has stored in its own format. */
  unreadable: number;
  isOnline: boolean;
  /**
   * What the server has and this device does not hold: it may still come, all of it has come, or it cannot, because
   * there is no network, or nothing has come since an attempt failed.
   */
  rest: 'coming' | 'here' | 'missing';
  /** Operations are being sent. */
  isDraining: boolean;
  /** A change is being stored on this device. */
  isStoring: boolean;
  /** Why the device cannot store anything now, in words for the person; null while it can. */
  trouble: string | null;
  /** Part of each upload that was sent, 0 to 1, by opId. */
  progress: ReadonlyMap<string, number>;
  /** Where this person has drafts on this device. */
  drafts: readonly DraftPlace[];
  /** This person's photos on this device that have yet to be reduced, in their order. */
  picks: readonly Picked[];
  /** Number of times that the store's content has changed. */
  content: number;
}

/** A draft's place on the screens of its author. */
export type DraftPlace = Omit<DraftKey, 'userId'>;
export const isSamePlace = (one: DraftPlace, other: { [K in keyof DraftPlace]?: string | undefined }) =>
  one.entity === other.entity && one.recordId === other.recordId && one.field === other.field;

/** What the screens use: the records of this device, and the only way to change them. */
export interface Workspace {
  store: AdminStore;
  /** The tickets of this person. */
  desk: DeskStore;
  /** Calls the server as the person who is logged in, for what only the server knows. @throws Unreachable */
  callApi: ApiCall;
  /** Fetches a file that only staff may read. @throws Error */
  file(url: string): Promise<Blob>;
  state(): WorkspaceState;
  subscribe(listener: () => void): () => void;
  /** Calls back with each message of the outbox, which people are shown once. */
  onMessage(listener: (message: OutboxMessage) => void): () => void;
  /**
   * Resolves when the operation is safe on this device.
   * @param pick the key of the picked photo that it sends
   * @throws NotKept with words for the person
   */
  save(operation: UnsignedOperation, bytes?: ArrayBuffer, pick?: string): Promise<void>;
  /** The same for several operations: all of them or none. @throws NotKept with words for the person */
  saveAll(operations: readonly UnsignedOperation[]): Promise<void>;
  /** Resolves when nothing is being stored, so that what was just saved is in the state. */
  settled(): Promise<void>;
  /** The queue itself, for the screen that shows it. */
  outbox: Pick<Outbox, 'release' | 'retry' | 'discard' | 'takeBack' | 'recover' | 'resolve' | 'bytesOf' | 'exportAll'>;
  sendNow(): void;
  /** Stores a picked photo on this device until it is reduced and saved. @throws NotKept with words for the person */
  pick(photo: Omit<Picked, 'userId' | 'key' | 'tries'>, bytes: ArrayBuffer): Promise<void>;
  /** The bytes of a picked photo; null where another tab has taken it. @throws NotKept */
  pickedBytes(key: string): Promise<ArrayBuffer | null>;
  /** Notes how far a picked photo is. @throws NotKept */
  notePick(key: string, note: PickNote): Promise<void>;
  /** @throws NotKept */
  dropPicks(keys: readonly string[]): Promise<void>;
  draft(place: DraftPlace): Promise<Draft | null>;
  /** Calls back when a draft was stored, which changes no state where there was one already. @returns ends it */
  onDraft(listener: () => void): () => void;
  keepDraft(place: DraftPlace, draft: Omit<Draft, 'at'>): Promise<void>;
  dropDraft(place: DraftPlace): Promise<void>;
  /** Reports that a person has logged in on this page after the session had ended. */
  logIn(session: Session): Promise<void>;
  logOut(): Promise<void>;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('outside the back office');
  return workspace;
}

export function useWorkspaceState(): WorkspaceState {
  const workspace = useWorkspace();
  return useSyncExternalStore(workspace.subscribe, workspace.state);
}

/** What the store holds, read again whenever it has changed; null until it was read for the first time. */
export function useStored<T>(key: string, read: (store: AdminStore) => Promise<T>): T | null {
  return useRead(key, read)?.value ?? null;
}

/** The same for records, with the operations that are laid over them, so that nothing a person has seen disappears. */
export function useRead<T>(
  key: string,
  read: (store: AdminStore) => Promise<T>,
): { value: T; laid: OwnOperations } | null {
  const { store, state } = useWorkspace();
  const { content, landed, waiting } = useWorkspaceState();
  const [found, setFound] = useState<{ key: string; value: T; landed: OwnOperations['landed'] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const before = state().landed;
    void read(store).then((value) => {
      if (isCurrent) setFound({ key, value, landed: joined(before, state().landed) });
    });
    return () => {
      isCurrent = false;
    };
    // `read` is another function at each render; `key` tells what it reads.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store, content, key]);
  // What has landed since the reading is laid over it until the next one, also once a pull has brought it.
  useEffect(() => {
    setFound((last) => {
      const since = joined(last?.landed ?? [], landed);
      return last && since !== last.landed ? { ...last, landed: since } : last;
    });
  }, [landed]);
  return useMemo(
    () => (found?.key === key ? { value: found.value, laid: laidOver(found.landed, { landed, waiting }) } : null),
    [found, key, landed, waiting],
  );
}
