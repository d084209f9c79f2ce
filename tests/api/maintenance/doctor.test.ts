import Database from 'better-sqlite3';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { takeLock } from '../../../api/db/lock.ts';
import { openLog } from '../../../api/log.ts';
import { openMailQueue } from '../../../api/mail/queue.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { noteEnd, noteStart } from '../../../api/maintenance/crashes.ts';
import { examine } from '../../../api/maintenance/doctor/doctor.ts';
import type { Examined, Finding } from '../../../api/maintenance/doctor/doctor.ts';
import { releaseTime } from '../../../api/maintenance/doctor/program.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { keepWeatherState } from '../../../api/weather/state.ts';
import type { WeatherState } from '../../../api/weather/state.ts';
import { selfSigned } from '../../../scripts/support/self-signed.ts';
import type { Certificate } from '../../../scripts/support/self-signed.ts';
import { temporaryFolder } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const DAY = 24 * 60 * 60 * 1000;

/** Makes a healthy portal on disk, which is stopped and has no public address. */
async function openPlace(): Promise<
  Examined & {
    backupDir: string;
    look(change?: Partial<Examined>, at?: number, more?: { ca?: string; built?: number }): Promise<Finding[]>;
  }
> {
  const folder = temporaryFolder();
  const place = {
    dbFile: join(folder, 'portal.sqlite'),
    uploadsDir: join(folder, 'uploads'),
    backupDir: join(folder, 'copias'),
    origin: 'http://localhost:3000',
    host: '127.0.0.1',
    port: 9,
  };
  mkdirSync(place.uploadsDir);
  const db = openDatabase(place.dbFile);
  db.close();
  saveAt(place.dbFile, NOW);
  await makeBackup({ ...place, dir: place.backupDir, now: () => NOW });
  return {
    ...place,
    look: (change = {}, at = NOW, more = {}) => examine({ ...place, ...change }, { now: () => at, built: 0, ...more }),
  };
}

/** Makes a story at a moment of the clock. */
function saveAt(dbFile: string, now: number): void {
  const db = openDatabase(dbFile);
  openWriter({ db, now: () => now }).create({ userId: '', usergroup: 1, request: 'test' }, 'story');
  db.close();
}

const worst = (findings: Finding[]) => findings.filter(({ state }) => state === 'mal').map(({ what }) => what);
const said = (findings: Finding[], about: RegExp) =>
  findings.filter(({ what }) => about.test(what)).map(({ state, what }) => `${state} ${what}`);

test('a healthy portal only has to be started and published', async () => {
  const findings = await (await openPlace()).look();
  expect(worst(findings)).toEqual([]);
  for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'bien');
  expect(said(findings, /sana|esta versión|subidos son/)).toHaveLength(3);
});

test('an old Node, a newer database, no database, and an unfinished restore', async () => {
  const place = await openPlace();
  expect(worst(await examine(place, { now: () => NOW, built: 0, node: '22.1.0' }))).toEqual([
    'Node 22.1.0: hace falta el 24 o más nuevo.',
  ]);
  expect(worst(await place.look({ dbFile: join(dirname(place.dbFile), 'otra.sqlite') }))).toEqual([
    expect.stringContaining('No hay ninguna base'),
  ]);
  const db = new Database(place.dbFile);
  db.pragma('user_version = 99');
  db.close();
  expect(worst(await place.look())).toEqual(['La base es de una versión más nueva del portal (99).']);
  // An update has kept it as it was before.
  new Database(`${place.dbFile}.version-15`).pragma('user_version = 15');
  expect((await place.look()).find(({ what }) => what.includes('más nueva'))?.todo).toBe(
    `Actualizá el portal, o volvé a la base de antes con «npm run restore -- ${place.dbFile}.version-15»: se pierde ` +
      'lo guardado desde entonces.',
  );
  writeFileSync(`${place.dbFile}.restaurando`, '');
  expect(worst(await place.look())).toContain('Quedó a medias una restauración.');
});

