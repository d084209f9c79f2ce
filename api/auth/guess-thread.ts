import { parentPort } from 'node:worker_threads';
import { reasonAgainst } from './guessing.ts';

/** The message from `guessable.ts`. */
export interface GuessRequest {
  password: string;
  names: readonly string[];
}

parentPort?.on('message', ({ password, names }: GuessRequest) =>
  parentPort?.postMessage(reasonAgainst(password, names)),
);
