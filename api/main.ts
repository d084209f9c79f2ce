import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp, openAnswerCache } from './app.ts';
import { reasonGuessable } from './auth/guessable.ts';
import { hashPassword, randomPassword } from './auth/passwords.ts';
import { halfRestored } from './maintenance/backup/layout.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { ADMIN } from './contract/roles.ts';
import { openDatabase } from './db/open.ts';
import type { Db } from './db/open.ts';
import { freeBytes, MIB } from './db/disk.ts';
import { openWriter } from './records/write/writer.ts';
import { notReadyYet } from './http/errors.ts';
import { refuseWithoutSettings, typed } from './installation.ts';
import { takeLock } from './db/lock.ts';
import type { Lock } from './db/lock.ts';
import { openLog } from './log.ts';
import { closeToOthers, keepPrivate } from './db/private-files.ts';
import { watchProgress } from './http/slow-requests.ts';
import type { Renderer } from './http/render.ts';
import { sweep } from './files/upload-store.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const SECOND = 1000;
/** What is under way when the portal is told to stop has so long to finish. */
const SHUTDOWN_GRACE = 5 * SECOND;
/** Larger databases are checked by who looks after them, not at every start. */
const MAX_CHECKED_SIZE = 50 * 1024 * 1024;

try {
  refuseWithoutSettings(process.env, 'systemctl start portal');
  keepPrivate();
  const config = readConfig(process.env);
  await start({ ...config, uploadsDir: resolve(config.uploadsDir) });
} catch (error) {
  console.error(`No se pudo iniciar el portal. ${reasonOf(error)}`);
  process.exit(1);
}

/**
 * Whatever can keep the portal from starting comes first: it ends there with one line, and nothing was made in vain.
 */
async function start(given: Config): Promise<void> {
  const now = () => Date.now();
  const log = openLog(given.logLevel);
  checkUploads(given.uploadsDir);
  closeToOthers([given.dbFile, `${given.dbFile}-wal`, `${given.dbFile}-shm`, given.uploadsDir]);
  const { db, lock } = openChecked(given.dbFile);
  await checkFirstPassword(db, given);
  let handle: RequestListener = notReadyYet;
  // Asked between two steps and never inside one: what is written is whole, and who is made is also told of.
  let stop: (signal: string) => void = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  const server = createServer({ connectionsCheckingInterval: 5 * SECOND }, (req, res) => handle(req, res));
  setTimeOuts(server);
  const config = await listening(server, given);

  if (config.demo && isEmpty(db)) {
    console.log('Cargando el pueblo de demostración…');
    const { loadDemo } = await import('./demo/load.ts');
    await loadDemo({ db, uploadsDir: config.uploadsDir, now });
  }
  const { discarded, restored, missing } = sweep({ db, uploadsDir: config.uploadsDir, now });
  if (discarded.length + restored.length + missing.length > 0) {
    log.warn({ discarded, restored, missing }, 'uploads put right');
  }
  const answerCache = openAnswerCache({ ...config, db, now });
  const renderer = await openPages(now, config.origin);
  const app = createApp({
    ...config,
    db,
    now,
    log,
    answerCache,
    ...(renderer ? { renderer, webDir: join(DIST, 'web') } : {}),
  });
  // Last: a password that was printed is never printed again.
  await makeFirstAdmin(db, now, config);
  stop = (signal) => void close({ server, db, lock, signal });
  handle = (req, res) => {
    if (!answerCache.lookup(req, res)) app(req, res);
  };
  console.log(`El portal está en ${config.origin}`);
}

/** A photo of 2.8 MB takes a minute at 400 kbit/s, a PDF of 20 MB ten: what ends a request is standing still. */
function setTimeOuts(server: Server): void {
  server.headersTimeout = 20 * SECOND;
  server.requestTimeout = 20 * 60 * SECOND;
  server.timeout = 60 * SECOND;
  // Longer than nginx keeps a connection, so that it never sends a request into one that is being closed.
  server.keepAliveTimeout = 75 * SECOND;
  watchProgress(server);
}

