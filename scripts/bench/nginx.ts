import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { freePort } from '../free-port.ts';

const CONFIG = join(import.meta.dirname, '../../deploy/nginx.conf');
const NOBODY = 65_534;

/** Returns the path of Debian's nginx, which is installed first if it is missing and this runs as root. */
export function findNginx(): string {
  const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
  const present = () => places.find((place) => existsSync(place));
  if (!present() && process.getuid?.() === 0) {
    const quiet = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 240_000,
    } as const;
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light', 'openssl'], quiet);
  }
  const nginx = present();
  if (!nginx)
    throw new Error('no nginx: install it (apt-get install nginx-light), or run the tests as root so that they can');
  return nginx;
}

export interface Nginx {
  port: number;
  /** Port for plain HTTP. */
  plainPort: number;
  /** SHA-256 of its public key in base64, so that a browser can be told to trust it. */
  key: string;
  stop(): Promise<void>;
}

/**
 * Runs nginx with deploy/nginx.conf in front of an origin, as an unprivileged user and in a temporary folder.
 * @param files pages compressed with Brotli, to be served unchanged, by name: `text` is served at /text
 * @param change makes further changes to the configuration, as an operator may
 */
export async function openNginx(
  originPort: number,
  files: Readonly<Record<string, string>> = {},
  change = (config: string) => config,
): Promise<Nginx> {
  const nginx = findNginx();
  const folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  for (const name of ['cache', 'temp']) mkdirSync(join(folder, name));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  const locations = Object.keys(files)
    .map(
      (name) =>
        `location = /${name} { default_type text/html; add_header Content-Encoding br; alias ${folder}/${name}; }`,
    )
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    change(moved(readFileSync(CONFIG, 'utf8'), { folder, originPort, port, plainPort, locations })),
  );
  for (const [name, file] of Object.entries(files)) copyFileSync(file, join(folder, name));
  const asRoot = process.getuid?.() === 0;
  for (const path of ['', 'cache', 'temp', 'key.pem', 'cert.pem', 'nginx.conf', ...Object.keys(files)]) {
    chmodSync(join(folder, path), path.includes('.') || path in files ? 0o600 : 0o700);
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
        new X509Certificate(readFileSync(join(folder, 'cert.pem'))).publicKey.export({ type: 'spki', format: 'der' }),
      )
      .digest('base64'),
    async stop() {
      child.kill('SIGQUIT');
      const late = setTimeout(() => child.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the configuration with its paths and ports replaced by ones that a test can use. */
function moved(
  config: string,
  {
    folder,
    originPort,
    port,
    plainPort,
    locations,
  }: { folder: string; originPort: number; port: number; plainPort: number; locations: string },
): string {
  const changes: [RegExp, string][] = [
    [/^user .*$/m, 'worker_shutdown_timeout 1s;'],
    [/worker_rlimit_nofile .*$/m, ''],
    [/pid .*$/m, `pid ${folder}/pid;`],
    [/error_log .*$/m, 'error_log stderr warn;'],
    [
      /access_log .*$/m,
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((one) => `${one}_temp_path ${folder}/temp/${one};`)
        .join(' ') + ' access_log off;',
    ],
    [/proxy_cache_path \S+/, `proxy_cache_path ${folder}/cache`],
    [/server 127\.0\.0\.1:3000;/, `server 127.0.0.1:${originPort};`],
    [/listen 80 default_server;/, `listen 127.0.0.1:${plainPort} default_server;`],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/listen \[::\]:80 .*$/m, ''],
    [/listen \[::\]:443 .*$/m, ''],
    [/ssl_certificate .*$/m, `ssl_certificate ${folder}/cert.pem;`],
    [/server_name portal\.example;/, 'server_name 127.0.0.1;'],
    [/^ +location = \/salud/m, `${locations}\n$&`],
    [/ssl_certificate_key .*$/m, `ssl_certificate_key ${folder}/key.pem;`],
  ];
  return changes.reduce((text, [place, own]) => {
    if (!place.test(text)) throw new Error(`deploy/nginx.conf has no ${place.source}`);
    return text.replace(place, own);
  }, config);
}
