import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machine, MAIN, withDatabase } from './machine.ts';

// Whoever has broken into the portal of a town can write in its folder, and waits for root to come.

const SECRET = 'root:$y$j9T$secreto:19000:0:99999:7:::\n';

test('bringing a town back reads nothing in its folder: a link to the passwords of the machine stays unread', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  const before = on.settings('villa');
  writeFileSync(on.at('etc/shadow'), SECRET);
  expect((await on.portal(['remove', 'villa'])).code).toBe(0);
  rmSync(on.at('var/lib/portal/villa/villa.env'), { force: true });
  symlinkSync(on.at('etc/shadow'), on.at('var/lib/portal/villa/villa.env'));
  expect((await on.portal(['new', 'villa'])).code).toBe(0);
  expect(on.settings('villa')).toEqual(before);
  // Releases up to 1.0.0 kept them there, so a person is told where they are.
  rmSync(on.at('etc/portal/villa.env'));
  expect(await on.portal(['new', 'villa'])).toEqual({
    code: 1,
    said: expect.stringContaining(
      `«runuser -u portal-villa -- cat ${on.at('var/lib/portal/villa/villa.env')}»`,
    ) as string,
  });
  for (const name of readdirSync(on.at('etc/portal')))
    expect(readFileSync(on.at(`etc/portal/${name}`), 'utf8')).not.toContain('secreto');
  expect(readFileSync(on.at('etc/shadow'), 'utf8')).toBe(SECRET);
});

test('`list` and `status` answer although a pipe that nobody writes to stands in the place of the database', async () => {
  const on = machine();
  const file = await withDatabase(on, 'villa');
  await withDatabase(on, 'arroyo');
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  execFileSync('mkfifo', [file]);
  const { code, said } = await on.portal(['list']);
  expect([code, said]).toEqual([0, expect.stringMatching(/^arroyo .* al día$[^]*^villa .* -$/m)]);
  expect((await on.portal(['status', 'villa'])).said).toMatch(/^Migraciones: +-$/m);
});

test('a program of the town has no terminal of root’s in which it could type, and cannot write control characters to it', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  // The town's ssh, as a ProxyCommand would: it looks for a terminal, and for one of its parent.
  on.program(
    'ssh',
    `for one in 0 1 2; do [ -t $one ] && echo "terminal en $one" >>${on.root}/found; done
( : </dev/tty ) 2>/dev/null && echo 'terminal en /dev/tty' >>${on.root}/found
echo asked >>${on.root}/found
printf '\\033]0;titulo\\007No space left\\n' >&2
exit 1`,
  );
  const command = [process.execPath, MAIN, 'backup', 'villa', '--to', 'copias@otra.example:villa'].join(' ');
  const typed = join(on.root, 'typescript');
  execFileSync('script', ['-qec', `test -t 0 && : </dev/tty && ${command}; true`, typed], {
    env: on.environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(new Set(readFileSync(on.at('found'), 'utf8').trim().split('\n'))).toEqual(new Set(['asked']));
  const shown = readFileSync(typed, 'utf8');
  expect(shown).toContain('Copia hecha y revisada');
  // restic may end before it has passed on what ssh said.
  expect(shown).toMatch(/(?:No queda lugar en el disco de acá o en|No se pudo llegar a) copias@otra\.example:villa/);
});

test('what a program of the town prints reaches root’s terminal without control characters', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  on.program('restic', `printf '\\033]0;titulo\\007roto\\n' >&2; exit 1`);
  const { said } = await on.portal(['backup', 'villa', '--to', 'copias@otra.example:villa']);
  expect(said).toContain(']0;tituloroto');
  expect(said).not.toMatch(/[^\P{Cc}\n\t]/u);
});

test('`remove` stops everything that runs as the town before it does anything else', async () => {
  const on = machine();
  await withDatabase(on, 'villa');
  on.systemctl(
    `[ -e ${on.at('etc/portal/villa.env')} ] && ` +
      `[ -e ${on.at('etc/nginx/sites-enabled/portal-villa.conf')} ] && echo "$@" >>${on.at('calls')}; exit 0`,
  );
  expect((await on.portal(['remove', 'villa'])).code).toBe(0);
  const stopped = readFileSync(on.at('calls'), 'utf8')
    .split('\n')
    .filter((call) => /^(?:disable --now|stop) /.test(call))
    .flatMap((call) => call.split(' '));
  for (const service of ['backup', 'check', 'offsite', 'backup-failed'])
    expect(stopped).toContain(`portal-${service}@villa.service`);
  for (const service of ['backup', 'check', 'offsite']) expect(stopped).toContain(`portal-${service}@villa.timer`);
  expect(stopped).toContain('portal@villa.service');
});
