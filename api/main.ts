import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp, openAnswerCache } from './app.ts';
import { reasonGuessable } from './auth/guessable.ts';
import { hashPassword, randomPassword } from './auth/passwords.ts';
import { halfRestored } from './maintenance/backup/layout.ts';
import { newestBackupAt, restoringNewest } from './maintenance/backup/make.ts';
import { noteEnd, noteStart } from './maintenance/crashes.ts';
import { forgetOldDeeds } from './maintenance/old-deeds.ts';
import { openMemory } from './maintenance/memory.ts';
import { lostDatabase, noteDatabase } from './maintenance/lost-database.ts';
import type { Config } from './config.ts';
import { ADMIN } from './contract/roles.ts';
import { momentAt } from './contract/values/dates.ts';
import { HOUR } from './maintenance/doctor/finding.ts';
import { openDatabase } from './records/open.ts';
import { readingOnce } from './db/reading-once.ts';
import type { Db } from './db/database.ts';
import { freeBytes, makeFolder, MIB } from './db/disk.ts';
import { openLogbook } from './records/logbook.ts';
import { createSqlReader } from './records/read.ts';
import { openWriter } from './records/write/writer.ts';
import { openDictionaries } from './http/cache/dictionaries.ts';
import { notReadyYet } from './http/errors.ts';
import { RESTING, whileIdle } from './http/idle.ts';
import { withMetrics } from './http/metrics.ts';
import { refuseMisdirected } from './http/misdirected.ts';
import { createServer } from './http/node-http.ts';
import { refuseWithoutSettings, typed } from './installation.ts';
import { readOwnSettings } from './own-settings.ts';
import { takeLock } from './db/lock.ts';
import type { Lock } from './db/lock.ts';
import { openLog } from './log.ts';
import { openMail } from './mailing/open-mail.ts';
import type { Mail } from './mailing/open-mail.ts';
import { closeToOthers, keepPrivate } from './db/private-files.ts';
import { watchProgress } from './http/limits/slow-requests.ts';
import type { Renderer } from './http/render.ts';
import { tidyShares } from './files/share-store.ts';
import { sweep } from './files/upload-store.ts';
import { openPush } from './push/open-push.ts';
import type { Push } from './push/open-push.ts';
import { VERSION } from './version.ts';
import { openWeather } from './weather/open-weather.ts';
import { openTickets } from './tickets/open-tickets.ts';
import { eraseOverdue } from './tickets/overdue.ts';
import type { Weather } from './weather/open-weather.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Time without a request after which memory is given back. */
const QUIET = 30 * SECOND;
/** Time for requests under way to finish when the portal stops. */
const SHUTDOWN_GRACE = 5 * SECOND;
/** Maximum size of a database that is checked at every start, in bytes; `portal doctor` checks larger ones. */
const MAX_CHECKED_SIZE = 50 * 1024 * 1024;

try {
  refuseWithoutSettings(process.env, 'portal start PUEBLO');
  keepPrivate();
  const config = readOwnSettings();
  await start({ ...config, uploadsDir: resolve(config.uploadsDir) });
} catch (error) {
  console.error(`No se pudo iniciar el portal. ${reasonOf(error)}`);
  process.exit(1);
}

