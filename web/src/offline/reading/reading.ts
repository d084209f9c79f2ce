import { whenIdle } from '../../browser/when-idle.ts';
import { tellWorker } from '../../sw/messages.ts';
import { keepCardPictures } from '../store/card-pictures.ts';
import { openStore } from '../store/public-db.ts';
import { createReading } from './public-reading.ts';
import type { News } from './public-reading.ts';
import { renewSavedPdfs } from '../store/saved-pdfs.ts';
import { dropWithdrawnPictures } from '../store/kept-pictures.ts';
import { keepPulling } from '../pull/triggers.ts';

/** Reading in the browser: one store for all tabs, in which they tell each other what has changed. */
const NAME = 'portal-public';
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : null;
let stop: (() => void) | null = null;

const reading = createReading({
  store: openStore(NAME),
  name: NAME,
  fetch: (...request) => fetch(...request),
  now: Date.now,
  tell: (news) => channel?.postMessage(news),
  applied(piece, { hasReplaced }) {
    const changes = piece.fill ? [] : [...piece.puts, ...piece.dels];
    // The layout of the shell is drawn from these.
    const isShellOld = hasReplaced || changes.some(({ type }) => type === 'site' || type === 'authority');
    if (isShellOld) void tellWorker({ type: 'refresh-shell' });
    void renewSavedPdfs(piece);
    void dropWithdrawnPictures(piece);
  },
  settled: () => whenIdle(() => void keepCardPictures(reading.onDevice())),
});
channel?.addEventListener('message', ({ data }: MessageEvent<News>) => reading.take(data));

for (const event of ['online', 'offline']) window.addEventListener(event, reading.networkChanged);

export const { read, remember, subscribeFreshness, freshness, today } = reading;

/**
 * Calls back when what the device holds has changed, in this tab or another, or the server is within reach again. The
 * first to listen sets off filling and pulling.
 */
export function subscribe(listener: () => void): () => void {
  stop ??= keepPulling(reading.pull);
  return reading.subscribe(listener);
}
