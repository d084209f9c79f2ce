import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

test('npm run dev serves the sources of both sites with a running API, and stops both together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-dev-'));
  const url = `http://localhost:${await freePort()}`;
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: new URL(url).port,
      DEMO: '0',
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: join(folder, 'uploads'),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const page = async (path: string) =>
    (await fetch(url + path, { headers: { Accept: 'text/html' } }).catch(() => null))?.text();
  await expect.poll(() => page('/noticias')).toContain('src="/web/src/main.tsx"');
  expect(await page('/noticias')).not.toContain('/assets/');
  expect(await page('/admin')).toContain('src="/web/src/admin/main.tsx"');
  expect((await fetch(`${url}/web/src/main.tsx`)).headers.get('content-type')).toContain('javascript');
  expect(await (await fetch(`${url}/api/contract/limits.ts`)).text()).toContain('export');
  expect((await fetch(`${url}/api/dataPublic/site`)).status).toBe(200);
  child.kill('SIGTERM');
  await ended;
  await expect(fetch(`${url}/api/dataPublic/site`)).rejects.toThrow();
});
