import { keepCardPictures } from './card-pictures.ts';
import { dropWithdrawnPictures } from '../store/kept-pictures.ts';
import { openStore } from '../store/public-db.ts';
import { renewSavedPdfs } from '../store/saved-pdfs.ts';
import { createReading } from './public-reading.ts';
import type { StoreUpdate } from './public-reading.ts';

/** Name of the device's store. All tabs and the service worker share it and inform each other of changes. */
const NAME = 'portal-public';

/**
 * Opens reading on this device's store, for a page or the service worker, and updates what depends on the store:
 * pictures, saved PDFs and the shell.
 * @param refreshShell called when the shell shows an old layout
 * @param whenIdle runs a task that should not delay anything else
 */
export function openDeviceReading({
  refreshShell,
  whenIdle,
}: {
  refreshShell: () => Promise<void>;
  whenIdle: (task: () => Promise<void>) => void;
}) {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null;
  const store = openStore(NAME);
  const reading = createReading({
    store,
    name: NAME,
    fetch: (...request) => fetch(...request),
    now: Date.now,
    tell: (news) => channel?.postMessage(news),
    applied(piece, { hasReplaced }) {
      const changes = piece.fill ? [] : [...piece.puts, ...piece.dels];
      // The layout of the shell is drawn from these.
      const isShellOld = hasReplaced || changes.some(({ type }) => type === 'site' || type === 'authority');
      if (isShellOld) void refreshShell();
      void renewSavedPdfs(piece);
      void dropWithdrawnPictures(piece, async () => (await store.use((db) => db.records.toArray())) ?? []);
    },
    settled: () => whenIdle(() => keepCardPictures(reading.onDevice())),
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<StoreUpdate>) => reading.take(data));
  return { ...reading, store };
}
