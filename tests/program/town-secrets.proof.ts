import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { machine, ROOT, withDatabase } from './machine.ts';
import type { Machine } from './machine.ts';

const KEY = 'abcd-efgh-ijkm-npqr';
const MAIL = 'smtps://u:clave@correo.example';
const mode = (on: Machine, file: string) => (statSync(on.at(file)).mode & 0o777).toString(8);

test('`portal new` writes the secrets where root alone can read them, and none where the portal can', async () => {
  const on = machine();
  const { said } = await on.portal(['new', 'villa', '--origin', 'https://villa.example']);
  expect(said).toContain(`Anotá en papel la clave que está en ${on.at('etc/portal/villa.secrets')}`);
  expect([mode(on, 'etc/portal/villa.env'), mode(on, 'etc/portal/villa.secrets')]).toEqual(['640', '600']);
  const { BACKUP_PASSPHRASE: key } = on.secrets('villa');
  expect(key).toMatch(/^[a-z2-9-]{19}$/);
  expect(readFileSync(on.at('etc/portal/villa.env'), 'utf8')).not.toContain(key);
  // It is kept while the town is out of service, because backups need it.
  expect((await on.portal(['remove', 'villa'])).said).toContain(on.at('etc/portal/villa.secrets'));
  await on.portal(['new', 'villa']);
  expect(on.secrets('villa').BACKUP_PASSPHRASE).toBe(key);
});

test('`portal new` takes secrets that were written among the settings to their file, and closes it again', async () => {
  const on = machine();
  await on.portal(['new', 'villa', '--origin', 'https://villa.example']);
  const { BACKUP_PASSPHRASE: key } = on.secrets('villa');
  appendFileSync(on.at('etc/portal/villa.env'), `SMTP_URL=${MAIL}\nNOTIFY_TO=a@b.ar\n`);
  rmSync(on.at('etc/portal/villa.secrets'));
  writeFileSync(on.at('etc/portal/villa.secrets'), `BACKUP_PASSPHRASE=${key}\n`, { mode: 0o644 });
  const { code, said } = await on.portal(['new', 'villa']);
  expect([code, said]).toEqual([0, expect.not.stringContaining('A quién avisar')]);
  expect([on.settings('villa').SMTP_URL, on.secrets('villa')]).toEqual([
    undefined,
    { BACKUP_PASSPHRASE: key, SMTP_URL: MAIL },
  ]);
  expect(mode(on, 'etc/portal/villa.secrets')).toBe('600');
});

test('a program of the town that was broken into finds no secret that it does not use', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  appendFileSync(on.at('etc/portal/villa.secrets'), `SMTP_URL=${MAIL}\n`);
  appendFileSync(on.at('etc/portal/villa.env'), 'NOTIFY_TO=a@b.ar\n');
  const { BACKUP_PASSPHRASE: key = '' } = on.secrets('villa');
  // `ssh` is started by restic, and that by the program of the town, into which it looks.
  on.program(
    'ssh',
    `read -r _ _ _ up _ </proc/$PPID/stat; tr '\\0' '\\n' </proc/$up/environ >>${on.at('seen')}; exit 1`,
  );
  await on.portal(['backup', 'villa', '--to', 'copias@otra.example:villa']);
  const seen = readFileSync(on.at('seen'), 'utf8');
  expect(seen).toContain(`BACKUP_PASSPHRASE=${key}`);
  expect(seen).not.toContain(MAIL);
  const doctor = await on.portal(['doctor', 'villa']);
  expect(doctor.said).toContain('De los problemas se avisa a a@b.ar');
  expect(doctor.said).not.toContain(key);
  appendFileSync(on.at('etc/portal/villa.secrets'), 'PORT=3005\n');
  expect(await on.portal(['doctor', 'villa'])).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^No se pudo\. PORT: no va en \S+villa\.secrets, .*Pasalo a \S+villa\.env\.\n$/,
    ) as string,
  });
});

/** As systemd starts the services of a town: the same user, each in a user namespace of its own (PrivateUsers). */
const IDS = ['setpriv', '--reuid', '4321', '--regid', '4321', '--clear-groups'];
const AS_TOWN = process.getuid?.() === 0 ? IDS : [];
const APART = [...AS_TOWN, 'unshare', '--user'];

test('a service can look into no other of the same user, which it could if they were not apart', async () => {
  const read = 'cat "/proc/$0/environ" | tr "\\0" "\\n"; head -c 1 "/proc/$0/mem"; true';
  async function seen(how: readonly string[]): Promise<string> {
    const other = spawn('env', [...how, 'sh', '-c', 'echo; exec cat'], {
      env: { ...process.env, SMTP_URL: MAIL },
    });
    // It is in its own namespace once it says something.
    await once(other.stdout, 'data');
    const { stdout } = spawnSync('env', [...how, 'sh', '-c', read, String(other.pid)], { encoding: 'utf8' });
    other.stdin.end();
    await once(other, 'close');
    return stdout;
  }
  expect(await seen(AS_TOWN)).toContain(`SMTP_URL=${MAIL}`);
  expect(await seen(APART)).toBe('');
});

