import { hash } from '@node-rs/argon2';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { createApp, openAnswerCache } from '../../api/app.ts';
import type { AppParts } from '../../api/app.ts';
import { openSessions } from '../../api/auth/sessions.ts';
import { openDatabase } from '../../api/records/open.ts';
import type { Db } from '../../api/db/database.ts';
import { createSqlReader } from '../../api/records/read.ts';
import { openWriter } from '../../api/records/write/writer.ts';
import type { Act, Writer } from '../../api/records/write/writer.ts';
import { openLog } from '../../api/log.ts';
import { openPush } from '../../api/push/open-push.ts';
import type { Push, TestService } from '../../api/push/open-push.ts';
import type { EntityName } from '#contract/forms-and-lists';
import { calls } from '#contract/addresses/calls';
import type { PublicReader } from '#contract/reader';
import { decodeHere } from './decode-here.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise text. */
  body: unknown;
}
interface Asked {
  /** A token; none by default. */
  as?: string | undefined;
  key?: string;
  headers?: Record<string, string>;
}

/** A town for one test: a new database behind the real app on a real port. */
export interface Town {
  db: Db;
  writer: Writer;
  reader: PublicReader;
  /** Not started. */
  push: Push;
  url: string;
  /** The current time of the app; a test may change it. */
  clock: { now: number };
  /** Tokens of sessions, and the ids of their users. */
  admin: string;
  editor: string;
  adminId: string;
  editorId: string;
  act: Act;
  call(method: string, path: string, body?: unknown, asked?: Asked): Promise<Answer>;
  get(path: string, asked?: Asked): Promise<Answer>;
  post(path: string, body?: unknown, asked?: Asked): Promise<Answer>;
  /** Creates a record as the Admin and sets its fields. @returns its id */
  make(entity: EntityName, fields?: Record<string, unknown>): string;
}

export const PASSWORD = 'clave de prueba';
/** Nobody's own: where tests that bring no folder keep what waits for its turn, as large bodies do. */
export const UPLOADS = join(tmpdir(), `portal-api-${process.pid}`);
process.on('exit', () => rmSync(UPLOADS, { recursive: true, force: true }));
/** 15 March 2026, 10:32 in the town. */
export const NOON = Date.parse('2026-03-15T13:32:00Z');
/**
 * Hashes a password at the least cost there is, with which it is also checked at every log-in. For accounts whose tests
 * are about something else than what a guess costs; the portal itself has no such hash.
 */
export const cheaplyHashed = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

const hashed = cheaplyHashed(PASSWORD);

type Parts = Partial<AppParts> & { testService?: TestService };

/** Opens a town for one test. */
export async function openTown(parts: Parts = {}): Promise<Town> {
  const { town, close } = await open(parts);
  onTestFinished(close);
  return town;
}

/**
 * Opens one town for all tests of the file or `describe` that calls this: those that leave nothing behind that another
 * would notice. Before each test a minute passes, so that none waits for the rate limits that others have used up.
 */
export function openTownForAll(parts: Parts = {}): () => Town {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => void (opened = await open(parts)));
  beforeEach(() => void (opened.town.clock.now += 60_000));
  afterAll(() => opened.close());
  return () => opened.town;
}

async function open({ testService, ...parts }: Parts): Promise<{ town: Town; close(): Promise<void> }> {
  const clock = { now: NOON };
  const now = () => clock.now;
  const db = parts.db ?? openDatabase(':memory:');
  const shared = { db, now, origin: 'http://localhost:3000', runDecoder: decodeHere, ...parts };
  const answerCache = openAnswerCache(shared);
  const log = openLog('silent');
  const push = openPush({ ...shared, log, testService });
  const app = createApp({ uploadsDir: UPLOADS, log, answerCache, push, ...shared });
  const server = createServer((req, res) => {
    if (!answerCache.lookup(req, res)) app(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const writer = openWriter({ db, now });
  const act = { userId: '', usergroup: 1, request: 'test' };
  const { id: adminId } = writer.register(act, { name: 'Ana', username: 'ana', usergroup: 1, enable: 1 }, await hashed);
  clock.now += 1000;
  const { id: editorId } = writer.register(
    act,
    { name: 'Edu', username: 'edu', usergroup: 2, enable: 1 },
    await hashed,
  );
  const sessions = openSessions(db);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function call(method: string, path: string, body?: unknown, { as, key, headers }: Asked = {}): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  const town: Town = {
    db,
    writer,
    reader: createSqlReader({ db, now }),
    push,
    url,
    clock,
    adminId,
    editorId,
    act,
    call,
    admin: await sessions.create(adminId),
    editor: await sessions.create(editorId),
    get: (path, asked) => call('GET', path, undefined, asked),
    post: (path, body = {}, asked = {}) => call('POST', path, body, asked),
    make(entity, fields = {}) {
      clock.now += 1000;
      const { id } = writer.create(act, entity);
      for (const [field, value] of Object.entries(fields)) writer.update(act, entity, id, field, { value });
      return id;
    },
  };
  return {
    town,
    async close() {
      server.closeAllConnections();
      server.close();
      await push.close();
      db.close();
    },
  };
}

/** Gets an address, following the redirect to its normal form. */
export async function followed(town: Town, path: string): Promise<Answer> {
  const answer = await town.get(path);
  return answer.status === 308 ? town.get(answer.headers.get('location') ?? '') : answer;
}

/** Saves one field as staff do. */
export function save(
  town: Town,
  entity: EntityName,
  id: string,
  field: string,
  change: object,
  asked: Asked = { as: town.admin },
): Promise<Answer> {
  return town.post(calls.update(entity, id, field), change, asked);
}
