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

const CONFIG = readFileSync(join(import.meta.dirname, '../../../deploy/nginx/portal.conf'), 'utf8');

/** Starts an nginx that answers everything by itself, with the log format of the portal. @returns its port and log */
async function openLogging(): Promise<{ port: number; log(): string[] }> {
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
    `pid ${folder}/pid; error_log stderr; events {} http { ${temporary}\n${logging}\naccess_log ${folder}/log portal;\nserver { listen 127.0.0.1:${port}; location / { return 200; } } }`,
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
  return { port, log: () => readFileSync(join(folder, 'log'), 'utf8').split('\n').filter(Boolean) };
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