/** Ends the program at its nth change of a file, half done or just before it. */
const KILLING = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_AT);
const end = () => process.kill(process.pid, 'SIGKILL');
for (const name of ['mkdirSync', 'writeFileSync', 'chownSync', 'renameSync', 'chmodSync']) {
  const done = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) {
      if (name === 'writeFileSync') done(args[0], args[1].slice(0, args[1].length / 2), args[2]);
      end();
    }
    return done(...args);
  };
}
syncBuiltinESMExports();
process.on('exit', () => console.log('changes', Number(process.env.KILL_AT) - left));`;

test('an upgrade moves the secrets of all towns once; killed at any change of a file, it loses none', () => {
  const on = machine();
  const before = [
    `ORIGIN=https://villa.example\nPORT=3001\nBACKUP_PASSPHRASE=${KEY}\nSMTP_URL=${MAIL}\nNOTIFY_TO=a@b.ar\n`,
    `ORIGIN=https://arroyo.example\nPORT=3002\n`,
    `ORIGIN=https://otra.example\nPORT=3003\nNOTIFY_URL=https://chat.example/secreto\n`,
  ];
  const files = ['villa.env', 'arroyo.env', 'otra.env.removed'];
  function begin(): void {
    rmSync(on.at('etc/portal'), { recursive: true, force: true });
    mkdirSync(on.at('etc/portal'), { recursive: true });
    files.forEach((file, number) => writeFileSync(on.at(`etc/portal/${file}`), before[number] ?? '', { mode: 0o640 }));
  }
  function move(killAt = 0): { signal: string | null; changes: number } {
    const killing = `data:text/javascript,${encodeURIComponent(KILLING)}`;
    const { signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', killing, join(ROOT, 'scripts/portal/move-secrets.ts')],
      { encoding: 'utf8', env: { ...on.environment, KILL_AT: String(killAt) } },
    );
    expect(stderr).toBe('');
    return { signal, changes: Number(/^changes (\d+)$/m.exec(stdout)?.[1]) };
  }
  const read = (file: string) => readFileSync(on.at(`etc/portal/${file}`), 'utf8');
  const state = () =>
    readdirSync(on.at('etc/portal'))
      .filter((name) => !name.endsWith('.nuevo'))
      .map((name) => [name, mode(on, `etc/portal/${name}`), read(name)]);
  /** What a job of the town gets. */
  const together = (town: string, file: string) => {
    const secrets = readdirSync(on.at('etc/portal')).includes(`${town}.secrets`) ? read(`${town}.secrets`) : '';
    return { ...parseEnv(secrets), ...parseEnv(read(file)) };
  };

  begin();
  const { changes } = move();
  const moved = state();
  expect(moved.map(([name, its]) => [name, its])).toEqual([
    ['arroyo.env', '640'],
    ['otra.env.removed', '640'],
    ['otra.secrets', '600'],
    ['villa.env', '640'],
    ['villa.secrets', '600'],
  ]);
  expect(read('villa.env')).not.toContain(KEY);
  expect(move()).toEqual({ signal: null, changes: 0 });
  expect(state()).toEqual(moved);
  expect(changes).toBeGreaterThan(8);

  for (let step = 1; step <= changes; step += 1) {
    begin();
    expect([step, move(step).signal]).toEqual([step, 'SIGKILL']);
    for (const [number, file] of files.entries()) {
      const town = file.split('.')[0] ?? '';
      expect([step, together(town, file)]).toEqual([step, parseEnv(before[number] ?? '')]);
    }
    move();
    expect([step, state()]).toEqual([step, moved]);
  }
});

test('going back to a release that reads the secrets among the settings gives them back to it', () => {
  const on = machine();
  mkdirSync(on.at('etc/portal'), { recursive: true });
  const script = readFileSync(join(ROOT, 'deploy/debian/postrm'), 'utf8').replaceAll(
    '/etc/portal',
    on.at('etc/portal'),
  );
  writeFileSync(
    on.at('postrm'),
    script.replaceAll('/usr/lib/portal-municipal', on.at('program')).replaceAll('/run/', on.at('run/')),
  );
  const write = () => {
    // Without an end of the line, as some editors leave it.
    writeFileSync(on.at('etc/portal/villa.env'), 'PORT=3001\nNOTIFY_TO=a@b.ar', { mode: 0o640 });
    writeFileSync(
      on.at('etc/portal/villa.secrets'),
      `# clave\nBACKUP_PASSPHRASE=${KEY}\nSMTP_URL="smtps://u:a\\\\b@x.example"\n`,
    );
  };
  const goTo = (version: string) => {
    const { status } = spawnSync('sh', [on.at('postrm'), 'upgrade', version], { stdio: 'ignore' });
    return [status, on.settings('villa'), mode(on, 'etc/portal/villa.env')];
  };
  write();
  const own = { PORT: '3001', NOTIFY_TO: 'a@b.ar' };
  expect(goTo('1.1.0')).toEqual([0, own, '640']);
  const back = [0, { ...own, BACKUP_PASSPHRASE: KEY, SMTP_URL: on.secrets('villa').SMTP_URL }, '640'];
  expect(goTo('1.0.0')).toEqual(back);
  expect(goTo('0.2.0')).toEqual(back);
});
