import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestListener } from 'node:http';
import { createApp, openAnswerCache } from '../../../api/app.ts';
import { openSessions } from '../../../api/auth/sessions.ts';
import { openDatabase } from '../../../api/records/open.ts';
import type { Db } from '../../../api/db/database.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import type { Records } from '../../../api/records/from-rows.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openLog } from '../../../api/log.ts';
import type { DecoderRunner } from '../../../api/files/decoder-process.ts';
import { sweep } from '../../../api/files/upload-store.ts';
import type { Session } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { inject } from '../../../api/http/inject.ts';
import type { Answered, Asked } from '../../../api/http/inject.ts';
import { DIRECTORY, TEXT } from './people.ts';

export interface HistoryLine {
  id: number;
  user_id: string;
  op_id: string | null;
  action: string;
  type: string;
  record_id: string;
  field: string | null;
  before: string | null;
  after: string | null;
  seq: number | null;
}

/** The server: the real app with a real database file. */
export interface TownHall {
  readonly db: Db;
  readonly records: Records;
  readonly uploadsDir: string;
  readonly isUp: boolean;
  /** Returns the answer of the app, null while the server is down. */
  ask(request: Asked, address?: string): Promise<Answered | null>;
  /** Stops the server like a power cut: only what is on the disk at this moment remains. */
  kill(): void;
  start(): void;
  history(after?: number): HistoryLine[];
  historyOf(userId: string, opId: string): HistoryLine | undefined;
  /** @returns null for a person who cannot log in */
  logIn(username: string): Promise<Session | null>;
  setEnabled(username: string, enable: 0 | 1): void;
  endSessions(username: string): void;
  newEpoch(): void;
  /** Keeps the database as it is. */
  backUp(): void;
  /** Stops the server, and brings back the database that was kept last. @returns false without any */
  restore(): boolean;
  close(): void;
}

export const PEOPLE = ['ana', 'beto', 'carla'] as const;
const NOON = Date.parse('2026-03-15T13:32:00Z');
let template: string | null = null;

