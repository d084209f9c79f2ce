import type { SetTimer } from '../../browser/timer.ts';
import { OUTBOX } from './outbox-db.ts';

/** A message between tabs: the store has changed, or an upload of the sending tab makes progress. */
type TabMessage = 'changed' | 'busy';

/** Shortest time, in ms, between two messages about the progress of an upload. */
const BUSY_EVERY = 5000;
/** Time, in ms, in which the messages of other tabs are gathered into one. */
const GATHER = 50;

/**
 * The channel between tabs. null where the browser has none: a tab then reads the changes of others at its own next
 * event.
 */
export function outboxChannel(name: string = OUTBOX): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
}

interface OtherTabs {
  tellChanged(): void;
  tellBusy(): void;
}

/** What this tab tells the others of the device. */
export function otherTabs({ channel, now }: { channel: BroadcastChannel | null; now: () => number }): OtherTabs {
  let busyAt = 0;
  return {
    tellChanged: () => channel?.postMessage('changed' satisfies TabMessage),
    tellBusy() {
      // A clock that was set back must not keep the tab silent.
      if (now() - busyAt < BUSY_EVERY && now() >= busyAt) return;
      busyAt = now();
      channel?.postMessage('busy' satisfies TabMessage);
    },
  };
}

/**
 * Hears what the other tabs tell this one.
 * @param end aborts when the tab's outbox is closed, and closes the channel
 * @param onMessage called with every message
 * @param onChanged called some time after others have changed the store, once for all changes until then
 */
export function hearOtherTabs(
  { channel, setTimer }: { channel: BroadcastChannel | null; setTimer: SetTimer },
  end: AbortSignal,
  { onMessage, onChanged }: { onMessage: () => void; onChanged: () => void },
): void {
  let isGathering = false;

  function hear({ data }: MessageEvent): void {
    onMessage();
    if (data !== ('changed' satisfies TabMessage) || isGathering) return;
    // The sending tab changes the store many times a second.
    isGathering = true;
    setTimer(() => {
      isGathering = false;
      if (!end.aborted) onChanged();
    }, GATHER);
  }

  channel?.addEventListener('message', hear);
  end.addEventListener('abort', () => {
    channel?.removeEventListener('message', hear);
    channel?.close();
  });
}