/** Opens the database for this process alone, and does not believe that it works before it has been tried. */
function openChecked(file: string): { db: Db; lock: Lock | null } {
  const isFile = file !== ':memory:';
  if (existsSync(halfRestored(file))) {
    throw new Error(
      `Quedó a medias una restauración. Volvé a ejecutarla con «${typed('restore', 'COPIA', file)}», y después ` +
      'iniciá el portal.',
    );
  }
  try {
    const lock = isFile ? takeLock(file) : null;
    if (isFile && !lock) {
      throw new Error(`Ya hay un portal en marcha con la base ${file}. Cerralo, o elegí otra base con DB_FILE.`);
    }
    const db = openDatabase(file);
    if (isFile && statSync(file).size <= MAX_CHECKED_SIZE && db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw new Error(databaseTrouble(file, 'CORRUPT'));
    }
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { db, lock };
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' ? new Error(databaseTrouble(file, code), { cause: error }) : error;
  }
}

function databaseTrouble(file: string, code: string): string {
  if (/NOTADB|CORRUPT/.test(code)) {
    const restore = typed('restore', 'COPIA', file);
    return `La base ${file} está dañada o no es una base del portal. ` +
      `Restaurá una copia de seguridad con «${restore}» o elegí otra base con DB_FILE.`;
  }
  if (/BUSY|LOCKED/.test(code)) return `La base ${file} está ocupada por otro programa. Cerralo y volvé a probar.`;
  if (/FULL|ENOSPC/.test(code) || (/IOERR/.test(code) && freeBytes(dirname(file)) < MIB)) {
    return `La base ${file} no tiene lugar: el disco está lleno. Liberá espacio y volvé a iniciar.`;
  }
  return `La base ${file} no se puede abrir para leer y escribir. ` +
    `Revisá los permisos o elegí otra con DB_FILE (${code}).`;
}

function checkUploads(dir: string): void {
  const probe = join(dir, '.prueba');
  try {
    mkdirSync(dir, { recursive: true });
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
  const password = config.adminPassword ?? randomPassword();
  const act = { userId: '', usergroup: ADMIN, request: 'first start' };
  const hash = await hashPassword(password);
  openWriter({ db, now }).register(
    act,
    { name: 'Administrador', username: 'admin', usergroup: ADMIN, enable: 1 },
    hash,
  );
  console.log(
    [
      '',
      'Se creó el primer usuario del panel de administración.',
      `  Dirección:   ${config.origin}/login`,
      '  Usuario:     admin',
      ...(config.adminPassword === undefined
        ? [`  Contraseña:  ${password}`, 'Anotala: no se vuelve a mostrar.']
        : ['  Contraseña:  la de ADMIN_PASSWORD']),
      '',
    ].join('\n'),
  );
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

/** Takes the port. @returns what it was given, with the port that the system chose where that was left to it */
function listening(server: Server, config: Config): Promise<Config> {
  const { port, host, origin } = config;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenTrouble(error.code ?? '', port, host), { cause: error })),
    );
    server.listen(port, host, () => {
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

/** Takes nothing new, lets what runs finish for a few seconds, then closes the database in order. */
async function close({
  server,
  db,
  lock,
  signal,
}: {
  server: Server;
  db: Db;
  lock: Lock | null;
  signal: string;
}): Promise<void> {
  console.log(`Cerrando el portal (${signal})…`);
  process.once(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM', () => process.exit(1));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(late);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // No room for it: what was acknowledged is in the log beside the database, and the next start finds it there.
  }
  db.close();
  lock?.release();
  process.exit(0);
}

/** Errors of ours are sentences; those of the system and of libraries get one around them. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  const isForeign = !(error instanceof Error) || error.constructor !== Error || 'code' in error;
  return isForeign ? `Falló algo inesperado: ${message}.` : message;
}
