import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PATIENCE } from './patience.ts';
import { freePort } from '../../../scripts/support/free-port.ts';

export const PASSWORD = 'clave-de-prueba';

export interface Server {
  url: string;
  pid: number | undefined;
  /** Everything that the program has printed so far. */
  output(): string;
  /** Stops it as an operator does, and waits until it has ended. */
  stop(): Promise<void>;
  /** Kills it like a power cut. */
  kill(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');
/** The compile cache of `npm start`. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.compile-cache') };

/** Starts the real program in a separate process, with the database and uploads in a folder. */
export async function serve(
  folder: string,
  { port, timeout = PATIENCE, env = {} }: { port?: number; timeout?: number; env?: Record<string, string> } = {},
): Promise<Server> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, ['api/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...COMPILED,
      PORT: String(chosen),
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: PASSWORD,
      ORIGIN: `http://127.0.0.1:${chosen}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const url = `http://127.0.0.1:${chosen}`;
  await untilReady(child, url, timeout, () => output);
  return {
    url,
    pid: child.pid,
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function untilReady(child: ChildProcess, url: string, timeout: number, output: () => string): Promise<void> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended by itself:\n${output()}`);
    const answer = await fetch(`${url}/salud`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready in ${timeout} ms:\n${output()}`);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