test('another town’s portal at the port of this one is a problem', async () => {
  const place = await openPlace();
  const server = createHttpServer((_req, res) => res.end('{"ok":true,"origin":"https://otra.example"}'));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lock = takeLock(place.dbFile);
  onTestFinished(() => lock?.release());
  const port = (server.address() as AddressInfo).port;
  expect(worst(await place.look({ port }))).toEqual([expect.stringContaining('el portal de otro pueblo')]);
  expect(worst(await place.look({ port, origin: 'https://otra.example' }))).not.toContain(
    expect.stringContaining('el portal de otro pueblo'),
  );
});

test('three crashes in a day are reported; two crashes, and any number of ordinary stops, are not', async () => {
  const place = await openPlace();
  const crashes = async (at = NOW) => said(await place.look({}, at), /se cayó/);
  for (let n = 0; n < 5; n += 1) {
    noteStart(place.dbFile, NOW);
    noteEnd(place.dbFile);
  }
  for (let n = 0; n < 3; n += 1) noteStart(place.dbFile, NOW);
  expect(await crashes()).toEqual([]);
  noteStart(place.dbFile, NOW);
  noteEnd(place.dbFile);
  expect(await crashes()).toEqual([
    'mal El portal se cayó 3 veces en las últimas 24 horas, y cada vez volvió a iniciarse.',
  ]);
  expect(await crashes(NOW + DAY)).toEqual([]);
});

test('a portal that is stopped is wrong where its service is enabled, and a warning elsewhere', async () => {
  const place = await openPlace();
  const root = temporaryFolder();
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  const stopped = async () => said(await place.look(), /no está en marcha/);
  expect(await stopped()).toEqual(['aviso El portal no está en marcha.']);
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  writeFileSync(join(root, 'etc/portal/villa.env'), `DB_FILE=${place.dbFile}\n`);
  expect(await stopped()).toEqual(['aviso El portal no está en marcha.']);
  for (const link of ['multi-user.target.wants/portal@villa.service', 'sockets.target.wants/portal@villa.socket']) {
    const file = join(root, 'etc/systemd/system', link);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync('/usr/lib/systemd/system/portal@.service', file);
    expect(await stopped()).toEqual(['mal El portal no está en marcha.']);
    rmSync(file);
  }
});

test.for([
  ['disk-full', /su disco está lleno: nadie puede guardar/, /Liberá espacio.*Sigue solo, sin reiniciar\./],
  ['unwritable', /no puede escribir en su base/, /Mirá los permisos/],
  [
    'replaced',
    /se borró o se cambió por otro: lo que se guarda se pierde/,
    /«npm run restore -- .*portal-2026-03-15T133200Z»/,
  ],
  [
    'damaged',
    /encontró daños en su base/,
    /Cerrá el portal y restaurá .*«npm run restore -- .*portal-2026-03-15T133200Z»/,
  ],
  ['page', /no puede mostrar su página de inicio/, /historial/],
  ['constructor', /no está listo \(.* responde 503\)/, /Esperá un momento/],
] as const)(
  'a portal that answers «%s» is wrong, with what that means and what to do',
  async ([trouble, what, todo]) => {
    const place = await openPlace();
    const lock = takeLock(place.dbFile);
    const body = JSON.stringify({ code: 'not-ready', message: 'Algo anda mal.', trouble });
    const server = createHttpServer((_req, res) => res.writeHead(503).end(body)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
      lock?.release();
      server.close();
    });
    const findings = (await place.look({ port: (server.address() as AddressInfo).port })).filter(
      ({ state }) => state === 'mal',
    );
    expect(findings).toEqual([
      { state: 'mal', what: expect.stringMatching(what) as string, todo: expect.stringMatching(todo) as string },
    ]);
  },
);

