import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, Load } from './load.ts';
import type { Reference } from './reference.ts';
import { freePort } from '../../scripts/support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A server that runs in a separate process. */
export interface Program {
  url: string;
  port: number;
  /** Memory in use and its maximum so far, in MB. */
  memory(): { now: number; peak: number };
  /** Processor time that it has used, in s. */
  processorTime(): number;
  /** ms from its start until it first answers that it is ready. */
  startTime: number;
  stop(): Promise<void>;
}

/** Starts the portal as `npm start` does, with its database and uploads in a folder. */
export async function startPortal(folder: string, env: Record<string, string> = {}): Promise<Program> {
  const port = await freePort();
  const began = performance.now();
  const { settings, args } = startCommand();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      ...settings,
      PORT: String(port),
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: 'clave-de-medida',
      ORIGIN: `http://127.0.0.1:${port}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/salud`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - began > 120_000)
      throw new Error(`the portal did not start:\n${said}`);
    await pause(10);
  }
  return {
    url,
    port,
    startTime: performance.now() - began,
    memory: () => memoryOf(child),
    processorTime: () => processorTime(child.pid),
    stop: () => end(child),
  };
}

/** Returns what `npm start` runs: the variables it sets and the arguments of node. */
function startCommand(): { settings: Record<string, string>; args: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const at = words.indexOf('node');
  return {
    settings: Object.fromEntries(words.slice(0, at).map((word) => word.split('=') as [string, string])),
    args: words.slice(at + 1),
  };
}

/** Starts the reference server, which has constant answers and one Express route with one query. */
export async function startReference(reference: Reference): Promise<Program> {
  const child = spawn(process.execPath, ['lab/bench/reference.ts', JSON.stringify(reference)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    startTime: Number.NaN,
    memory: () => memoryOf(child),
    processorTime: () => processorTime(child.pid),
    stop: () => end(child),
  };
}

/** Whether the load generator wrk is installed; otherwise load.ts is used. */
export const hasWrk = ['/usr/bin/wrk', '/usr/local/bin/wrk'].some((path) => existsSync(path));

/** Returns the number of requests answered per second, by default over 32 connections. */
export function rateOf({ url, headers = {}, connections = 32, duration = 2000 }: Job): number {
  if (!hasWrk) {
    const said = execFileSync(
      process.execPath,
      ['lab/bench/load.ts', JSON.stringify({ url, headers, connections, duration } satisfies Job)],
      { cwd: ROOT },
    );
    const { rate, failed } = JSON.parse(said.toString()) as Load;
    if (failed > 0) throw new Error(`${failed} answers of ${url} failed`);
    return rate;
  }
  const own = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const said = execFileSync('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${Math.ceil(duration / 1000)}s`,
    ...own,
    url,
  ]).toString();
  if (/Non-2xx|Socket errors: connect [1-9]/.test(said)) throw new Error(`${url}: ${said}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]);
}

/** Returns the memory of a process on Linux, NaN elsewhere. */
function memoryOf(child: ChildProcess): { now: number; peak: number } {
  const file = `/proc/${child.pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1000;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}

/** Returns the processor time of a process and of its children on Linux, in s; NaN elsewhere. */
export function processorTime(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  // Of itself, in the program and in the kernel.
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS;
  return children.reduce((sum, child) => sum + processorTime(child), own);
}
/** Ticks a second, in which Linux counts processor time. */
const TICKS = 100;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 8000);
  await gone;
  clearTimeout(late);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
