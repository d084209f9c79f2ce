import { parentPort } from 'node:worker_threads';
import { readDocument } from './read-document.ts';
import type { Asked } from './reading.ts';

// Reads what a weather service has written, in a thread of its own: a document that was made to be slow delays nobody.

parentPort?.on('message', (asked: Asked) => {
  try {
    parentPort?.postMessage({ read: readDocument(asked) });
  } catch (error) {
    parentPort?.postMessage({ fault: (error as Error).message.slice(0, 200) });
  }
});