/** Starts the portal. What can prevent the start is checked first, and ends it with one line. */
async function start(given: Config): Promise<void> {
  const now = () => Date.now();
  const log = openLog(given.logLevel);
  checkDatabase(given);
  checkUploads(given.uploadsDir);
  closeToOthers([given.dbFile, `${given.dbFile}-wal`, `${given.dbFile}-shm`, given.uploadsDir]);
  const { db, lock } = openChecked(given);
  await checkFirstPassword(db, given);
  let handle: RequestListener = notReadyYet;
  // Signals are handled between two steps, so that no write is cut short and a new user's password is printed.
  let stop: (signal: string) => void = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  const server = createServer({ connectionsCheckingInterval: 5 * SECOND }, (req, res) => handle(req, res));
  setTimeOuts(server);
  // Who comes before the portal is ready is told so, or waits where systemd has the socket.
  const isAwaited = given.listenFd !== undefined;
  const config = isAwaited ? given : await listening(server, given);

  if (config.demo && isEmpty(db)) {
    console.log('Cargando el pueblo de demostración…');
    const { loadDemo } = await import('./demo/load.ts');
    await loadDemo({ db, uploadsDir: config.uploadsDir, now });
  }
  const { discarded, restored, missing } = readingOnce(db, () => sweep({ db, uploadsDir: config.uploadsDir, now }));
  if (discarded.length + restored.length + missing.length > 0) {
    log.warn({ discarded, restored, missing }, 'uploads put right');
  }
  const answerCache = openAnswerCache({ ...config, db, now });
  const renderer = await openPages(now, config.origin);
  const webDir = join(DIST, 'web');
  // Beside the database, because that is where an installation may write, and what outlives its releases.
  const dictionaries =
    renderer && config.dbFile !== ':memory:'
      ? openDictionaries({ webDir, folder: `${config.dbFile}-releases`, now })
      : undefined;
  const mail = config.mailFrom === undefined ? undefined : openMail({ ...config, from: config.mailFrom, db, now, log });
  const testService = config.pushTestService === undefined ? undefined : { origin: config.pushTestService };
  const push = openPush({ db, now, log, origin: config.origin, testService });
  let weather: Weather | undefined;
  const app = createApp({
    ...config,
    db,
    now,
    log,
    answerCache,
    machine: { ...config, version: VERSION },
    push,
    mail: mail?.queue ?? null,
    withWriter(writer) {
      weather = openWeather({ db, now, log, writer, testService: config.weatherTestService });
    },
    ...(renderer ? { renderer, webDir } : {}),
    ...(dictionaries ? { dictionaries } : {}),
  });
  // This comes last, because a password is printed only once.
  await makeFirstAdmin(db, now, config);
  stop = (signal) => void close({ server, push, mail, weather, db, lock, signal });
  handle = whileIdle(
    withMetrics(
      (req, res) => {
        if (refuseMisdirected(req, res, config.origin)) return false;
        const isKept = answerCache.lookup(req, res);
        if (!isKept) app(req, res);
        return isKept;
      },
      {
        ...config,
        token: config.metricsToken,
        version: VERSION,
        now,
        newestBackup: () => newestBackupAt(config.backupDir, now()),
        queue: push.store.figures,
      },
    ),
    { after: QUIET, act: openMemory() },
  );
  if (config.idleMinutes !== undefined)
    handle = whileIdle(handle, {
      after: config.idleMinutes * MINUTE,
      act() {
        // Nobody wakes a portal because of a storm.
        if (push.store.isWaiting() || isPlanned(db, now()) || weather?.isOn() === true) return false;
        if (mail?.queue.isWaiting()) return false;
        void close({ server, push, mail, weather, db, lock, signal: 'nadie lo usa', code: RESTING });
        return true;
      },
    });
  if (isAwaited) await listening(server, config);
  push.start();
  mail?.start();
  weather?.start();
  eraseOverdue(openTickets({ db, uploadsDir: config.uploadsDir, now }), log);
  forgetOldDeeds(openLogbook(db, now), log);
  noteStart(config.dbFile, now());
  noteDatabase(config);
  console.log(`El portal está en ${config.origin}`);
  await dictionaries?.keep().catch((error: unknown) => log.warn({ err: error }, 'files of this release not kept'));
  await tidyShares({ uploadsDir: config.uploadsDir, reader: createSqlReader({ db, now }) }).catch((error: unknown) =>
    log.warn({ err: error }, 'pictures of shares not tidied'),
  );
}

/** A picture of 2.8 MB takes a minute at 400 kbit/s, a PDF of 20 MB ten minutes: only stalled requests are ended. */
function setTimeOuts(server: Server): void {
  server.headersTimeout = 20 * SECOND;
  server.requestTimeout = 20 * 60 * SECOND;
  server.timeout = 60 * SECOND;
  // Longer than nginx keeps a connection, so that it never sends a request into one that is being closed.
  server.keepAliveTimeout = 75 * SECOND;
  watchProgress(server);
}

