import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isSecret, readConfig, SECRETS } from '../../../api/config.ts';
import { knockFile } from '../../../api/mailing/open-mail.ts';
import { jobsOf, timersOf } from '../../../scripts/portal/machine.ts';
import { afterFirstStart } from '../../../scripts/portal/new.ts';
import { temporaryFolder } from '../files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const deployed = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');
/** The values of a setting of a unit, in order. */
const valuesOf = (unit: string, setting: string) =>
  [...deployed(unit).matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value]) => value);
function commandOf(unit: string) {
  const [command, ...words] = valuesOf(unit, 'ExecStart')[0]?.split(' ') ?? [];
  const program = words.findIndex((word) => word.endsWith('.ts'));
  return { command, file: words[program] ?? '', flags: words.slice(0, program) };
}

const UNITS = readdirSync(join(ROOT, 'deploy/systemd')).filter((name) => name.endsWith('.service'));
const PROGRAM = '/usr/lib/portal-municipal/current';

describe('what is installed on the server of a town', () => {
  const values = {
    TOWN: '%i',
    ORIGIN: 'https://portal.example',
    PORT: '3001',
    DEMO: '0',
  };
  const settings = Object.entries({ ...values, DATA: '/var/lib/portal/%i', BACKUPS: '/var/backups/portal/%i' }).reduce(
    (text, [name, value]) => text.replaceAll(`@${name}@`, value),
    deployed('town.env'),
  );
  const config = readConfig(parseEnv(settings) as Record<string, string>);

  test('has settings that the portal accepts, each of them meant for a server behind nginx', () => {
    expect(config).toMatchObject({
      host: '127.0.0.1',
      demo: false,
      trustProxy: 'loopback',
      origin: 'https://portal.example',
      logLevel: 'info',
      adminPassword: undefined,
    });
  });

  test('loads what makes its files run without a compiler from where the package has it', () => {
    const [options] = valuesOf('systemd/portal@.service', 'Environment').filter((one) =>
      one?.startsWith('NODE_OPTIONS='),
    );
    const file = options?.slice(`NODE_OPTIONS=--import=${PROGRAM}/`.length) ?? '';
    expect(existsSync(join(ROOT, file)) && file).toBe('deploy/without-types.mjs');
  });

  test('lets `portal new` alone make the database: its service refuses, except until the first start has succeeded', () => {
    expect(valuesOf('systemd/portal@.service', 'Environment')).toContain('NEW_DATABASE=0');
    expect(config.newDatabase).toBe(true);
    const later = afterFirstStart(settings);
    expect(parseEnv(later)).toEqual(
      Object.fromEntries(Object.entries(parseEnv(settings)).filter(([name]) => name !== 'NEW_DATABASE')),
    );
    expect(settings.slice(0, later.length - 1)).toBe(later.slice(0, -1));
    expect(afterFirstStart(later)).toBe(later);
    // Settings are appended by hand.
    expect(afterFirstStart(`${settings}BACKUP_TO=/media/copias\n`)).toBe(`${later}BACKUP_TO=/media/copias\n`);
  });

  test.for(UNITS.map((name) => [name]))(
    '%s runs a program that exists, as the unprivileged user of its town, and may write where its settings point',
    ([name = '']) => {
      const unit = `systemd/${name}`;
      const isOffsite = name.startsWith('portal-offsite@');
      const { command, file } = commandOf(unit);
      expect(command).toBe(`${PROGRAM}/bin/node`);
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect([
        valuesOf(unit, 'User'),
        valuesOf(unit, 'WorkingDirectory'),
        valuesOf(unit, 'EnvironmentFile').at(-1),
        valuesOf(unit, 'ProtectSystem'),
      ]).toEqual([['portal-%i'], [PROGRAM], '/etc/portal/%i.env', [isOffsite ? 'full' : 'strict']]);
      // This one may write wherever its user may.
      if (isOffsite) return;
      const writable = [
        ...valuesOf(unit, 'ReadWritePaths').flatMap((paths) => paths?.split(' ')),
        ...valuesOf(unit, 'StateDirectory').map((folder) => `/var/lib/${folder}`),
      ];
      const needed = [
        dirname(config.dbFile),
        dirname(config.uploadsDir),
        ...(name.startsWith('portal-backup@') ? [config.backupDir] : []),
      ];
      expect(writable).toEqual(expect.arrayContaining(needed));
    },
  );

  test.for([
    ['portal@', ['ADMIN_PASSWORD', 'METRICS_TOKEN']],
    ['portal-backup@', []],
    ['portal-offsite@', ['BACKUP_PASSPHRASE']],
    ['portal-check@', ['NOTIFY_URL', 'SMTP_URL']],
    ['portal-mail@', ['SMTP_URL']],
    ['portal-backup-failed@', ['NOTIFY_URL', 'SMTP_URL']],
  ] as const)('%s has no secret but those that it uses: %j, wherever they are written', ([name, used]) => {
    const unit = `systemd/${name}.service`;
    const unset = new Set(valuesOf(unit, 'UnsetEnvironment').flatMap((names) => names?.split(' ')));
    expect([...SECRETS, 'ADMIN_PASSWORD', 'METRICS_TOKEN'].filter((secret) => !unset.has(secret)).sort()).toEqual(used);
    // Optional, because a town of an older release has no such file until its secrets are moved.
    expect(valuesOf(unit, 'EnvironmentFile').includes('-/etc/portal/%i.secrets')).toBe(
      used.some((secret) => isSecret(secret)),
    );
    // The kernel lets no process look into one of another user namespace: not into its environment, nor its memory.
    expect(valuesOf(unit, 'PrivateUsers')).toEqual(['yes']);
  });

  test('covers every service with that', () => {
    expect(UNITS.sort()).toEqual(
      ['backup-failed', 'backup', 'check', 'mail', 'offsite']
        .map((job) => `portal-${job}@.service`)
        .concat('portal@.service'),
    );
    expect(Object.keys(parseEnv(settings)).filter(isSecret)).toEqual([]);
  });

  test('starts what sends mail by the file that the portal writes', () => {
    expect(valuesOf('systemd/portal-mail@.path', 'PathChanged')).toEqual([
      knockFile(config.dbFile).replace('/villa/', '/%i/'),
    ]);
    expect([timersOf('villa'), jobsOf('villa')]).toEqual([
      expect.arrayContaining(['portal-mail@villa.path']),
      expect.arrayContaining(['portal-mail@villa.service']),
    ]);
  });

  test('gives node the same flags as `npm start`', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
    const words = scripts.start.split(' ');
    expect(commandOf('systemd/portal@.service').flags).toEqual(words.slice(words.indexOf('node') + 1, -1));
  });
});

