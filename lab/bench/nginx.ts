import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { CONNECTIONS, OPEN_FILES } from '../../api/maintenance/nginx-limits.ts';
import { programPath } from '../../scripts/support/debian-programs.mjs';
import { processorTime } from './programs.ts';
import { freePort } from '../../scripts/support/free-port.ts';
import { siteOf } from '../../scripts/portal/nginx-site.ts';

const SNIPPETS = join(import.meta.dirname, '../../deploy/nginx');
const NOBODY = 65_534;

export interface Nginx {
  port: number;
  /** Port for plain HTTP. */
  plainPort: number;
  /** SHA-256 of its public key in base64, so that a browser can be told to trust it. */
  key: string;
  /** Processor time that it has used, in s. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** A town behind nginx: its host name and the port of its portal. */
export interface Behind {
  town: string;
  host: string;
  origin: number;
  /** Other names that lead to it. */
  aliases?: readonly string[];
  /** Whether it is served without TLS. */
  isPlain?: boolean;
}

/**
 * Runs nginx with the files that `portal new` writes in front of portals, as an unprivileged user and in a temporary
 * folder.
 * @param towns the towns, or the port of the only one, which is then served to connections to an address too
 * @param files pages compressed with Brotli, to be served unchanged by the first town, by name: `text` is at /text
 */
export async function openNginx(
  towns: number | readonly [Behind, ...Behind[]],
  files: Readonly<Record<string, string>> = {},
): Promise<Nginx> {
  const nginx = programPath('nginx');
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  writeCertificate(folder);
  writeConfiguration({ folder, port, plainPort, towns, files });
  for (const [name, file] of Object.entries(files)) copyFileSync(file, join(folder, name));
  const asRoot = process.getuid?.() === 0;
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chmodSync(join(folder, path), statSync(join(folder, path)).isDirectory() ? 0o700 : 0o600);
    if (asRoot) chownSync(join(folder, path), NOBODY, NOBODY);
  }
  const child = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const gone = once(child, 'exit');
  const isOpen = () =>
    fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + 10_000; !(await isOpen());) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`nginx did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    plainPort,
    key: createHash('sha256')
      .update(
        new X509Certificate(readFileSync(join(folder, 'fullchain.pem'))).publicKey.export({
          type: 'spki',
          format: 'der',
        }),
      )
      .digest('base64'),
    processorTime: () => processorTime(child.pid),
    async stop() {
      child.kill('SIGQUIT');
      const late = setTimeout(() => child.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
}

/** Writes nginx.conf, the project's snippets with the ports and paths of a test, and the folders that they name. */
function writeConfiguration({
  folder,
  port,
  plainPort,
  towns,
  files,
}: {
  folder: string;
  port: number;
  plainPort: number;
  towns: number | readonly [Behind, ...Behind[]];
  files: Readonly<Record<string, string>>;
}): void {
  for (const name of ['cache', 'temp', 'logs', 'nginx']) mkdirSync(join(folder, name));
  const moved = (snippet: string) =>
    snippet
      .replaceAll('/usr/lib/portal-municipal/current/deploy/nginx', `${folder}/nginx`)
      .replace(/^ +listen 80;/gm, `  listen 127.0.0.1:${plainPort};`)
      .replace(/^ +listen 443 /gm, `  listen 127.0.0.1:${port} `);
  for (const name of ['portal', 'town', 'tls', 'timeouts', 'redirect']) {
    writeFileSync(join(folder, 'nginx', `${name}.conf`), moved(readFileSync(join(SNIPPETS, `${name}.conf`), 'utf8')));
  }
  const locations = Object.keys(files)
    .map(
      (name) =>
        `location = /${name} { default_type text/html; add_header Content-Encoding br; alias ${folder}/${name}; }`,
    )
    .join('\n');
  const behind = typeof towns === 'number' ? ([{ town: 'uno', host: '127.0.0.1', origin: towns }] as const) : towns;
  const sites = behind.map(({ town, host, aliases = [], isPlain = false, origin }: Behind, number) => {
    const alone = typeof towns === 'number' ? ' default_server' : '';
    const site = siteOf({
      town,
      host,
      aliases,
      ...(typeof towns === 'number' ? {} : { origin: `https://${host}` }),
      port: origin,
      certificate: isPlain ? null : folder,
      snippets: `${folder}/nginx`,
      cache: `${folder}/cache`,
      logs: `${folder}/logs`,
      listen: { plain: [`127.0.0.1:${plainPort}${alone}`], secure: [`127.0.0.1:${port}${alone}`] },
    });
    return number === 0 ? site.replace(/^ +set \$portal/m, `${locations}\n$&`) : site;
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_rlimit_nofile ${OPEN_FILES};
worker_shutdown_timeout 1s;
pid ${folder}/pid;
error_log stderr warn;
events {
  worker_connections ${CONNECTIONS};
}
http {
  access_log off;
  ${temporary.map((one) => `${one}_temp_path ${folder}/temp/${one};`).join(' ')}
  include ${folder}/nginx/portal.conf;
${sites.join('\n')}
}
`,
  );
}
