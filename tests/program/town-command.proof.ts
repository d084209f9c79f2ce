import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeLock } from '../../api/db/lock.ts';
import { vapidKeysOf } from '../../api/push/vapid.ts';
import { openDatabase } from '../../api/records/open.ts';
import { selfSigned } from '../../scripts/support/self-signed.ts';
import type { TownState } from '../../scripts/portal/towns.ts';
import { machine, MAIN, ROOT, withDatabase } from './machine.ts';
import type { Machine } from './machine.ts';

const townIn = (file: string) => {
  const db = openDatabase(file);
  try {
    return db.prepare("SELECT value FROM meta WHERE key = 'town'").pluck().get();
  } finally {
    db.close();
  }
};

describe('`portal new`', () => {
  test('makes everything of a town, says what is left for a person, and changes nothing the second time', async () => {
    const on = machine();
    const first = await on.portal(['new', 'villa', '--origin', 'https://villa.example']);
    expect(first.code).toBe(0);
    expect(first.said).toMatch(/En el servidor de nombres, que villa\.example apunte a esta máquina/);
    expect(first.said).toContain('certbot certonly --webroot -w /var/www/html -d villa.example');
    expect(first.said).toContain('«portal reset-password villa admin»');
    expect(first.said).toMatch(/A quién avisar cuando algo anda mal: NOTIFY_URL, .*«portal notify-test villa»\./);
    expect(on.settings('villa')).toMatchObject({
      ORIGIN: 'https://villa.example',
      DB_FILE: on.at('var/lib/portal/villa/portal.sqlite'),
      UPLOADS_DIR: on.at('var/lib/portal/villa/uploads'),
      BACKUP_DIR: on.at('var/backups/portal/villa'),
      TRUST_PROXY: 'loopback',
      DEMO: '0',
    });
    expect(statSync(on.at('etc/portal/villa.env')).mode & 0o007).toBe(0);
    for (const folder of ['var/lib/portal/villa', 'var/backups/portal/villa'])
      expect(statSync(on.at(folder)).mode & 0o077).toBe(0);
    const files = () => readdirSync(on.root, { recursive: true, encoding: 'utf8' }).sort();
    const [before, text] = [files(), readFileSync(on.at('etc/portal/villa.env'), 'utf8')];
    expect((await on.portal(['new', 'villa'])).code).toBe(0);
    expect([files(), readFileSync(on.at('etc/portal/villa.env'), 'utf8')]).toEqual([before, text]);
  });

  test('gives each town its own port, cache, upstream and log, and one address to one town only', async () => {
    const on = machine();
    for (const town of ['villa', 'arroyo']) {
      mkdirSync(on.at(`etc/letsencrypt/live/${town}.example`), { recursive: true });
      writeFileSync(on.at(`etc/letsencrypt/live/${town}.example/fullchain.pem`), '');
      await on.portal(['new', town, '--origin', `https://${town}.example`]);
    }
    const [one, two] = ['villa', 'arroyo'].map((town) => ({
      port: on.settings(town).PORT,
      site: readFileSync(on.at(`etc/nginx/sites-enabled/portal-${town}.conf`), 'utf8'),
    }));
    expect(one?.port).not.toBe(two?.port);
    for (const [pattern, times] of [
      [/keys_zone=(\S+?):/, 1],
      [/proxy_cache (\S+);/, 1],
      [/set \$portal (\S+);/, 1],
      [/access_log (\S+) portal;/, 1],
      [/server 127\.0\.0\.1:(\d+);/, 1],
    ] as const) {
      const [mine, other] = [pattern.exec(one?.site ?? '')?.[times], pattern.exec(two?.site ?? '')?.[times]];
      expect([pattern, mine === undefined, mine === other]).toEqual([pattern, false, false]);
    }
    expect(await on.portal(['new', 'otra', '--origin', 'https://villa.example'])).toEqual({
      code: 1,
      said: 'No se pudo. El nombre villa.example ya es de «villa».\n',
    });
    expect(existsSync(on.at('etc/portal/otra.env'))).toBe(false);
  });

  test('keeps the port of a town out of service, and gives a port to one town only', async () => {
    const on = machine();
    for (const town of ['villa', 'arroyo']) await on.portal(['new', town, '--origin', `http://${town}.example`]);
    const { PORT: port } = on.settings('arroyo');
    await on.portal(['remove', 'arroyo']);
    await on.portal(['new', 'tercera', '--origin', 'http://tercera.example']);
    expect(on.settings('tercera').PORT).not.toBe(port);
    // As it was given by a release that did not keep it.
    const settings = on.at('etc/portal/tercera.env');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^PORT=.*$/m, `PORT=${port}`));
    const back = await on.portal(['new', 'arroyo']);
    expect([back.code, back.said]).toEqual([
      1,
      expect.stringMatching(/^No se pudo\. El puerto \d+ de «arroyo» es también de «tercera»\. .*arroyo\.env\.removed/),
    ]);
    expect([existsSync(on.at('etc/portal/arroyo.env')), readdirSync(on.at('etc/nginx/sites-enabled'))]).toEqual([
      false,
      ['portal-tercera.conf', 'portal-villa.conf'],
    ]);
    expect((await on.portal(['new', 'tercera'])).said).toContain('es también de «arroyo»');
  });

  test('and `portal status` says when another portal answers at the port of a town', async () => {
    const on = machine();
    await on.portal(['new', 'villa', '--origin', 'http://villa.example']);
    const server = createServer((_req, res) => res.end('{"ok":true,"origin":"http://otra.example"}'));
    onTestFinished(() => void server.close());
    await once(server.listen(Number(on.settings('villa').PORT), '127.0.0.1'), 'listening');
    const { code, said } = await on.portal(['status', 'villa']);
    expect([code, said]).toEqual([1, expect.stringMatching(/^Salud: .*responde otro: .*el portal de otro pueblo/m)]);
  });

  test('completes the site once the certificate is there, and moves a town to another address', async () => {
    const on = machine();
    await on.portal(['new', 'villa', '--origin', 'https://villa.example']);
    const site = () => readFileSync(on.at('etc/nginx/sites-enabled/portal-villa.conf'), 'utf8');
    expect(site()).not.toContain('ssl_certificate');
    mkdirSync(on.at('etc/letsencrypt/live/villa.example'), { recursive: true });
    writeFileSync(on.at('etc/letsencrypt/live/villa.example/fullchain.pem'), '');
    expect((await on.portal(['new', 'villa'])).said).not.toContain('certbot');
    expect(site()).toContain('ssl_certificate ');
    await on.portal(['new', 'villa', '--origin', 'http://intranet.example']);
    expect(site()).toContain('server_name intranet.example;');
    expect(site()).not.toContain('ssl');
    expect(on.settings('villa').ORIGIN).toBe('http://intranet.example');
  });

  test('another name of a town is kept, served, and on its certificate; no other town can have it', async () => {
    const on = machine();
    const site = () => readFileSync(on.at('etc/nginx/sites-enabled/portal-villa.conf'), 'utf8');
    const made = await on.portal(['new', 'villa', '--origin', 'https://villa.example', '--alias', 'WWW.villa.example']);
    expect(made.said).toContain('que villa.example y www.villa.example apunten a esta máquina');
    const order =
      'certbot certonly --webroot -w /var/www/html -d villa.example -d www.villa.example --expand --deploy-hook';
    expect(made.said).toContain(order);
    expect(site()).toContain('  server_name villa.example www.villa.example;\n');
    expect(on.settings('villa').ORIGIN_ALIASES).toBe('www.villa.example');
    expect((await on.portal(['new', 'otra', '--origin', 'https://www.villa.example'])).said).toBe(
      'No se pudo. El nombre www.villa.example ya es de «villa».\n',
    );

    const certificate = on.at('etc/letsencrypt/live/villa.example/fullchain.pem');
    mkdirSync(dirname(certificate), { recursive: true });
    // Only for www: another name was not asked for.
    writeFileSync(certificate, selfSigned('www.villa.example', Date.now(), Date.now() + 1e9).cert);
    const more = await on.portal(['new', 'villa', '--alias', 'villa.com.example']);
    expect(more.said).toContain('que villa.com.example apunte a esta máquina');
    expect(more.said).toContain('-d villa.example -d www.villa.example -d villa.com.example --expand');
    expect(on.settings('villa').ORIGIN_ALIASES).toBe('www.villa.example,villa.com.example');
    expect(site().match(/server_name .*;/g)).toEqual(
      Array.from({ length: 2 }, () => 'server_name villa.example www.villa.example villa.com.example;'),
    );
    // The town moves to what was another name of it.
    mkdirSync(on.at('etc/letsencrypt/live/www.villa.example'), { recursive: true });
    await on.portal(['new', 'villa', '--origin', 'https://www.villa.example']);
    expect(on.settings('villa').ORIGIN_ALIASES).toBe('villa.com.example');
  });

  test('raises the number of connections of nginx, says so once, and takes it back when nginx refuses the result', async () => {
    const on = machine();
    const [main, limits] = [on.at('etc/nginx/nginx.conf'), on.at('etc/nginx/modules-enabled/90-portal-limits.conf')];
    const debian = 'events {\n\tworker_connections 768;\n}\n';
    writeFileSync(main, debian);
    on.refuses('nginx: [emerg] no');
    expect((await on.portal(['new', 'villa', '--origin', 'http://villa.example'])).code).toBe(1);
    expect([readFileSync(main, 'utf8'), existsSync(limits)]).toEqual([debian, false]);
    on.refuses('');
    expect((await on.portal(['new', 'villa'])).said).toContain('lugar para 8192 conexiones por proceso');
    expect([readFileSync(main, 'utf8'), readFileSync(limits, 'utf8')]).toEqual([
      debian.replace('768', '8192'),
      expect.stringContaining('worker_rlimit_nofile 20000;'),
    ]);
    expect((await on.portal(['new', 'villa'])).said).not.toContain('conexiones por proceso');
  });

  test('leaves nginx as it was when nginx refuses the site', async () => {
    const on = machine();
    await on.portal(['new', 'villa', '--origin', 'http://villa.example']);
    const before = readFileSync(on.at('etc/nginx/sites-enabled/portal-villa.conf'), 'utf8');
    on.refuses('nginx: [emerg] duplicate upstream');
    const { code, said } = await on.portal(['new', 'villa', '--origin', 'http://otra.example']);
    expect([code, said]).toEqual([
      1,
      'No se pudo. nginx no acepta el sitio, y quedó como estaba: nginx: [emerg] duplicate upstream\n',
    ]);
    expect(readFileSync(on.at('etc/nginx/sites-enabled/portal-villa.conf'), 'utf8')).toBe(before);
    await on.portal(['new', 'arroyo', '--origin', 'http://arroyo.example']);
    expect(readdirSync(on.at('etc/nginx/sites-enabled'))).toEqual(['portal-villa.conf']);
  });

  test.for([
    [['new', 'Villa', '--origin', 'https://v.example'], '«Villa» no sirve como nombre'],
    [['new', '../x', '--origin', 'https://v.example'], '«../x» no sirve como nombre'],
    [['new', 'a'.repeat(25), '--origin', 'https://v.example'], 'no sirve como nombre'],
    [['new', 'villa'], 'Falta la dirección pública'],
    [['new', 'villa', '--origin', 'villa.example'], 'ORIGIN: tiene que ser la dirección pública'],
    [['new', 'villa', '--origin', 'https://v.example/x'], 'ORIGIN: tiene que ser la dirección pública'],
    [['new', 'villa', '--origin', 'https://v.example\nDEMO=1'], 'ORIGIN: '],
    [['new', 'villa', '--origin', 'https://v.example:8443'], 'y en «:8443» no habría nadie. Poné la dirección sin'],
    [
      ['new', 'villa', '--origin', 'https://v.example', '--alias', 'https://w.v.example'],
      'ORIGIN_ALIASES: tiene que ser',
    ],
    [['new', 'villa', '--origin', 'https://v.example', '--alias', 'v.example'], 'v.example ya es el nombre de ORIGIN'],
    [['new', 'villa', '--origin', 'https://v.example;include'], 'ORIGIN: tiene que ser la dirección pública'],
    [['new', 'villa', '--origin', 'https://[2001:db8::1]'], 'ORIGIN: «[2001:db8::1]» no sirve'],
  ] as const)('refuses %j and writes nothing', async ([args, words]) => {
    const on = machine();
    const { code, said } = await on.portal([...args]);
    expect([code, said]).toEqual([1, expect.stringContaining(words)]);
    expect([existsSync(on.at('etc/portal')), existsSync(on.at('var/lib'))]).toEqual([false, false]);
  });
});