test('whether anybody is told of problems, and names in the settings that nothing reads', async () => {
  const place = await openPlace();
  const told = async (change: Partial<Examined> = {}) => said(await place.look(change), /se avisa/);
  expect(await told()).toEqual(['aviso De los problemas no se avisa a nadie: no están NOTIFY_URL ni SMTP_URL.']);
  const ways = {
    notifyUrl: 'https://chat.example/secreto',
    smtpUrl: 'smtps://u:clave@correo.example',
    notifyTo: 'a@b.ar',
  };
  expect(await told(ways)).toEqual([
    'bien De los problemas se avisa a chat.example y a a@b.ar (se prueba con «npm run notify-test»).',
  ]);
  const root = temporaryFolder();
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  writeFileSync(
    join(root, 'etc/portal/villa.env'),
    `DB_FILE=${place.dbFile}\nTZ=America/Argentina/Cordoba\nNODE_OPTIONS=--x\nCARPETA_DE_COPIAS=/media/copias\n`,
  );
  expect(said(await place.look(), /no conoce/)).toEqual([
    'aviso Los ajustes tienen lo que el portal no conoce: CARPETA_DE_COPIAS.',
  ]);
});

test('whether the portal sends mail, and what of it does not leave', async () => {
  const place = await openPlace();
  const about = async (change: Partial<Examined> = {}) =>
    (await place.look(change)).filter(({ what }) => /MAIL_FROM|[Cc]orreo del portal|manda correo/.test(what));
  const [smtpUrl, mailFrom] = ['smtps://u:clave@correo.example', 'portal@villa.example'];
  expect(await about()).toEqual([]);
  expect(await about({ mailFrom })).toEqual([
    expect.objectContaining({ state: 'aviso', what: expect.stringContaining('falta SMTP_URL') as string }),
  ]);
  expect(await about({ smtpUrl, mailFrom })).toEqual([
    { state: 'bien', what: 'El correo del portal sale desde portal@villa.example.' },
  ]);
  const db = openDatabase(place.dbFile);
  const queue = openMailQueue(db, () => NOW - 40 * 60_000, openLog('silent'));
  queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  const mail = queue.take();
  if (mail) queue.failed(mail, { words: 'Invalid login: 535', isOfServer: true, isFinal: false });
  db.close();
  expect(await about({ smtpUrl, mailFrom })).toEqual([
    {
      state: 'aviso',
      what: 'Hay correo del portal que tendría que haber salido hace más de media hora (en espera: 1).',
      todo: expect.stringMatching(/^El más viejo .*«Invalid login: 535»\. Revisá SMTP_URL/) as string,
    },
  ]);
  // A town's portal, which has not the secret, does not send before an address is set.
  const root = temporaryFolder();
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  const file = join(root, 'etc/portal/villa.env');
  writeFileSync(file, `DB_FILE=${place.dbFile}\nNOTIFY_TO=a@b.ar\n`);
  expect(await about({ smtpUrl, mailFrom: 'a@b.ar' })).toEqual([
    expect.objectContaining({ isAdvice: true, what: expect.stringContaining('no manda correo') as string }),
  ]);
  writeFileSync(file, `DB_FILE=${place.dbFile}\nMAIL_FROM=${mailFrom}\n`);
  expect((await about({ smtpUrl, mailFrom }))[0]?.todo).toContain('journalctl -u portal-mail@villa');
});

test('the age of Node and libvips in the package, which nothing else updates', async () => {
  const place = await openPlace();
  const root = temporaryFolder();
  const about = async (days: number) => said(await place.look({}, NOW, { built: NOW - days * DAY }), /libvips/);
  // A checkout has the Node of its machine.
  expect(await about(400)).toEqual([]);
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  writeFileSync(join(root, 'etc/portal/villa.env'), `DB_FILE=${place.dbFile}\n`);
  expect(await about(89)).toEqual([
    expect.stringMatching(
      /^bien Esta versión del portal, la [\d.]+, se hizo hace 89 días; con ella vinieron Node [\d.]+ y libvips [\d.]+\.$/,
    ),
  ]);
  expect(await about(90)).toEqual([
    expect.stringMatching(/^aviso Esta .* hace 90 días; .*, y Debian no los actualiza\.$/),
  ]);
});

