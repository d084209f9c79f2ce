import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { programPath } from '../../../scripts/support/debian-programs.mjs';
import { loggedPath } from '../../../api/log.ts';
import { temporaryFolder } from '../../api/files.ts';
import { PATIENCE } from '../support/patience.ts';
import { freePort } from '../../../scripts/support/free-port.ts';

const inDeploy = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy/nginx', name), 'utf8');
const CONFIG = inDeploy('portal.conf');

/**
 * Starts an nginx with the log format of the portal.
 * @param locations how it answers; unless given, everything by itself
 * @returns its port, its log, and what it says of errors
 */
async function openLogging(
  locations = 'location / { return 200; }',
): Promise<{ port: number; log(): string[]; errors(): string }> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  mkdirSync(join(folder, 'temp'), { mode: 0o777 });
  const port = await freePort();
  const logging = /^map \$uri[^]*?^log_format [^;]*;$/m.exec(CONFIG)?.[0];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((one) => `${one}_temp_path ${folder}/temp/${one};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log stderr; events {} http { ${temporary}\n${logging}\naccess_log ${folder}/log portal;\n` +
      `server { listen 127.0.0.1:${port}; ${locations} } }`,
  );
  const child = spawn(
    programPath('nginx'),
    ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; master_process off;'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(said);
      return existsSync(join(folder, 'pid'));
    },
    { timeout: PATIENCE, interval: 10 },
  );
  return { port, log: () => readFileSync(join(folder, 'log'), 'utf8').split('\n').filter(Boolean), errors: () => said };
}

/** Sends a request with the path exactly as given. */
async function ask(port: number, path: string): Promise<void> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    headers: {
      Referer: 'http://x/buscador/secreto',
      'User-Agent': 'Navegador',
      Cookie: 'a=secreto',
      Authorization: 'Bearer secreto',
    },
  }).end();
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  answer.resume();
  await once(answer, 'end');
}

test('the log of nginx has no searched words, no tokens of drafts, no queries and no referrers', async () => {
  const nginx = await openLogging();
  const paths = [
    '/',
    '/noticias/leer/abc/titulo',
    '/boletin/leer/abc/titulo',
    '/boletin/decreto',
    '/buscador/secreto',
    '/BUSCADOR/secreto/x?pagina=2',
    '/boletin/buscar/secreto',
    '/boletin/decreto/secreto%20y%20m%C3%A1s',
    '/%62uscador/secreto',
    '/x/../buscador/secreto',
    '/x/%2e%2e/buscador/secreto',
    '//buscador//secreto',
    '/buscador%2Fsecreto',
    '/%42USCADOR/secreto%0a',
    '/boletin/./buscar/secreto',
    '/bolet%69n/decreto/secreto',
    '/api/dataPublic/BulletinByKeywords//secreto/1',
    '/api/./dataPublic/%42ulletinBySearch/secreto/1',
    '/api/dataPublic/BulletinByKeywords/all/secreto/1',
    '/api/dataPublic/BulletinBySearch/secreto/1',
    '/borrador/secreto',
    '/%62orrador//secreto/uploads/story/2026/abc/foto.webp',
    '/reclamos/ver/secreto',
    '/%72eclamos/ver/secreto',
    '/boletin?texto=secreto',
    '/noticias?x=/buscador/secreto',
    '/api/dataPublic/changes?since=1.2',
  ];
  for (const path of paths) await ask(nginx.port, path);
  await vi.waitUntil(() => nginx.log().length === paths.length, { timeout: PATIENCE, interval: 10 });
  expect(nginx.log().join('\n')).not.toContain('secreto');
  expect(nginx.log().map((line) => /"GET (\S+) HTTP/.exec(line)?.[1])).toEqual(paths.map(loggedPath));
  expect(nginx.log()[0]).toMatch(
    /^127\.0\.0\.1 \[[-\d]{10}T[:\d]{8}[-+\d:]+\] "GET \/ HTTP\/1\.1" 200 0 [\d.]+s - "Navegador"$/,
  );
});

test('what nginx says of errors has no private address, whatever happens to the portal', async () => {
  const location = /^location ~\* \^\/\(\?:borrador[^]*?^\}$/m.exec(inDeploy('town.conf'))?.[0] ?? '';
  const dead = `127.0.0.1:${await freePort()}`;
  const nginx = await openLogging(
    `set $portal ${dead}; ${location}\nlocation / { proxy_pass http://$portal; }`.replace('proxy_cache off;', ''),
  );
  const paths = [
    '/reclamos/ver/secreto',
    '/%72eclamos/ver/secreto',
    '/RECLAMOS//ver/secreto',
    '/x/../reclamos/ver/secreto',
    '/api/dataPublic/view/reclamos/ver/secreto',
    '/borrador/secreto',
    '/api/tickets/abc/follow',
  ];
  for (const path of paths) await ask(nginx.port, path);
  // The last one, which has no secret, is there.
  await vi.waitUntil(() => nginx.errors().includes('/api/tickets/abc/follow'), { timeout: PATIENCE, interval: 10 });
  expect(nginx.errors().match(/connect\(\) failed/g)).toHaveLength(1);
  // Other pages name at most the origin that they come from, which this client does not.
  expect(nginx.errors().replaceAll(/referrer: "[^"]*"/g, '')).not.toContain('secreto');
});
