import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Command } from '../../api/installation.ts';
import { calls } from '#contract/addresses/calls';
import { COMPILED, PASSWORD, serve } from '../e2e/support/server.ts';
import type { Server } from '../e2e/support/server.ts';
import { freePort } from '../../scripts/support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The real program with its data in a folder; it is killed at the end of the test. */
export interface Portal extends Server {
  folder: string;
  dbFile: string;
  uploadsDir: string;
  token: string;
  send(method: string, path: string, body?: unknown, key?: string): Promise<{ status: number; body: unknown }>;
}

export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the portal, empty unless the folder has a database, and logs in unless a token is given. */
export async function openPortal(
  folder: string,
  { port, env = {}, token = '' }: { port?: number; env?: Record<string, string>; token?: string } = {},
): Promise<Portal> {
  const server = await serve(folder, { port: port ?? (await freePort()), env: { DEMO: '0', ...env } });
  onTestFinished(() => server.kill());
  const bearer = token || (await logIn(server.url));
  return {
    ...server,
    folder,
    token: bearer,
    dbFile: join(folder, 'portal.sqlite'),
    uploadsDir: join(folder, 'uploads'),
    async send(method, path, body, key) {
      const answer = await fetch(server.url + path, {
        method,
        headers: {
          Authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },
  };
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/users/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

export async function newStory(portal: Portal): Promise<string> {
  return ((await portal.send('POST', calls.create('story'), {})).body as { id: string }).id;
}

export function saveField(
  portal: Portal,
  id: string,
  field: string,
  change: { value: unknown; base?: unknown },
  key?: string,
): Promise<{ status: number; body: unknown }> {
  return portal.send('POST', calls.update('story', id, field), change, key);
}

/** Runs one of the operator's commands until it ends. @returns its exit code and everything it printed */
export async function command(
  name: Command,
  args: string[],
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...COMPILED,
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const channel of [child.stdout, child.stderr]) channel.on('data', (piece: Buffer) => (said += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