test('a secret where the portal itself can read it', async () => {
  const place = await openPlace();
  const root = temporaryFolder();
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  const file = join(root, 'etc/portal/villa.env');
  writeFileSync(file, `DB_FILE=${place.dbFile}\nSMTP_URL=smtps://u:clave@correo.example\nNOTIFY_TO=a@b.ar\n`);
  const exposed = async () => (await place.look()).filter(({ what }) => what.includes('claves'));
  expect(await exposed()).toEqual([
    {
      state: 'aviso',
      what: `Hay claves donde las puede leer el portal: SMTP_URL, en ${file}.`,
      todo: `Ejecutá «portal new villa», que las lleva a ${join(root, 'etc/portal/villa.secrets')}.`,
    },
  ]);
  writeFileSync(file, `DB_FILE=${place.dbFile}\nNOTIFY_TO=a@b.ar\n`);
  expect(await exposed()).toEqual([]);
});

test('missing files, and files that no record refers to', async () => {
  const place = await openPlace();
  const db = openDatabase(place.dbFile);
  const { id } = openWriter({ db, now: () => NOW }).create({ userId: '', usergroup: 1, request: 'test' }, 'authority');
  openWriter({ db, now: () => NOW }).setPicture({ userId: '', usergroup: 1, request: 'test' }, 'authority', id, {
    name: `foto-${'a'.repeat(16)}`,
    width: 400,
    height: 300,
  });
  db.close();
  const extra = join(place.uploadsDir, 'album', 'x', `foto-${'b'.repeat(16)}-400.webp`);
  mkdirSync(dirname(extra), { recursive: true });
  writeFileSync(extra, '');
  const findings = await place.look();
  expect(worst(findings)).toEqual([
    `Faltan 1 archivos que la base nombra: authority/${id}/foto-${'a'.repeat(16)}-400.webp.`,
  ]);
  expect(said(findings, /Sobran/)).toEqual([expect.stringMatching(/^aviso Sobran 1 archivos/)]);
});

test('backups that are old, missing, or in an unknown place', async () => {
  const place = await openPlace();
  expect(said(await place.look({}, NOW + DAY), /última copia/)).toEqual([
    'bien La última copia de seguridad es de hace 24 horas.',
  ]);
  expect(said(await place.look({}, NOW + 2 * DAY), /última copia/)).toEqual([
    'aviso La última copia de seguridad es de hace 2 días.',
  ]);
  expect(worst(await place.look({}, NOW + 5 * DAY))).toEqual(['La última copia de seguridad es de hace 5 días.']);
  expect(worst(await place.look({ backupDir: join(place.uploadsDir, 'nada') }))).toEqual([
    expect.stringContaining('No hay ninguna copia de seguridad en'),
  ]);
  expect(said(await place.look({ backupDir: undefined }), /copias/)).toEqual([
    'aviso No se sabe dónde están las copias de seguridad.',
  ]);
});

test('backups that were made while the clock was ahead hide nothing, and are not the newest', async () => {
  const place = await openPlace();
  await makeBackup({ ...place, dir: place.backupDir, now: () => NOW + 365 * DAY });
  const future = join(place.backupDir, 'portal-2027-03-15T133200Z');
  const look = await place.look({}, NOW + 5 * DAY);
  expect(worst(look)).toEqual([
    `La copia ${future} tiene una fecha que todavía no llegó: el reloj estaba mal entonces, o está mal ahora.`,
    'La última copia de seguridad es de hace 5 días.',
  ]);
  expect(look.find(({ what }) => what.includes(future))?.todo).toContain(
    `«mv ${future} ${join(place.backupDir, 'futura-portal-2027-03-15T133200Z')}»`,
  );
  await makeBackup({ ...place, dir: place.backupDir, now: () => NOW + 400 * DAY });
  expect(worst(await place.look())).toEqual([
    expect.stringMatching(/^En \S+ hay 2 copias con una fecha que todavía no llegó, como portal-2027/),
  ]);
  writeFileSync(place.dbFile, 'dañada '.repeat(1000));
  const repair = (await place.look()).find(({ what }) => what.includes('no es una base del portal'));
  expect(repair?.todo).toContain('portal-2026-03-15T133200Z»');
  expect(worst(await place.look({}, NOW + 401 * DAY)).filter((what) => /copia/.test(what))).toEqual([]);
});

