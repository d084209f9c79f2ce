import type { Response } from 'express';

/** Resolves when a full stream accepts more data, or is closed. Removes its listeners. */
export function drainedOrClosed(stream: Pick<Response, 'on' | 'off'>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stream.off('drain', end);
      stream.off('close', end);
      resolve();
    };
    stream.on('drain', end);
    stream.on('close', end);
  });
}
