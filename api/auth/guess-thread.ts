import { parentPort } from 'node:worker_threads';
import { reasonAgainst } from './guessing.ts';

/** The message from `guessable.ts`. */
export interface Question {
  password: string;
  names: readonly string[];
}

parentPort?.on('message', ({ password, names }: Question) => parentPort?.postMessage(reasonAgainst(password, names)));