describe('the clock', () => {
  const about = (findings: Finding[]) => said(findings, /reloj (?:atrasa|marca)/);

  test('that is behind the last change is wrong', async () => {
    const place = await openPlace();
    expect(about(await place.look({}, NOW - DAY))).toEqual([
      'mal El reloj atrasa: marca 2026-03-14 13:32 UTC y el último cambio es posterior.',
    ]);
  });

  test('that marks 1972 is wrong, also after somebody has saved with it', async () => {
    const place = await openPlace();
    const then = Date.parse('1972-02-21T12:47:00Z');
    saveAt(place.dbFile, then);
    expect(about(await place.look({}, then + 1000, { built: NOW - 30 * DAY }))).toEqual([
      'mal El reloj atrasa: marca 1972-02-21 12:47 UTC, y esta versión del portal es posterior.',
    ]);
  });

  test('that is behind other changes than the last is suspect, as is one that was ahead', async () => {
    const place = await openPlace();
    saveAt(place.dbFile, NOW - 30 * DAY);
    expect(about(await place.look({}, NOW - 29 * DAY))).toEqual([
      'aviso El reloj marca 2026-02-14 13:32 UTC y hay cambios con fecha posterior: ' +
        'atrasa, o adelantaba cuando se hicieron.',
    ]);
  });

  test('is compared with the day on which this release was made', async () => {
    expect(releaseTime()).toBeGreaterThan(Date.parse('2026-01-01'));
  });
});

test('the certificate of the public address: valid, about to expire, expired, for another name, untrusted, missing', async () => {
  const place = await openPlace();
  const look = async (certificate: Certificate, ca?: string) => {
    const port = await serveTls(certificate);
    return said(
      await place.look({ origin: `https://localhost:${port}` }, NOW_REAL, ca === undefined ? {} : { ca }),
      /certificado/,
    ).map((line) => line.replace(/:\d+/, ''));
  };
  const NOW_REAL = Date.now();
  const good = selfSigned('localhost', NOW_REAL - DAY, NOW_REAL + 60.5 * DAY);
  expect(await look(good, good.cert)).toEqual(['bien El certificado de https://localhost vale 60 días más.']);
  const soon = selfSigned('localhost', NOW_REAL - DAY, NOW_REAL + 5.5 * DAY);
  expect(await look(soon, soon.cert)).toEqual(['aviso El certificado de https://localhost vence en 5 días.']);
  const past = selfSigned('localhost', NOW_REAL - 10 * DAY, NOW_REAL - 2.5 * DAY);
  expect(await look(past, past.cert)).toEqual(['mal El certificado de https://localhost venció hace 3 días.']);
  const other = selfSigned('otra.ejemplo', NOW_REAL - DAY, NOW_REAL + 60 * DAY);
  expect(await look(other, other.cert)).toEqual([
    expect.stringMatching(/^mal Los navegadores no aceptan .*ERR_TLS_CERT_ALTNAME_INVALID/),
  ]);
  expect(await look(good)).toEqual([expect.stringMatching(/^mal Los navegadores no aceptan .*SELF_SIGNED/)]);
  expect(worst(await place.look({ origin: 'https://localhost:9' }, NOW_REAL))).toContain(
    'No se puede llegar a https://localhost:9 (ECONNREFUSED).',
  );
});

test('another name of the portal: it leads to its address, somewhere else, or cannot be reached', async () => {
  const place = await openPlace();
  const now = Date.now();
  const look = async (certificate: Certificate, leads: (origin: string) => string | undefined) => {
    const server = createHttpsServer(certificate, (_req, res) => {
      const location = leads(origin);
      res.writeHead(location === undefined ? 200 : 308, location === undefined ? {} : { location }).end('x');
    }).listen(0, 'localhost');
    server.on('tlsClientError', () => {});
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const origin = `https://villa.invalid:${(server.address() as AddressInfo).port}`;
    const found = await place.look({ origin, originAliases: ['localhost'] }, now, { ca: certificate.cert });
    return said(found, /localhost/).map((line) => line.replaceAll(/:\d+/g, ''));
  };
  const good = selfSigned('localhost', now - DAY, now + 60 * DAY);
  expect(await look(good, (origin) => `${origin}/`)).toEqual(['bien https://localhost lleva a https://villa.invalid.']);
  expect(await look(good, () => 'https://otra.example/')).toEqual([
    'aviso https://localhost no lleva a https://villa.invalid, sino a https://otra.example/.',
  ]);
  expect(await look(good, () => undefined)).toEqual([
    'aviso https://localhost no lleva a https://villa.invalid, sino a otra página.',
  ]);
  const other = selfSigned('villa.invalid', now - DAY, now + 60 * DAY);
  expect(await look(other, (origin) => `${origin}/`)).toEqual([
    'aviso No se puede entrar por https://localhost (ERR_TLS_CERT_ALTNAME_INVALID).',
  ]);
});

