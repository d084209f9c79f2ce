import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type { Config } from '../../api/config.ts';
import { LIMITS_FILE, nginxLimits, OPEN_FILES, withHigherLimits } from '../../api/maintenance/nginx-limits.ts';
import { at, call, hasSystemd, writeWhole } from './machine.ts';

const SNIPPETS = '/usr/lib/portal-municipal/current/deploy/nginx';

/** Where nginx has what a test replaces. */
export interface NginxSite {
  town: string;
  /** Name of the host in the public address. */
  host: string;
  /** Other names, which town.conf redirects to that one. */
  aliases?: readonly string[];
  /** The public address, which every request to the portal names, so that another portal refuses it. */
  origin?: string;
  /** Port of the portal on this machine. */
  port: number;
  /** Folder of its certificate and key; null: the site is served without TLS. */
  certificate: string | null;
  snippets?: string;
  cache?: string;
  logs?: string;
  listen?: { plain: readonly string[]; secure: readonly string[] };
}

/** Returns the text of a town's nginx file. All towns differ in name, upstream, cache and log. */
export function siteOf({
  town,
  host,
  aliases = [],
  origin,
  port,
  certificate,
  snippets = SNIPPETS,
  cache = '/var/cache/nginx',
  logs = '/var/log/nginx',
  listen = listens(),
}: NginxSite): string {
  const name = `portal-${town}`;
  const names = [host, ...aliases].join(' ');
  const on = (addresses: readonly string[], how = '') => addresses.map((one) => `  listen ${one}${how};\n`).join('');
  const portal = [
    `  set $portal ${name};`,
    `  proxy_cache ${name};`,
    `  access_log ${logs}/${name}.log portal;`,
    ...(origin === undefined ? [] : [`  proxy_set_header X-Portal-Origin ${origin};`]),
    `  include ${snippets}/town.conf;`,
  ].join('\n');
  const secure = `server {
${on(listen.secure, ' ssl http2')}  server_name ${names};
  ssl_certificate     ${certificate}/fullchain.pem;
  ssl_certificate_key ${certificate}/privkey.pem;
${portal}
}
server {
${on(listen.plain)}  server_name ${names};
  access_log off;
  include ${snippets}/redirect.conf;
}
`;
  const plain = `server {
${on(listen.plain)}  server_name ${names};
${portal}
}
`;
  return `# The portal of ${town}, written by \`portal new ${town}\`; changes made here are lost when it runs again.

# At most 1 GB on disk. An answer that was not requested for a day could not be served any more, even stale.
proxy_cache_path ${cache}/${name} levels=1:2 keys_zone=${name}:4m max_size=1g inactive=25h use_temp_path=off;
upstream ${name} {
  server 127.0.0.1:${port};
  keepalive 32;
  keepalive_timeout 60s;
}
${certificate === null ? plain : secure}`;
}

function listens(): NonNullable<NginxSite['listen']> {
  const both = existsSync('/proc/net/if_inet6');
  return { plain: both ? ['80', '[::]:80'] : ['80'], secure: both ? ['443', '[::]:443'] : ['443'] };
}

/** nginx's file that includes what all towns share. */
const shared = () => at('etc/nginx/conf.d/portal.conf');
const main = () => at('etc/nginx/nginx.conf');
const available = (town: string) => at(`etc/nginx/sites-available/portal-${town}.conf`);
const enabled = (town: string) => at(`etc/nginx/sites-enabled/portal-${town}.conf`);
export const certificateOf = (host: string) => at('etc/letsencrypt/live', host);

/** What became of a site, and whether nginx's own limits were raised for it. */
export interface Published {
  site: 'no nginx' | 'no certificate' | 'published';
  raised: boolean;
  /** Names of the site for which its certificate is not valid. */
  uncovered: string[];
}

/**
 * Writes the nginx files of a town and reloads nginx. While its certificate is missing, the town has a site that can
 * prove to a certificate authority whose name it is, and no pages.
 * @throws Error with what nginx says when it refuses the result; the files are then as they were
 */
export function publish({
  town,
  origin,
  originAliases: aliases,
  port,
}: { town: string } & Pick<Config, 'origin' | 'originAliases' | 'port'>): Published {
  if (!existsSync(at('etc/nginx'))) return { site: 'no nginx', raised: false, uncovered: [] };
  const { protocol, hostname } = new URL(origin);
  const certificate = protocol === 'https:' ? certificateOf(hostname) : null;
  const isReady = certificate === null || existsSync(`${certificate}/fullchain.pem`);
  mkdirSync(at('var/cache/nginx'), { recursive: true });
  mkdirSync(at('var/www/html'), { recursive: true });
  const before = [shared(), available(town), main(), at(LIMITS_FILE)].map((file) => [file, read(file)] as const);
  const raised = raiseLimits();
  writeWhole(shared(), `include ${SNIPPETS}/portal.conf;\n`);
  writeWhole(
    available(town),
    isReady
      ? siteOf({ town, host: hostname, aliases, origin, port, certificate })
      : waiting(town, [hostname, ...aliases]),
  );
  mkdirSync(at('etc/nginx/sites-enabled'), { recursive: true });
  if (!existsSync(enabled(town))) symlinkSync(`../sites-available/portal-${town}.conf`, enabled(town));
  const { code, said } = call('nginx', '-t');
  if (code !== 0) {
    for (const [file, text] of before) {
      if (text === null) rmSync(file, { force: true });
      else writeWhole(file, text);
    }
    if (read(available(town)) === null) rmSync(enabled(town), { force: true });
    throw new Error(`nginx no acepta el sitio, y quedó como estaba: ${said.split('\n')[0]}`);
  }
  reload();
  const uncovered = certificate === null || !isReady ? [] : uncoveredBy(`${certificate}/fullchain.pem`, aliases);
  return { site: isReady ? 'published' : 'no certificate', raised, uncovered };
}

/** Returns those of the names for which a certificate is not valid. */
function uncoveredBy(file: string, names: readonly string[]): string[] {
  const certificate = new X509Certificate(readFileSync(file));
  return names.filter((name) => certificate.checkHost(name) === undefined);
}

/** Raises the numbers of connections and open files where they are too low. @returns whether they were */
function raiseLimits(): boolean {
  const text = read(main());
  if (text === null) return false;
  const isRaised = writeWhole(main(), withHigherLimits(text));
  // A line in both files would be one too many for nginx.
  if (nginxLimits(text).files !== null) return isRaised;
  const line = `# Written by \`portal new\`.\nworker_rlimit_nofile ${OPEN_FILES};\n`;
  return writeWhole(at(LIMITS_FILE), line) || isRaised;
}

/** Removes the nginx files of a town and its cache. */
export function unpublish(town: string): void {
  for (const file of [enabled(town), available(town)]) rmSync(file, { force: true });
  reload();
  rmSync(at(`var/cache/nginx/portal-${town}`), { recursive: true, force: true });
}

function reload(): void {
  if (hasSystemd() && call('systemctl', 'is-active', '--quiet', 'nginx').code === 0)
    call('systemctl', 'reload', 'nginx');
}

function waiting(town: string, names: readonly string[]): string {
  return `# ${town} waits for its certificate. When it is there, \`portal new ${town}\` writes the site.
server {
${listens()
  .plain.map((one) => `  listen ${one};`)
  .join('\n')}
  server_name ${names.join(' ')};
  include ${SNIPPETS}/redirect.conf;
}
`;
}

function read(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
