import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { townOf } from '../../installation.ts';
import { isEnough, LIMITS_FILE, nginxLimits } from '../nginx-limits.ts';
import { warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Whether nginx, in front of an installed town, has room for everybody while somebody keeps many connections open. */
export function front({ dbFile }: Examined): Finding[] {
  const town = townOf(dbFile);
  const root = process.env.PORTAL_ROOT || '/';
  const files = ['etc/nginx/nginx.conf', LIMITS_FILE].map((file) => join(root, file));
  if (town === undefined || !existsSync(files[0] ?? '')) return [];
  try {
    const limits = nginxLimits(files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n'));
    if (isEnough(limits)) return [well(`nginx tiene lugar para ${limits.connections} conexiones por proceso.`)];
    const many = Math.min(limits.connections, Math.floor((limits.files ?? 1024) / 2));
    return [
      warning(
        `nginx tiene lugar para ${many} conexiones por proceso: quien abra muchas a la vez deja a todos afuera.`,
        `Ejecutá «portal new ${town}», que lo corrige en /etc/nginx.`,
      ),
    ];
  } catch {
    // Who may not read them is not told about them.
    return [];
  }
}
