import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/db/open.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'scripts/portal/main.ts');

/** A machine below a folder, with an nginx and without systemd. nginx accepts every file, unless `refuses` says why. */
export interface Machine {
  root: string;
  at(path: string): string;
  refuses(words: string): void;
  portal(args: string[], cwd?: string): Promise<{ code: number | null; said: string }>;
  settings(town: string): Record<string, string | undefined>;
}

/** Makes a machine, which is removed when the test ends. */
export function machine(): Machine {
  const root = mkdtempSync(join(tmpdir(), 'portal-machine-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path);
  for (const folder of ['bin', 'etc/nginx/conf.d', 'etc/nginx/sites-enabled'])
    mkdirSync(at(folder), { recursive: true });
  const refuses = (words: string) =>
    writeFileSync(at('bin/nginx'), `#!/bin/sh\n${words === '' ? 'exit 0' : `echo '${words}' >&2; exit 1`}\n`, {
      mode: 0o755,
    });
  refuses('');
  return {
    root,
    at,
    refuses,
    settings: (town) => parseEnv(readFileSync(at(`etc/portal/${town}.env`), 'utf8')),
    async portal(args, cwd = root) {
      const child = spawn(process.execPath, [MAIN, ...args], {
        cwd,
        env: {
          PATH: `${at('bin')}:${process.env.PATH}`,
          PORTAL_ROOT: root,
          NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.compile-cache'),
        },
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