const copiesOf = (on: Machine) =>
  readdirSync(on.at('var/backups/portal/villa')).filter((name) => name.startsWith('portal-'));

test('a wrong setting is said with the file in which it is, whichever town was meant, and hides nothing else', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  expect((await on.portal(['backup'])).code).toBe(0);
  const settings = on.at('etc/portal/villa.env');
  const right = readFileSync(settings, 'utf8');
  writeFileSync(settings, right.replace(/^ORIGIN=.*$/m, 'ORIGIN=villa.example'));
  for (const args of [
    ['doctor'],
    ['backup'],
    ['status'],
    ['new', 'villa'],
    ['new', 'otra', '--origin', 'https://o.example'],
  ])
    expect([args, (await on.portal(args)).said]).toEqual([
      args,
      expect.stringContaining(`En ${settings}, ORIGIN: tiene que ser la dirección pública`),
    ]);
  // What cannot be seen is not said to be none.
  expect((await on.portal(['list'])).said).toMatch(/^villa .* villa\.example +- +- +-$/m);
  writeFileSync(settings, right);
  const secrets = on.at('etc/portal/villa.secrets');
  writeFileSync(secrets, readFileSync(secrets, 'utf8').replace(/^BACKUP_PASSPHRASE=.*$/m, 'BACKUP_PASSPHRASE=corta'));
  for (const command of ['backup', 'doctor'])
    expect((await on.portal([command])).said).toContain(`En ${secrets}, BACKUP_PASSPHRASE: tiene que tener de 16`);
});

