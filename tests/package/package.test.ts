import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestOf, readMigrations } from '../../api/db/migrations.ts';
import { openDebian, until } from './debian.ts';
import type { Debian } from './debian.ts';

const ROOT = join(import.meta.dirname, '../..');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const NEWER = '90.1.0';
const BROKEN = '90.2.0';

let folder: string;
let debian: Debian;
const files = new Map<string, string>();
const times: Record<string, number> = {};

/** Builds the package, compressed less. @returns its file and checksums */
function build(): { file: string; sums: string } {
  execFileSync(process.execPath, ['scripts/package.ts'], {
    cwd: ROOT,
    env: { ...process.env, PACKAGE_FAST: '1' },
    stdio: 'ignore',
  });
  const name = readdirSync(join(ROOT, 'package')).find((one) => one.startsWith(`portal-municipal_${VERSION}_`)) ?? '';
  const file = join(folder, name);
  cpSync(join(ROOT, 'package', name), file);
  return { file, sums: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** Makes a newer release of a package, with one more migration. */
function release(file: string, from: string, version: string, sql: string): string {
  const stage = join(folder, `release-${version}`);
  execFileSync('dpkg-deb', ['-R', file, stage]);
  const program = join(stage, 'usr/lib/portal-municipal', version);
  renameSync(join(stage, 'usr/lib/portal-municipal', from), program);
  for (const path of ['DEBIAN/control', 'DEBIAN/postinst', `usr/lib/portal-municipal/${version}/package.json`]) {
    writeFileSync(join(stage, path), readFileSync(join(stage, path), 'utf8').replaceAll(from, version));
  }
  rmSync(join(stage, 'DEBIAN/md5sums'), { force: true });
  const last = latestOf(readMigrations(join(program, 'db/migrations')));
  const migration = `${String(last + 1).padStart(3, '0')}-prueba-${version.replaceAll('.', '-')}.sql`;
  writeFileSync(join(program, 'db/migrations', migration), sql);
  const made = file.replace(from, version);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', stage, made], { stdio: 'ignore' });
  rmSync(stage, { recursive: true });
  return made;
}

/** Installs a release as root does. @returns what was printed; how long it took is noted as `what` */
function install(version: string, what: string): string {
  const began = performance.now();
  const name = files.get(version)?.split('/').at(-1);
  const { code, said } = debian.run(`apt-get install -y --allow-downgrades /root/${name} 2>&1`);
  times[what] = Math.round(performance.now() - began);
  expect([code, said]).toEqual([0, expect.anything()]);
  return said;
}

const answers = () => debian.run('portal status villa').code === 0;
const tableExists = () =>
  debian.run(
    'runuser -u portal-villa -- /usr/lib/portal-municipal/current/bin/node -e \'' +
      'const Database = require("/usr/lib/portal-municipal/current/node_modules/better-sqlite3"); ' +
      'const db = new Database("/var/lib/portal/villa/portal.sqlite", { readonly: true }); ' +
      'console.log(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = ?").pluck().get("prueba"))\'',
  ).said.trim();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-package-test-'));
  const [one, two] = [build(), build()];
  expect(two.sums).toBe(one.sums);
  files.set(VERSION, one.file);
  files.set(NEWER, release(one.file, VERSION, NEWER, 'CREATE TABLE prueba (id INTEGER PRIMARY KEY);\n'));
  files.set(BROKEN, release(files.get(NEWER) ?? '', NEWER, BROKEN, 'CREATE TABLE esto no es SQL;\n'));
  debian = await openDebian();
  for (const file of files.values()) debian.give(file);
});
afterAll(async () => {
  console.log(`milliseconds: ${JSON.stringify(times)}`);
  await debian?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('two builds have the same bytes, and less than 90 MB', () => {
  // Compressed as for a release it is smaller still.
  expect(statSync(files.get(VERSION) ?? '').size).toBeLessThan(90e6);
});

test('is installed without network, asks nothing, and starts and creates nothing', () => {
  const look = 'systemctl list-units --plain --no-legend --type=service,timer; getent passwd; ls /etc/nginx/*';
  const before = debian.run(look);
  expect(install(VERSION, 'install')).toContain('«portal new PUEBLO --origin https://…»');
  expect(debian.run(look)).toEqual(before);
  expect(debian.run('portal version').said).toMatch(new RegExp(`^portal-municipal ${VERSION} `));
  // dpkg knows every file, and none was changed.
  expect(debian.run('dpkg -V portal-municipal')).toEqual({ code: 0, said: '' });
});

test('its program runs as it is: the service loads no compiler of TypeScript', () => {
  const loaded = 'console.log(process.moduleLoadList.filter((one) => one.includes("amaro")).length)';
  const node = `cd /usr/lib/portal-municipal/current && bin/node -e 'import("./api/config.ts").then(() => ${loaded})'`;
  const unit = '/usr/lib/systemd/system/portal@.service';
  const [setting] = debian.run(`grep -h ^Environment=NODE_OPTIONS= ${unit}`).said.split('\n');
  const options = setting?.replace('Environment=', '');
  expect(debian.run(node).said).toBe('1\n');
  expect(debian.run(`export ${options}; ${node}`)).toEqual({ code: 0, said: '0\n' });
});

test('`portal new` makes a town that answers, behind nginx, under the limits of its unit', async () => {
  const began = performance.now();
  expect(debian.run('portal new villa --origin http://villa.example --demo')).toMatchObject({ code: 0 });
  times.new = Math.round(performance.now() - began);
  expect(debian.run('portal status villa')).toEqual({ code: 0, said: expect.stringContaining('en marcha') });
  const page =
    'curl -s --resolve villa.example:80:127.0.0.1 http://villa.example/noticias -o /dev/null -w "%{http_code}"';
  expect(debian.run(page).said).toBe('200');
  expect(debian.run('systemctl is-enabled portal@villa portal-backup@villa.timer portal-mail@villa.path').said).toBe(
    'enabled\nenabled\nenabled\n',
  );
  const pid = '$(systemctl show -P MainPID portal@villa)';
  const { said: owner } = debian.run(`ps -o user= -p ${pid} 2>&1 || stat -c %U /proc/${pid}`);
  expect(owner).toContain('portal-villa');
  expect(debian.run('systemctl start portal-backup@villa && portal list --json').said).toMatch(/"lastBackup": "2/);
  expect(debian.run('runuser -u nobody -- cat /etc/portal/villa.env').code).not.toBe(0);
  expect(debian.run('runuser -u nobody -- portal doctor villa')).toEqual({
    code: 1,
    said: 'No se pudo. Hace falta ser root: «sudo portal doctor villa».\n',
  });
});

test('a second town can read nothing of the first, and answers by itself', () => {
  expect(debian.run('portal new arroyo --origin http://arroyo.example').code).toBe(0);
  expect(debian.run('runuser -u portal-arroyo -- ls /var/lib/portal/villa').code).not.toBe(0);
  expect(debian.run('portal reset-password arroyo admin').said).toMatch(/Contraseña: +\S{19}/);
  expect(debian.run('portal remove arroyo').code).toBe(0);
  expect(debian.run('systemctl is-active portal@arroyo').said).toBe('inactive\n');
  expect(debian.run('ls /var/lib/portal/arroyo').said).toContain('portal.sqlite');
});

test('a town that needs more memory than its limit is ended for it, again and again, and the other one answers', async ({
  skip,
}) => {
  const limits = 'test -d /sys/fs/cgroup/memory || grep -q memory /sys/fs/cgroup/cgroup.controllers';
  if (debian.run(limits).code !== 0) skip('no memory is limited here');
  expect(debian.run('portal new arroyo').code).toBe(0);
  const unit = '/run/systemd/system/portal@arroyo.service.d';
  debian.run(`mkdir -p ${unit} && printf '[Service]\\nMemoryMax=40M\\n' >${unit}/eats.conf && systemctl daemon-reload`);
  debian.run('systemctl restart portal@arroyo');
  // While it runs again, nothing says how it ended before.
  const killed = /^(?:[2-9]|\d\d+)\n2\n9\n$/;
  await until(() => {
    expect(answers()).toBe(true);
    const { said } = debian.run('systemctl show -P NRestarts,ExecMainCode,ExecMainStatus portal@arroyo');
    return killed.test(said) || null;
  });
  debian.run(`rm -r ${unit} && systemctl daemon-reload && systemctl restart portal@arroyo`);
  await until(() => (debian.run('portal status arroyo').code === 0 ? true : null));
  expect(debian.run('portal remove arroyo').code).toBe(0);
});

test('a town that rests uses no memory, and the first request starts and gets an answer', async () => {
  expect(debian.run('portal new arroyo --on-demand')).toMatchObject({ code: 0 });
  const setIdle = "sed -i 's/^IDLE_MINUTES=.*/IDLE_MINUTES=1/' /etc/portal/arroyo.env; systemctl restart portal@arroyo";
  expect(debian.run(setIdle).code).toBe(0);
  const rests = () => (/^arroyo .* descansa /m.test(debian.run('portal list').said) ? true : null);
  await until(rests);
  expect(debian.run('systemctl is-active portal@arroyo.service portal@arroyo.socket').said).toBe('inactive\nactive\n');
  expect(debian.run('portal backup arroyo').code).toBe(0);
  const page = 'curl -s --resolve arroyo.example:80:127.0.0.1 http://arroyo.example/agenda -o /dev/null';
  const [code, seconds] = debian.run(`${page} -w '%{http_code} %{time_total}'`).said.split(' ');
  times['first answer after a rest'] = Math.round(Number(seconds) * 1000);
  expect(code).toBe('200');
  await until(rests);
  expect(debian.run("sed -i '/^IDLE_MINUTES/d' /etc/portal/arroyo.env; portal new arroyo").code).toBe(0);
  expect(debian.run('systemctl is-active portal@arroyo.service portal@arroyo.socket').said).toBe('active\ninactive\n');
  expect(debian.run('portal remove arroyo').code).toBe(0);
});

test('a backup leaves the machine encrypted, comes back from there, and it is told when it cannot leave', async () => {
  const away = '/media/copias/villa';
  debian.run(`install -d -o portal-villa -m 700 ${away}; echo BACKUP_TO=${away} >>/etc/portal/villa.env`);
  expect(debian.run('systemctl start portal-offsite@villa')).toEqual({ code: 0, said: '' });
  expect(debian.run(`ls ${away}`).said).toBe('villa.restic\n');
  expect(debian.run('portal doctor villa').said).toMatch(/se probó restaurar la copia de afuera, y salió bien/);
  const back = debian.run(`portal restore villa --from ${away}`);
  expect(back).toEqual({ code: 0, said: expect.stringContaining('El portal está iniciado.') as string });
  await until(() => (answers() ? true : null));
  debian.run(`rm -r ${away}; systemctl start portal-backup@villa`);
  expect(debian.run('systemctl start portal-offsite@villa').code).not.toBe(0);
  const notices = '/var/lib/portal/villa/avisos.json';
  await until(() => (debian.run(`cat ${notices}`).said.includes('¿está conectado el disco?') ? true : null));
  debian.run("sed -i '/^BACKUP_TO/d' /etc/portal/villa.env");
});

test('an update migrates the database and keeps a copy of it', async () => {
  // As in a town that was made before there was this timer.
  debian.run('systemctl disable --now portal-offsite@villa.timer');
  install(NEWER, 'update');
  expect(debian.run('systemctl is-active portal-offsite@villa.timer').said).toBe('active\n');
  await until(() => (answers() ? true : null));
  expect(debian.run('portal list').said).toContain(` ${NEWER} `);
  expect(debian.run('ls /usr/lib/portal-municipal').said).toBe(`${NEWER}\ncurrent\n`);
  expect(debian.run('ls /var/lib/portal/villa').said).toMatch(/portal\.sqlite\.version-\d+\n/);
  expect(tableExists()).toBe('1');
});

test('an update that fails leaves the database as it was, and the way back needs nothing else', async () => {
  install(BROKEN, 'failed update');
  const said = await until(
    () => /No se pudo iniciar el portal\..*/.exec(debian.run('portal log villa').said)?.[0] ?? null,
  );
  expect(said).toMatch(/no se pudo actualizar .*-prueba-90-2-0\.sql/);
  install(NEWER, 'way back from it');
  await until(() => (answers() ? true : null));
  expect(debian.run('portal doctor villa').said).toContain('está sana');
});

test('going back finds the copy from before the update: the log names the command, and it works', async () => {
  install(VERSION, 'way back');
  const command = await until(
    () => /«(portal restore villa \S+\.version-\d+)»/.exec(debian.run('portal log villa').said)?.[1] ?? null,
  );
  expect(debian.run(command)).toEqual({ code: 0, said: expect.stringContaining('El portal está iniciado.') });
  await until(() => (answers() ? true : null));
  expect([tableExists(), debian.run('portal list').said]).toEqual(['0', expect.stringContaining(` ${VERSION} `)]);
});

test('removing it stops the portals, and purging keeps what towns have and says where', () => {
  expect(debian.run('apt-get remove -y portal-municipal').code).toBe(0);
  expect(debian.run('systemctl is-active portal@villa').said).not.toBe('active\n');
  expect(debian.run('ls /usr/lib/portal-municipal').code).not.toBe(0);
  expect(debian.run('nginx -t').code).toBe(0);
  install(VERSION, 'install again');
  expect(debian.run('portal new villa').code).toBe(0);
  expect(answers()).toBe(true);
  const { code, said } = debian.run('apt-get purge -y portal-municipal 2>&1');
  expect([code, said]).toEqual([0, expect.stringContaining('«rm -r /var/lib/portal»')]);
  const kept = debian.run('ls /var/lib/portal/villa /etc/portal /var/backups/portal');
  expect(kept.said).toMatch(/villa\.env[^]*portal\.sqlite/);
  const rest = debian.run(
    'ls /etc/nginx/conf.d /etc/nginx/sites-enabled; ' +
      'find / -xdev -name "*portal-municipal*" -not -path "/root/*" -not -path "/proc/*"',
  );
  expect(rest.said).not.toMatch(/portal-villa\.conf|share|lib\/portal-municipal/);
});
