import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/records/open.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'scripts/portal/main.ts');

/** A machine below a folder, with an nginx and without systemd. nginx accepts every file, unless `refuses` says why. */
export interface Machine {
  root: string;
  at(path: string): string;
  refuses(words: string): void;
  /** Gives it a systemd whose `systemctl` is a shell script. */
  systemctl(script: string): void;
  /** A program of this machine, found before those of the machine that runs the test. */
  program(name: string, script: string): void;
  /** What `portal` is called with. */
  environment: Record<string, string>;
  portal(args: string[], cwd?: string): Promise<{ code: number | null; said: string }>;
  settings(town: string): Record<string, string | undefined>;
  secrets(town: string): Record<string, string | undefined>;
}

/** Makes a machine, which is removed when the test ends. */
export function machine(): Machine {
  const root = mkdtempSync(join(tmpdir(), 'portal-machine-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path);
  for (const folder of ['bin', 'etc/nginx/conf.d', 'etc/nginx/sites-enabled'])
    mkdirSync(at(folder), { recursive: true });
  const program = (name: string, script: string) =>
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const refuses = (words: string) => program('nginx', words === '' ? 'exit 0' : `echo '${words}' >&2; exit 1`);
  refuses('');
  const environment = {
    PATH: `${at('bin')}:${process.env.PATH}`,
    PORTAL_ROOT: root,
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.compile-cache'),
  };
  return {
    root,
    at,
    refuses,
    program,
    systemctl(script) {
      mkdirSync(at('run/systemd/system'), { recursive: true });
      program('systemctl', script);
    },
    environment,
    settings: (town) => parseEnv(readFileSync(at(`etc/portal/${town}.env`), 'utf8')),
    secrets: (town) => parseEnv(readFileSync(at(`etc/portal/${town}.secrets`), 'utf8')),
    async portal(args, cwd = root) {
      const child = spawn(process.execPath, [MAIN, ...args], {
        cwd,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const channel of [child.stdout, child.stderr])
        channel.on('data', (piece: Buffer) => (said += piece.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, said };
    },
  };
}

/** Makes a town and its database, as its first start does. */
export async function withDatabase(on: Machine, town: string, origin = `https://${town}.example`): Promise<string> {
  expect((await on.portal(['new', town, '--origin', origin])).code).toBe(0);
  const file = on.at(`var/lib/portal/${town}/portal.sqlite`);
  const db = openDatabase(file);
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run('town', town);
  db.close();
  mkdirSync(on.at(`var/lib/portal/${town}/uploads`), { recursive: true });
  return file;
}