describe('the other orders', () => {
  test('act on the files of the town that was named, from any folder', async () => {
    const on = machine();
    const [villa, arroyo] = [await withDatabase(on, 'villa'), await withDatabase(on, 'arroyo')];
    const backup = await on.portal(['backup', 'villa'], ROOT);
    expect(backup).toEqual({ code: 0, said: expect.stringContaining(on.at('var/backups/portal/villa/portal-')) });
    expect(readdirSync(on.at('var/backups/portal/arroyo'))).toEqual([]);
    const copy = readdirSync(on.at('var/backups/portal/villa')).find((name) => name.startsWith('portal-')) ?? '';
    const db = openDatabase(villa);
    db.prepare("UPDATE meta SET value = 'cambiada' WHERE key = 'town'").run();
    db.close();
    const restored = await on.portal(['restore', 'villa', copy], on.at('var/backups/portal/villa'));
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining(`Base: ${villa}`)]);
    expect(restored.said).toContain('«portal start villa»');
    expect([townIn(villa), townIn(arroyo)]).toEqual(['villa', 'arroyo']);
  });

  test('send a backup out of the machine, encrypted, and bring it back on another machine with the key from the paper', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    const { BACKUP_PASSPHRASE: key = '' } = on.secrets('villa');
    expect(key).toMatch(/^[a-z2-9-]{19}$/);
    const unsent = await on.portal(['backup', 'villa', '--to', 'disco']);
    expect([unsent.code, unsent.said]).toEqual([
      1,
      expect.stringMatching(
        /Copia hecha y revisada: [^]*\nLa copia quedó hecha en esta máquina, pero no se envió\. No exi/,
      ),
    ]);
    expect(unsent.said).not.toContain('No se pudo hacer la copia');
    // Two of the same second would have the same name.
    rmSync(on.at(`var/backups/portal/villa/${copiesOf(on)[0]}`), { recursive: true });
    mkdirSync(on.at('disco'));
    const sent = await on.portal(['backup', 'villa', '--to', 'disco']);
    expect([sent.code, sent.said]).toEqual([
      0,
      expect.stringContaining(`Copia cifrada en ${on.at('disco')}: portal-2`),
    ]);
    expect(sent.said).toContain('Se la trajo de vuelta, se descifró y se probó restaurarla: salió bien.');
    const another = machine();
    const place = on.at('disco');
    const other = await withDatabase(another, 'villa');
    for (const end of ['', '-wal', '-shm']) rmSync(other + end, { force: true });
    expect(await another.portal(['restore', '--from', place])).toEqual({
      code: 1,
      said: expect.stringContaining(
        `La clave no es la de las copias que hay en ${place}: revisá BACKUP_PASSPHRASE. ` +
          `Tiene que ser la que se anotó en`,
      ) as string,
    });
    const [settings, secrets] = [another.at('etc/portal/villa.env'), another.at('etc/portal/villa.secrets')];
    const without = readFileSync(secrets, 'utf8').replace(/^BACKUP_PASSPHRASE=.*$/m, '');
    writeFileSync(secrets, without);
    const asked = await another.portal(['restore', '--from', place]);
    expect(asked.said).toContain('la clave que está anotada en papel. Una nueva no sirve.');
    expect(asked.said).not.toMatch(/BACKUP_PASSPHRASE=\S/);
    writeFileSync(secrets, `${without}BACKUP_PASSPHRASE=${key}\n`);
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}BACKUP_TO=${place}\n`);
    const listed = await another.portal(['backups']);
    expect(listed).toEqual({
      code: 0,
      said: expect.stringMatching(/villa: ninguna copia\.[^]*disco:\n {2}portal-2\S+Z {2}\d/),
    });
    expect(await another.portal(['restore', '--from', place])).toMatchObject({ code: 0 });
    expect([townIn(file), townIn(other)]).toEqual(['villa', 'villa']);
    const name = copiesOf(on)[0] ?? '';
    expect((await another.portal(['restore', '--from', join(place, name)])).code).toBe(0);
    expect(readdirSync(another.at('var/backups/portal/villa')).filter((one) => one.startsWith('.'))).toEqual([]);
  });

  test('stop a portal only for a backup that can be restored', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    expect((await on.portal(['backup'])).code).toBe(0);
    mkdirSync(on.at('run/systemd/system'), { recursive: true });
    const log = on.at('systemctl.log');
    writeFileSync(on.at('bin/systemctl'), `#!/bin/sh\necho "$@" >>'${log}'\necho active\n`, { mode: 0o755 });
    const copy = on.at(`var/backups/portal/villa/${copiesOf(on)[0]}`);
    const [good, bad] = [copy, on.at('mala')];
    cpSync(copy, bad, { recursive: true });
    rmSync(join(bad, 'portal.sqlite'));
    for (const from of [bad, on.at('ninguna'), on.at('etc')]) {
      expect(await on.portal(['restore', from])).toEqual({
        code: 1,
        said: expect.stringMatching(/No se restauró nada\./),
      });
    }
    expect(existsSync(log)).toBe(false);
    const restored = await on.portal(['restore', good]);
    expect([restored.code, readFileSync(log, 'utf8').match(/^(?:stop|start) /gm)]).toEqual([0, ['stop ', 'start ']]);
    expect(townIn(file)).toBe('villa');
  });

  test('name commands that repair this town, whatever was damaged', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    await withDatabase(on, 'arroyo');
    await on.portal(['backup', 'villa']);
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'esto no es una base de datos '.repeat(200));
    const doctor = await on.portal(['doctor', 'villa']);
    const copy = readdirSync(on.at('var/backups/portal/villa')).find((name) => name.startsWith('portal-')) ?? '';
    const right = `portal restore villa ${on.at(`var/backups/portal/villa/${copy}`)}`;
    expect([doctor.code, doctor.said]).toEqual([1, expect.stringContaining(`«${right}»`)]);
    expect((await on.portal(right.split(' ').slice(1))).code).toBe(0);
    expect(townIn(file)).toBe('villa');
  });

  test('need no name of a town while there is only one, and ask for it otherwise', async () => {
    const on = machine();
    expect((await on.portal(['doctor'])).said).toContain('«portal new PUEBLO --origin https://…»');
    await withDatabase(on, 'villa');
    expect((await on.portal(['backup'])).code).toBe(0);
    await withDatabase(on, 'arroyo');
    expect(await on.portal(['backup'])).toEqual({ code: 1, said: 'No se pudo. ¿De qué pueblo? Hay: arroyo, villa.\n' });
    expect(await on.portal(['backup', 'nadie'])).toEqual({
      code: 1,
      said: 'No se pudo. No hay ningún pueblo «nadie». Hay: arroyo, villa.\n',
    });
    expect(await on.portal(['restore', 'villa'])).toEqual({
      code: 2,
      said: 'Uso: portal restore [PUEBLO] COPIA\n',
    });
    const all = await on.portal(['backup', '--all']);
    expect([all.code, all.said.match(/Copia hecha y revisada/g)?.length]).toEqual([0, 2]);
    await on.portal(['remove', 'arroyo']);
    expect(await on.portal(['status', 'arroyo'])).toEqual({
      code: 1,
      said: 'No se pudo. «arroyo» está fuera de servicio: «portal new arroyo» lo trae de vuelta.\n',
    });
  });

  test('`list` shows every town with its address, its last backup and the migrations it waits for', async () => {
    const on = machine();
    await withDatabase(on, 'villa');
    const arroyo = await withDatabase(on, 'arroyo');
    await on.portal(['backup', 'villa']);
    const db = openDatabase(arroyo);
    const latest = db.pragma('user_version', { simple: true }) as number;
    db.pragma(`user_version = ${latest - 1}`);
    db.close();
    const { said } = await on.portal(['list', '--json']);
    const states = (JSON.parse(said) as TownState[]).map(({ town, origin, lastBackup, pendingMigrations }) => [
      town,
      origin,
      lastBackup !== null,
      pendingMigrations,
    ]);
    expect(states).toEqual([
      ['arroyo', 'https://arroyo.example', false, 1],
      ['villa', 'https://villa.example', true, 0],
    ]);
    const lines = (await on.portal(['list'])).said.trim().split('\n');
    expect(lines[1]).toMatch(/^arroyo .* https:\/\/arroyo\.example .* ninguna +1 pendiente$/);
    expect(lines[2]).toMatch(/^villa .* https:\/\/villa\.example .* al día$/);
    // After the way back to an earlier release.
    const newer = new Database(arroyo);
    newer.pragma(`user_version = ${latest + 9}`);
    newer.close();
    expect((await on.portal(['list'])).said).toMatch(/^arroyo .* base de una versión más nueva$/m);
  });

  test.for([
    ['', { start: ['start service'], stop: ['stop service'], restart: ['restart service'] }],
    [
      'that rests ',
      {
        start: ['start socket'],
        stop: ['stop socket portal@villa.service'],
        restart: ['stop service', 'start socket'],
      },
    ],
  ] as const)('`start`, `stop` and `restart` of a portal %ssay whether it answers', async ([kind, expected]) => {
    const on = machine();
    await on.portal(['new', 'villa', '--origin', 'http://villa.example', ...(kind ? ['--on-demand'] : [])]);
    const settings = on.at('etc/portal/villa.env');
    const server = createServer((_req, res) => res.end('{"ok":true,"origin":"http://villa.example"}'));
    onTestFinished(() => void server.close());
    await once(server.listen(Number(on.settings('villa').PORT), '127.0.0.1'), 'listening');
    const log = on.at('calls');
    on.systemctl(`echo "$@" >>${log}`);
    const calls = () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.replace(/portal@villa\.(\w+)/, '$1'));
    for (const [order, words] of [
      ['start', 'villa responde en http://villa.example.\n'],
      ['restart', 'villa responde en http://villa.example.\n'],
      ['stop', 'villa está detenido. Para iniciarlo: «portal start villa».\n'],
    ] as const) {
      rmSync(log, { force: true });
      expect(await on.portal([order])).toEqual({ code: 0, said: words });
      expect(calls()).toEqual(expected[order]);
    }
    if (kind === '') {
      // Another one answers in its place.
      server.removeAllListeners('request').on('request', (_req, res: ServerResponse) => res.end('{"ok":true}'));
      expect(await on.portal(['start'])).toEqual({
        code: 1,
        said: expect.stringMatching(
          /^villa: en su puerto responde otro: .* Mirá qué hacer con «portal doctor villa»\.\n$/,
        ) as string,
      });
      expect(await on.portal(['new', 'villa'])).toEqual({
        code: 1,
        said: expect.stringContaining('El portal no responde todavía: mirá por qué con «portal log villa».') as string,
      });
    }
    // What runs goes on with the settings it has.
    rmSync(log);
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}\nDEMO=sí\n`);
    expect(await on.portal(['restart'])).toEqual({
      code: 1,
      said: expect.stringContaining(`No se pudo. En ${settings}, DEMO: `) as string,
    });
    expect(existsSync(log)).toBe(false);
    // It can be stopped with any.
    expect(await on.portal(['stop'])).toMatchObject({ code: 0 });
    expect(calls()).toEqual(expected.stop);
  });

  test('`prune` says what the history would forget, and forgets it only when told to', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    const db = openDatabase(file);
    const add =
      db.prepare(`INSERT INTO history (user_id, request, at, action, type, record_id, field, before, after, answer)
      VALUES ('', '', ?, 'update', 'story', 'abc', 'abstract', ?, '"x"', '1')`);
    for (let number = 0; number < 1200; number += 1)
      add.run('2020-01-01T00:00:00.000Z', JSON.stringify('a'.repeat(2000)));
    add.run(new Date().toISOString(), '"joven"');
    const kept = () => db.prepare('SELECT count(before) FROM history').pluck().get();
    const asked = await on.portal(['prune', '--older-than', '2a']);
    expect([asked.code, asked.said, kept()]).toEqual([
      0,
      expect.stringMatching(
        /los valores de 1200 cambios, que ocupan 2,3 MiB;[^]*«portal prune villa --older-than 2a --yes»/,
      ),
      1201,
    ]);
    // As while the portal runs, which has the lock.
    const lock = takeLock(file);
    const size = () => statSync(file).size;
    const before = size();
    const done = await on.portal(['prune', '--older-than', '2a', '--yes']);
    expect([done.code, done.said, kept()]).toEqual([0, expect.stringContaining('con el portal detenido'), 1]);
    lock?.release();
    db.close();
    expect((await on.portal(['prune', '--older-than', '2a', '--yes'])).said).toContain('se achicó');
    expect(size()).toBeLessThan(before - 2_000_000);
    expect(await on.portal(['prune', '--older-than', '3m'])).toEqual({
      code: 1,
      said: expect.stringMatching(/^No se acortó el historial\. Tiene que ser un año/) as string,
    });
  });

  test('`renew-push-keys` says what it ends, and does it only when told to, with the portal stopped', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    const db = openDatabase(file);
    const former = vapidKeysOf(db);
    db.exec(`INSERT INTO push_subscription (endpoint, p256dh, auth, service, topics)
      VALUES ('https://push.example/1', 'p', 'a', 'https://push.example', '["alertas"]')`);
    const subscriptions = () => db.prepare('SELECT count(*) FROM push_subscription').pluck().get();
    const asked = await on.portal(['renew-push-keys']);
    expect([asked.code, asked.said, subscriptions(), vapidKeysOf(db)]).toEqual([
      0,
      expect.stringMatching(/suscripciones de 1 dispositivos[^]*«portal renew-push-keys villa --yes»/),
      1,
      former,
    ]);
    const lock = takeLock(file);
    expect(await on.portal(['renew-push-keys', '--yes'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('El portal está en marcha') as string,
    });
    lock?.release();
    const done = await on.portal(['renew-push-keys', '--yes']);
    expect([done.code, subscriptions()]).toEqual([0, 0]);
    expect(vapidKeysOf(db).publicKey).not.toBe(former.publicKey);
    const told = db.prepare("SELECT user_id, device, detail FROM logbook WHERE kind = 'operator'").all();
    expect(told).toEqual([
      { user_id: 'operator', device: 'portal renew-push-keys', detail: '{"command":"renew-push-keys"}' },
    ]);
    db.close();
  });

  test('`doctor --json` gives every finding to a monitor', async () => {
    const on = machine();
    await withDatabase(on, 'villa', 'http://villa.example');
    const { said } = await on.portal(['doctor', '--json']);
    const findings = JSON.parse(said) as { state: string; what: string; todo?: string }[];
    expect(findings.map(({ what }) => what)).toContain('El portal no está en marcha.');
    expect(findings.find(({ what }) => what === 'El portal no está en marcha.')?.todo).toBe(
      'Inicialo con «portal start villa».',
    );
  });

  test('`remove` takes a town out of service and keeps its data; `new` brings it back as it was', async () => {
    const on = machine();
    const file = await withDatabase(on, 'villa');
    const { PORT } = on.settings('villa');
    const removed = await on.portal(['remove', 'villa']);
    expect([removed.code, removed.said]).toEqual([
      0,
      expect.stringContaining(`rm -r ${on.at('var/lib/portal/villa')}`),
    ]);
    expect((await on.portal(['list'])).said).toContain('Todavía no hay ninguno');
    expect(readdirSync(on.at('etc/nginx/sites-enabled'))).toEqual([]);
    expect((await on.portal(['new', 'villa'])).code).toBe(0);
    expect([on.settings('villa').PORT, on.settings('villa').ORIGIN, townIn(file)]).toEqual([
      PORT,
      'https://villa.example',
      'villa',
    ]);
  });

  test.for([[[]], [['borrar']], [['doctor; id']], [['restore']], [['new']], [['list', '--nada']]])(
    'a mistyped order explains itself and does nothing: %j',
    async ([args = []]) => {
      const on = machine();
      const { code, said } = await on.portal(args);
      expect([code, said]).toEqual([2, expect.stringMatching(/^Uso: portal /)]);
      expect(existsSync(on.at('etc/portal'))).toBe(false);
    },
  );

  test('bash completes orders, towns and options', async () => {
    const on = machine();
    await on.portal(['new', 'villa', '--origin', 'http://villa.example']);
    writeFileSync(on.at('bin/portal'), `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`);
    chmodSync(on.at('bin/portal'), 0o755);
    const complete = (...words: string[]) =>
      spawnSync(
        'bash',
        [
          '-c',
          `. ${join(ROOT, 'deploy/completion/portal')}; ` +
            `COMP_WORDS=(portal "$@"); COMP_CWORD=$#; _portal; echo "\${COMPREPLY[@]}"`,
          'bash',
          ...words,
        ],
        { encoding: 'utf8', env: { PATH: `${on.at('bin')}:${process.env.PATH}`, PORTAL_ROOT: on.root } },
      ).stdout.trim();
    expect([complete('re'), complete('doctor', ''), complete('new', 'x', '--o')]).toEqual([
      'restart restore renew-push-keys reset-password remove',
      'villa',
      '--origin --on-demand',
    ]);
  });
});

test('a base of a newer release names the copy to go back to', () => {
  const on = machine();
  const file = on.at('portal.sqlite');
  const db = openDatabase(file);
  const latest = db.pragma('user_version', { simple: true }) as number;
  db.pragma(`user_version = ${latest + 1}`);
  db.close();
  expect(() => openDatabase(file)).toThrow(/Actualizá el portal o usá otra base\.$/);
  cpSync(file, `${file}.version-${latest}`);
  expect(() => openDatabase(file)).toThrow(`«npm run restore -- ${file}.version-${latest}»`);
});