/** @param now ms since the epoch @param parts what a model replaces of the app */
export function openTownHall(now: () => number, parts: { runDecoder?: DecoderRunner } = {}): TownHall {
  template ??= makeTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'faults-town-'));
  const uploadsDir = join(folder, 'uploads');
  const backup = join(folder, 'backup.sqlite');
  let life = 0;
  let handler: RequestListener | null = null;
  copyFileSync(template, fileOf(life));
  let { db, records, sessions, historyAfter } = openTown(fileOf(life));
  serve();

  function fileOf(which: number): string {
    return join(folder, `portal-${which}.sqlite`);
  }

  /** Stops the server; the next one begins with a database as it is, with its write-ahead log. */
  function dieWith(file: string): void {
    handler = null;
    copyDatabase(file, fileOf(life + 1));
    db.close();
    life += 1;
    ({ db, records, sessions, historyAfter } = openTown(fileOf(life)));
  }

  function serve(): void {
    sweep({ db, uploadsDir, now });
    const shared = { db, now, origin: 'http://town' };
    const answerCache = openAnswerCache(shared);
    const app = createApp({ ...shared, ...parts, uploadsDir, log: openLog('silent'), answerCache });
    handler = (request, response) => {
      if (!answerCache.lookup(request, response)) app(request, response);
    };
  }

  return {
    get db() {
      return db;
    },
    uploadsDir,
    get isUp() {
      return handler !== null;
    },
    get records() {
      return records;
    },
    ask: (request, address) => (handler ? inject(handler, request, address) : Promise.resolve(null)),
    kill() {
      if (handler) dieWith(fileOf(life));
    },
    backUp: () => copyDatabase(fileOf(life), backup),
    restore() {
      if (!existsSync(backup)) return false;
      dieWith(backup);
      newEpoch(db);
      return true;
    },
    start() {
      if (!handler) serve();
    },
    history: (after = 0) => historyAfter.all(after),
    historyOf: (userId, opId) =>
      db
        .prepare<[string, string], HistoryLine>('SELECT * FROM history WHERE user_id = ? AND op_id = ?')
        .get(userId, opId),
    async logIn(username) {
      const user = db
        .prepare<[string], Session['user'] & { enable: number }>(
          'SELECT id, username, name, usergroup, enable FROM user WHERE username = ?',
        )
        .get(username);
      if (!handler || user?.enable !== 1) return null;
      const { enable: _, ...known } = user;
      return { user: known, token: await sessions.create(user.id) };
    },
    setEnabled(username, enable) {
      const id = idOf(db, username);
      openWriter({ db, now }).update({ userId: idOf(db, 'jefa'), usergroup: 1, request: '' }, 'user', id, 'enable', {
        value: enable,
      });
    },
    endSessions: (username) => void db.prepare('DELETE FROM session WHERE user_id = ?').run(idOf(db, username)),
    newEpoch: () => newEpoch(db),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Opens a database of the town. The system writes it to the disk when it likes, because it is not the machine that
 * loses power here: `kill` copies what the process has written.
 */
function openTown(file: string) {
  const db = openDatabase(file);
  db.pragma('synchronous = OFF');
  const historyAfter = db.prepare<[number], HistoryLine>(
    'SELECT id, user_id, op_id, action, type, record_id, field, before, after, seq ' +
      'FROM history WHERE id > ? ORDER BY id',
  );
  return { db, records: openRecords(db), sessions: openSessions(db), historyAfter };
}

/** Copies a database that is in use. */
function copyDatabase(from: string, to: string): void {
  for (const end of ['', '-wal']) {
    rmSync(to + end, { force: true });
    if (existsSync(from + end)) copyFileSync(from + end, to + end);
  }
}

const newEpoch = (db: Db) => void db.prepare("UPDATE meta SET value = value || 'x' WHERE key = 'epoch'").run();

export const idOf = (db: Db, username: string) =>
  String(db.prepare('SELECT id FROM user WHERE username = ?').pluck().get(username));

/**
 * Makes the database of a town with three members of staff, an Admin who manages them, and a few records. It is made
 * once and copied for every run.
 */
function makeTemplate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'faults-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'portal.sqlite');
  let [at, made] = [NOON - 86_400_000, 0];
  const db = openDatabase(file);
  const writer = openWriter({ db, now: () => (at += 1000) });
  const act = { userId: '', usergroup: 1, request: 'template' };
  for (const [username, usergroup] of [
    ['jefa', 1],
    ['ana', 1],
    ['beto', 2],
    ['carla', 2],
  ] as const) {
    writer.register(act, { name: username, username, usergroup, enable: 1 }, 'nobody logs in with a password here');
  }
  const make = (
    entity: 'story' | 'agenda' | 'album' | 'bulletin' | 'authority' | 'map',
    ...values: [string, unknown][]
  ) => {
    made += 1;
    const id = createHash('sha256').update(`${entity} ${made}`).digest('hex').slice(0, 12);
    writer.create(act, entity, { id });
    for (const [field, value] of values) writer.update(act, entity, id, field, { value });
  };
  make('story', ['title', 'Corte de agua'], ['text', TEXT], ['status', 'Publicado']);
  make('story', ['title', 'Obra en la plaza'], ['text', TEXT]);
  make('story', ['title', 'Feria'], ['status', 'Oculto']);
  make('agenda', ['title', 'Doma'], ['status', 'Publicado']);
  make('album', ['title', 'El cañadón'], ['status', 'Publicado']);
  make('bulletin', ['title', 'Ordenanza'], ['status', 'Publicado']);
  make('bulletin', ['title', 'Decreto']);
  make('authority', ['name', 'Elsa'], ['position', 'Intendenta']);
  make('map', ['title', 'Sendero'], ['url', 'https://example.com/']);
  writer.setDocument(act, 'usefuldata', { rows: DIRECTORY });
  writer.setDocument(act, 'greenpointpage', { txt: TEXT });
  db.close();
  const copy = join(folder, 'template.sqlite');
  cpSync(file, copy);
  return copy;
}