/** Checks that the database is the whole one of this town, before anything is made in its place. */
function checkDatabase(config: Config): void {
  const { dbFile, backupDir } = config;
  if (existsSync(halfRestored(dbFile))) {
    throw new Error(
      `Quedó a medias una restauración. Volvé a ejecutarla con ` +
        `«${restoringNewest(dbFile, backupDir, Date.now())}», y después iniciá el portal.`,
    );
  }
  const lost = lostDatabase(config, Date.now());
  if (lost) throw new Error(`${lost.what} ${lost.todo}`);
}

/** Opens the database for this process alone, and tries that it can be read and written. */
function openChecked({ dbFile: file, backupDir }: Config): { db: Db; lock: Lock | null } {
  const isFile = file !== ':memory:';
  try {
    const lock = isFile ? takeLock(file) : null;
    if (isFile && !lock) {
      throw new Error(`Ya hay un portal en marcha con la base ${file}. Cerralo, o elegí otra base con DB_FILE.`);
    }
    const db = openDatabase(file);
    if (isFile && statSync(file).size <= MAX_CHECKED_SIZE && db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw new Error(databaseTrouble(file, 'CORRUPT', backupDir));
    }
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    // The check has read the whole file into SQLite's cache, of which a portal at rest needs little.
    db.pragma('shrink_memory');
    return { db, lock };
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? new Error(databaseTrouble(file, code, backupDir), { cause: error }) : error;
  }
}

function databaseTrouble(file: string, code: string, backupDir: string | undefined): string {
  if (/NOTADB|CORRUPT/.test(code)) {
    const restore = restoringNewest(file, backupDir, Date.now());
    return (
      `La base ${file} está dañada o no es una base del portal. ` +
      `Restaurá una copia de seguridad con «${restore}» o elegí otra base con DB_FILE.`
    );
  }
  if (/BUSY|LOCKED/.test(code)) return `La base ${file} está ocupada por otro programa. Cerralo y volvé a probar.`;
  if (/FULL|ENOSPC/.test(code) || (/IOERR/.test(code) && freeBytes(dirname(file)) < MIB)) {
    return `La base ${file} no tiene lugar: el disco está lleno. Liberá espacio y volvé a iniciar.`;
  }
  return (
    `La base ${file} no se puede abrir para leer y escribir. ` +
    `Revisá los permisos o elegí otra con DB_FILE (${code}).`
  );
}

function checkUploads(dir: string): void {
  const probe = join(dir, '.prueba');
  try {
    makeFolder(dir);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new Error(`La carpeta ${dir} no tiene lugar: el disco está lleno. Liberá espacio y volvé a iniciar.`, {
        cause: error,
      });
    }
    throw new Error(
      `La carpeta ${dir} no se puede escribir. Revisá los permisos o elegí otra con UPLOADS_DIR ` +
        `(${(error as NodeJS.ErrnoException).code}).`,
      { cause: error },
    );
  }
}

function isEmpty(db: Db): boolean {
  return db.prepare('SELECT 1 FROM history LIMIT 1').get() === undefined;
}

function hasUsers(db: Db): boolean {
  return db.prepare('SELECT 1 FROM user LIMIT 1').get() !== undefined;
}

async function checkFirstPassword(db: Db, { adminPassword }: Config): Promise<void> {
  if (adminPassword === undefined || hasUsers(db)) return;
  const reason = await reasonGuessable(adminPassword, ['admin', 'Administrador']);
  if (reason !== null) throw new Error(`ADMIN_PASSWORD: ${reason} También podés dejarla vacía y se crea una.`);
}

async function makeFirstAdmin(db: Db, now: () => number, config: Config): Promise<void> {
  if (hasUsers(db)) return;
  // Without a terminal, what is printed stays in the system's journal: a password does not belong there.
  const printed = config.adminPassword === undefined && process.stdout.isTTY ? randomPassword() : undefined;
  const password = config.adminPassword ?? printed;
  const act = { userId: '', usergroup: ADMIN, request: 'first start' };
  const fields = { name: 'Administrador', username: 'admin', usergroup: ADMIN, enable: 1 };
  const hash = password === undefined ? '' : await hashPassword(password);
  openWriter({ db, now }).register(act, fields, hash, printed !== undefined);
  console.log(
    [
      '',
      'Se creó el primer usuario del panel de administración.',
      `  Dirección:   ${config.origin}/login`,
      '  Usuario:     admin',
      ...passwordLines(config, printed),
      '',
    ].join('\n'),
  );
}

