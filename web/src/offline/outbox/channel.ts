import { OUTBOX } from './outbox-db.ts';

/** What tabs tell each other: the store has changed, or an upload of the replayer goes on. */
export type TabMessage = 'changed' | 'busy';

/** The channel between tabs; null where there is none, and then a tab learns of the others at its next own event. */
export function outboxChannel(name: string = OUTBOX): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
}
