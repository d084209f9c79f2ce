import type { Environment } from './environment.ts';
import type { EventLoop } from './event-loop.ts';
import { probeAt } from './protocol/backoff.ts';
import type { Operation } from './protocol/operation.ts';
import { findByOpId } from './protocol/queue.ts';
import type { OperationAnswer } from './protocol/queue.ts';
import { verdictOf } from './protocol/server-answers.ts';
import { requestOf, send } from './send.ts';
import { bytesOf } from './uploads.ts';

export interface Transmitter {
  /** Sends an operation and runs the event of its answer. Never throws. */
  transmit(operation: Operation, token: string): Promise<void>;
  /** Cancels uploads that this tab sends and that have not gone whole. @returns these */
  withdraw(opIds: readonly string[]): readonly string[];
  /** Part of each upload that has gone, 0 to 1, by opId. */
  readonly progress: ReadonlyMap<string, number>;
}

/**
 * Makes the requests of the operations that the queue sends.
 * @param end aborts when the tab's outbox is closed
 * @param onProgress called when an upload has gone on
 * @param land called with each operation that the server has done; it is removed from the queue afterwards
 */
export function createTransmitter({
  environment,
  loop,
  end,
  onProgress,
  land,
}: {
  environment: Required<Environment>;
  loop: EventLoop;
  end: AbortSignal;
  onProgress: () => void;
  land: (operation: Operation) => Promise<unknown>;
}): Transmitter {
  const { store, fetch, newXhr, random, setTimer } = environment;
  const progress = new Map<string, number>();
  /** The requests that are under way in this tab, by opId. */
  const requests = new Map<string, AbortController>();
  end.addEventListener('abort', () => {
    for (const request of requests.values()) request.abort();
  });

  function showProgress(opId: string, part: number): void {
    progress.set(opId, part);
    onProgress();
  }

  async function transmit(operation: Operation, token: string): Promise<void> {
    const { opId } = operation;
    try {
      const request = new AbortController();
      requests.set(opId, request);
      if (operation.file && newXhr) showProgress(opId, 0);
      if (end.aborted) request.abort();
      const answer = await answerTo(operation, token, request.signal).finally(() => {
        progress.delete(opId);
        requests.delete(opId);
      });
      const isKnown = findByOpId(loop.state().queue, opId) !== undefined;
      if (isKnown && verdictOf(operation, answer).is === 'done') await land(operation);
      const isWithdrawn = answer === null && request.signal.aborted && !end.aborted;
      await loop.run(
        isWithdrawn ? { type: 'withdrawn', sentOpId: opId } : { type: 'answer', sentOpId: opId, token, answer },
      );
    } catch {
      await reportUnstored(opId, 0);
    }
  }

  async function answerTo(operation: Operation, token: string, signal: AbortSignal): Promise<OperationAnswer | null> {
    const bytes = await bytesOf(store, operation);
    if (operation.file && !bytes) return FILE_IS_GONE;
    return send(
      requestOf(operation, token, bytes),
      { fetch, newXhr, setTimer },
      {
        isUpload: bytes !== null,
        signal,
        onProgress: (part) => showProgress(operation.opId, part),
      },
    );
  }

  /**
   * The store did not give the bytes or did not keep the answer. Once it works again the operation is sent again, and
   * gets the same answer.
   */
  async function reportUnstored(opId: string, failures: number): Promise<void> {
    await new Promise<void>((resolve) => setTimer(resolve, probeAt(failures, { at: 0, jitter: random() })));
    if (end.aborted) return;
    await loop.run({ type: 'answer-unstored', sentOpId: opId }).catch(() => reportUnstored(opId, failures + 1));
  }

  return {
    transmit,
    withdraw(opIds) {
      const incomplete = opIds.filter((opId) => requests.has(opId) && (progress.get(opId) ?? 1) < 1);
      for (const opId of incomplete) requests.get(opId)?.abort();
      return incomplete;
    },
    progress,
  };
}

/** Takes the place of the server's answer, so that the operation is parked and a person decides. */
const FILE_IS_GONE: OperationAnswer = {
  status: 400,
  body: {
    code: 'file-gone',
    message: 'El archivo ya no está en este dispositivo. Descartá este cambio y volvé a elegirlo.',
  },
};