function passwordLines({ adminPassword, dbFile }: Config, printed: string | undefined): string[] {
  if (adminPassword !== undefined) return ['  Contraseña:  la de ADMIN_PASSWORD'];
  if (printed === undefined) return [`  Contraseña:  se la pone «${typed('reset-password', 'admin', dbFile)}»`];
  return [`  Contraseña:  ${printed}`, 'Anotala: no se vuelve a mostrar. Al ingresar con ella se elige otra.'];
}

async function openPages(now: () => number, origin: string): Promise<Renderer | null> {
  if (!existsSync(join(DIST, 'server/entry-server.js'))) {
    console.log(
      'Las páginas no están compiladas: funcionan solo las llamadas. Para tenerlas, ejecutá «npm run build» y ' +
        'volvé a iniciar.',
    );
    return null;
  }
  const { openRenderer } = await import('./http/render.ts');
  return openRenderer({ now, origin, dist: DIST });
}

/** Whether something is to happen at its own time, without anybody asking: an alert, or an announcement. */
function isPlanned(db: Db, now: number): boolean {
  const alert = db.prepare("SELECT 1 FROM alert WHERE status = 'Publicado' AND expires > ?");
  const message = db.prepare("SELECT 1 FROM push_message WHERE open = 1 AND payload = '' AND due > ?");
  return alert.get(momentAt(now)) !== undefined || message.get(now - HOUR) !== undefined;
}

/**
 * Listens on the port, or on the socket that systemd listens on for it. @returns the configuration, with the port that
 * the system chose for port 0
 */
function listening(server: Server, config: Config): Promise<Config> {
  const { port, host, origin, listenFd } = config;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenTrouble(error.code ?? '', port, host), { cause: error })),
    );
    server.listen(listenFd === undefined ? { port, host } : { fd: listenFd }, () => {
      const chosen = (server.address() as AddressInfo).port;
      resolve({
        ...config,
        port: chosen,
        origin: origin === 'http://localhost:0' ? `http://localhost:${chosen}` : origin,
      });
    });
  });
}

function listenTrouble(code: string, port: number, host: string): string {
  if (code === 'EADDRINUSE') {
    return `El puerto ${port} ya está en uso. Cerrá el otro programa o elegí otro puerto con PORT.`;
  }
  if (code === 'EACCES') return `No hay permiso para usar el puerto ${port}. Elegí uno a partir de 1024 con PORT.`;
  return `No se puede escuchar en ${host}:${port} (${code}). Revisá HOST y PORT.`;
}

/** Accepts no new requests, waits a few seconds for those under way, then closes the database. */
async function close({
  server,
  push,
  mail,
  weather,
  db,
  lock,
  signal,
  code = 0,
}: {
  server: Server;
  push: Push;
  mail: Mail | undefined;
  weather: Weather | undefined;
  db: Db;
  lock: Lock | null;
  signal: string;
  code?: number;
}): Promise<void> {
  console.log(`Cerrando el portal (${signal})…`);
  process.once(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM', () => process.exit(1));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE);
  await Promise.all([push.close(), mail?.close(), weather?.close(), new Promise((resolve) => server.close(resolve))]);
  clearInterval(idle);
  clearTimeout(late);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full. What was acknowledged is in the write-ahead log, and the next start reads it.
  }
  noteEnd(db.name);
  db.close();
  lock?.release();
  process.exit(code);
}

/** Returns the portal's own errors as they are, and puts those of the system and of libraries into a sentence. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  const isForeign = !(error instanceof Error) || error.constructor !== Error || 'code' in error;
  return isForeign ? `Falló algo inesperado: ${message}.` : message;
}