test('a town whose disk of backups is missing, and one whose certificate was never asked for, are told what to do', async () => {
  const place = await openPlace();
  const root = join(dirname(place.dbFile), 'machine');
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  writeFileSync(join(root, 'etc/portal/villa.env'), `DB_FILE=${place.dbFile}\n`);
  vi.stubEnv('PORTAL_ROOT', root);
  onTestFinished(() => void vi.unstubAllEnvs());
  const todos = (findings: Finding[], about: RegExp) =>
    findings.filter(({ what }) => about.test(what)).map(({ state, todo }) => `${state} ${todo}`);
  const backupDir = join(dirname(place.dbFile), 'desmontado');
  expect(todos(await place.look({ backupDir }), /No existe la carpeta de las copias/)).toEqual([
    'mal Si es de otro disco, montalo. Si no, «portal new villa» la vuelve a hacer.',
  ]);
  mkdirSync(backupDir);
  expect(todos(await place.look({ backupDir }), /No hay ninguna copia/)).toEqual([
    'mal Hacé una con «portal backup villa». Las de todas las noches se hacen solas.',
  ]);
  // After the package was removed and installed again.
  expect(todos(await place.look({ origin: 'https://localhost:9' }), /No se puede llegar/)).toEqual([
    expect.stringContaining('Si falta su sitio en nginx, «portal new villa» lo completa.'),
  ]);
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    // As `ssl_reject_handshake on` answers: a fatal alert, unrecognized_name (RFC 6066, section 3).
    socket.once('data', () => socket.end(Buffer.from('15030300020270', 'hex')));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  onTestFinished(() => void server.close());
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  expect(todos(await place.look({ origin }), /nginx todavía no atiende/)).toEqual([
    'mal Ejecutá «portal new villa», que dice cómo pedir el certificado y completa el sitio.',
  ]);
});

async function serveTls(certificate: Certificate): Promise<number> {
  const server = createServer(certificate, (socket) => socket.end()).listen(0, 'localhost');
  server.on('tlsClientError', () => {});
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a weather service that is silent, or has another time, is a warning; one that is not asked is not examined', async () => {
  const place = await openPlace();
  const found = async (change?: Partial<WeatherState>) => {
    if (change) {
      const known = {
        feed: 'https://a.example/',
        place: '',
        since: NOW - 3 * DAY,
        heard: NOW,
        problem: null,
        ahead: 0,
      };
      const db = openDatabase(place.dbFile);
      keepWeatherState(db, { ...known, unreadable: 0, future: 0, ...change });
      db.close();
    }
    const [finding] = (await place.look()).filter(({ what }) => what.includes('Servicio Meteorológico'));
    return finding && [finding.state, finding.what];
  };
  expect(await found()).toBeUndefined();
  expect(await found({})).toEqual([
    'bien',
    'El Servicio Meteorológico respondió por última vez el 15 de marzo, 10:32\u00a0h.',
  ]);
  expect(await found({ heard: NOW - DAY, problem: 'respondió 503' })).toEqual([
    'aviso',
    'El Servicio Meteorológico respondió por última vez el 14 de marzo, 10:32\u00a0h (respondió 503): ' +
      'sus alertas ya no se muestran.',
  ]);
  expect(await found({ heard: null })).toEqual([
    'aviso',
    'El Servicio Meteorológico nunca respondió: sus alertas ya no se muestran.',
  ]);
  expect(await found({ ahead: DAY })).toMatchObject(['aviso', expect.stringContaining('reloj')]);
});
