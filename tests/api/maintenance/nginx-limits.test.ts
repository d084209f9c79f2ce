import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { front } from '../../../api/maintenance/doctor/front.ts';
import { isEnough, nginxLimits, withHigherLimits } from '../../../api/maintenance/nginx-limits.ts';
import { temporaryFolder } from '../files.ts';

const DEBIAN = `user www-data;
worker_processes auto;
include /etc/nginx/modules-enabled/*.conf;

events {
	worker_connections 768;
	# multi_accept on;
}
http {
}
`;
afterEach(() => vi.unstubAllEnvs());

test('the numbers of nginx.conf are raised where they are too low, and nothing else is changed', () => {
  expect(withHigherLimits(DEBIAN)).toBe(DEBIAN.replace('768', '8192'));
  const own = DEBIAN.replace('768', '30000').replace('user', 'worker_rlimit_nofile 90000;\nuser');
  expect([withHigherLimits(own), isEnough(nginxLimits(own))]).toEqual([own, true]);
  const low = DEBIAN.replace('user', 'worker_rlimit_nofile 1024;\nuser');
  expect(isEnough(nginxLimits(withHigherLimits(low)))).toBe(true);
  // Without the line, nginx has 512.
  const none = DEBIAN.replace('\tworker_connections 768;\n', '\t# worker_connections 9999;\n');
  expect(nginxLimits(none)).toEqual({ connections: 512, files: null });
  expect(nginxLimits(withHigherLimits(none)).connections).toBe(8192);
});

test('the doctor of an installed town says when one client could take nginx off the net, and who mends it', () => {
  const root = temporaryFolder();
  vi.stubEnv('PORTAL_ROOT', root);
  const dbFile = join(root, 'var/lib/portal/villa/portal.sqlite');
  const examined = { dbFile, uploadsDir: '', backupDir: undefined, origin: 'https://x', host: '127.0.0.1', port: 9 };
  expect(front(examined)).toEqual([]);
  for (const folder of ['etc/portal', 'etc/nginx/modules-enabled']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'etc/portal/villa.env'), `DB_FILE=${dbFile}\n`);
  writeFileSync(join(root, 'etc/nginx/nginx.conf'), DEBIAN);
  expect(front(examined)).toEqual([
    {
      state: 'aviso',
      what: expect.stringContaining('nginx tiene lugar para 512 conexiones por proceso: quien abra muchas') as string,
      todo: 'Ejecutá «portal new villa», que lo corrige en /etc/nginx.',
    },
  ]);
  writeFileSync(join(root, 'etc/nginx/nginx.conf'), withHigherLimits(DEBIAN));
  expect(front(examined)[0]?.state).toBe('aviso');
  writeFileSync(join(root, 'etc/nginx/modules-enabled/90-portal-limits.conf'), 'worker_rlimit_nofile 20000;\n');
  expect(front(examined)).toEqual([{ state: 'bien', what: 'nginx tiene lugar para 8192 conexiones por proceso.' }]);
});
