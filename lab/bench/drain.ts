// Must be imported before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { openOutbox } from '../../web/src/offline/outbox/outbox.ts';
import { openOutboxStore } from '../../web/src/offline/outbox/outbox-db.ts';
import type { Session } from '../../web/src/offline/outbox/protocol/operation.ts';
import { calls } from '../../api/contract/addresses/calls.ts';
import { median } from './measure.ts';
import { pause } from './programs.ts';

interface Drained {
  /** s from the return of the connection until the queue is empty */
  seconds: number;
  /** ms until a save is safe on the device */
  kept: number;
  saves: number;
}

/** Queues saves offline, as staff on the road do, and sends them over a connection with a round trip of 400 ms. */
export async function measureDrain(url: string, session: Session, ids: readonly string[]): Promise<Drained> {
  let isLineUp = false;
  const outbox = openOutbox({
    store: openOutboxStore(`bench-${Date.now()}`),
    newXhr: null,
    locks: null,
    channel: null,
    async fetch(path, init) {
      if (!isLineUp) throw new TypeError('no line');
      await pause(200);
      const answer = await fetch(url + String(path), init);
      await pause(200);
      return answer;
    },
  });
  await outbox.logIn(session);
  const times: number[] = [];
  for (const [number, recordId] of ids.entries()) {
    const began = performance.now();
    await outbox.save({
      entity: 'story',
      recordId,
      kind: 'update',
      field: 'title',
      method: 'POST',
      path: calls.update('story', recordId, 'title'),
      value: `Desde el camino ${number}`,
      userId: session.user.id,
    });
    times.push(performance.now() - began);
  }
  isLineUp = true;
  const began = performance.now();
  await outbox.drain('online');
  while (outbox.getSnapshot().operations.length > 0 && performance.now() - began < 120_000) await pause(50);
  const seconds = (performance.now() - began) / 1000;
  const left = outbox.getSnapshot().operations.length;
  outbox.close();
  if (left > 0) throw new Error(`${left} saves were not sent`);
  return { seconds, kept: median(times), saves: ids.length };
}