test.for([
  ['nothing known', '{"vulnerabilities":{}}', 0, 'Ninguna dependencia tiene fallas conocidas.'],
  [
    'a hole',
    '{"vulnerabilities":{"uno":{"severity":"high",' +
      '"via":[{"title":"Prototype Pollution","url":"https://x.example/1"}],"fixAvailable":true},' +
      '"dos":{"severity":"low","via":["uno"],"fixAvailable":false}}}',
    1,
    'uno: grave. Prototype Pollution (https://x.example/1). Tiene arreglo.\n' +
      'dos: leve. por uno. Todavía no tiene arreglo.\n2 paquetes tienen fallas conocidas.',
  ],
  [
    'no such service',
    '{"message":"not offered","statusCode":405}',
    2,
    'El registro de paquetes no ofrece la revisión de dependencias (respondió 405). No se revisó nada',
  ],
  [
    'no network',
    '{"message":"getaddrinfo ENOTFOUND"}',
    2,
    'El registro de paquetes no ofrece la revisión de dependencias (getaddrinfo ENOTFOUND). No se revisó nada',
  ],
  ['no words at all', 'Killed', 2, 'no hubo respuesta'],
] as const)('the audit of dependencies says plainly when the registry answers with %s', ([, answer, code, words]) => {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`);
  chmodSync(join(bin, 'npm'), 0o700);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/audit.ts')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  expect([status, stdout + stderr]).toEqual([code, expect.stringContaining(words) as string]);
});

test(
  'the list of installed packages is CycloneDX: every package with its version, at run time and for building',
  { timeout: 120_000 },
  () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { sbom: string } };
    const { status, stdout } = spawnSync('sh', ['-c', scripts.sbom], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(status).toBe(0);
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >;
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(
      Object.entries({ ...dependencies, ...devDependencies })
        .map(([name, version]) => `${name}@${version}`)
        .filter((one) => !listed.has(one)),
    ).toEqual([]);
  },
);
