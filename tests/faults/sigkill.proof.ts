import Database from 'better-sqlite3';
// Must be imported before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedPdfName } from '#contract/uploaded/upload-names';
import { openSessions } from '../../api/auth/sessions.ts';
import { openDatabase } from '../../api/records/open.ts';
import { storedPdf } from '../../api/contract/addresses/files.ts';
import { openWriter } from '../../api/records/write/writer.ts';
import { labelAddition, pdf, update } from '../../web/src/admin/workspace/new-operations.ts';
import type { UnsignedOperation } from '../../web/src/admin/workspace/new-operations.ts';
import type { Session } from '../../web/src/offline/outbox/protocol/operation.ts';
import { openOutboxStore } from '../../web/src/offline/outbox/outbox-db.ts';
import { openOutbox } from '../../web/src/offline/outbox/outbox.ts';
import { COMPILED } from '../e2e/support/server.ts';
import { answersTo, partsOf } from './model/parts.ts';
import type { ServerSettings } from './sigkill-server.ts';
import { freePort } from '../../scripts/support/free-port.ts';

const KILLS = 50;
/** Maximum time from the first answer of a server until it is killed, in ms. */
const LIFE = 80;

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sigkill-'))));
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test(
  'a server killed repeatedly during the replay keeps everything it acknowledged, and does everything once',
  { timeout: KILLS * 10_000 },
  async () => {
    const town = await makeTown();
    const acknowledged = new Set<string>();
    let answers = 0;
    /** Number of operations in the largest request. */
    let most = 0;
    const outbox = openOutbox({
      store: openOutboxStore('sigkill'),
      newXhr: null,
      channel: new BroadcastChannel('sigkill'),
      async fetch(url, init) {
        const headers = Object.fromEntries(new Headers(init?.headers));
        const body = typeof init?.body === 'string' ? init.body : null;
        const asked = { method: init?.method ?? 'GET', url: String(url), headers, body };
        const parts = partsOf(asked);
        most = Math.max(most, parts.length);
        const response = await fetch(`http://127.0.0.1:${town.place.port}${String(url)}`, init);
        const text = await response.text();
        const each = answersTo(asked, {
          status: response.status,
          headers: new Map(response.headers),
          body: Buffer.from(text),
        });
        for (const [at, part] of parts.entries()) {
          if (each[at]?.status === 200) acknowledged.add(part.headers['idempotency-key'] ?? '');
        }
        answers += 1;
        return new Response(text, response);
      },
    });
    await outbox.logIn(town.session);

    await compile();
    const began = performance.now();
    const written = new Map<string, string>();
    const opIds = new Set<string>();
    let [standby, current, kills, saves] = [await stand(), null as ChildProcess | null, 0, 0];
    while (kills < KILLS) {
      current = standby;
      await open(current, town.place);
      const coming = stand();
      const before = answers;
      void outbox.drain('online');
      while (answers === before) await saveOne();
      const end = performance.now() + Math.random() * LIFE;
      while (performance.now() < end) await saveOne();
      await kill(current);
      kills += 1;
      standby = await coming;
    }
    await open(standby, town.place);
    while (outbox.getSnapshot().operations.some(({ status }) => status === 'pending' || status === 'sending')) {
      await outbox.drain('button');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const parked = outbox.getSnapshot().operations;
    outbox.close();
    await kill(standby);

    const db = new Database(town.place.file);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    const done = db.prepare<[], string>('SELECT op_id FROM history WHERE op_id IS NOT NULL').pluck().all();
    expect(parked).toEqual([]);
    expect(most).toBeGreaterThan(1);
    expect([...acknowledged].filter((opId) => !done.includes(opId))).toEqual([]);
    expect(done).toHaveLength(new Set(done).size);
    expect(done.filter((opId) => !opIds.has(opId))).toEqual([]);
    for (const [place, value] of written) {
      const [type = '', id = '', field = ''] = place.split(' ');
      expect(db.prepare(`SELECT ${field} FROM ${type} WHERE id = ?`).pluck().get(id)).toBe(value);
      if (field === 'pdf') expect(existsSync(join(town.place.uploadsDir, storedPdf('bulletin', id, value)))).toBe(true);
    }
    db.close();
    console.log(
      `${kills} kills, ${saves} saves, ${acknowledged.size} acknowledged, ` +
        `${Math.round((performance.now() - began) / 1000)} s`,
    );

    async function saveOne(): Promise<void> {
      const n = saves++;
      const id = town.ids[n % town.ids.length] ?? '';
      const { wish, bytes } = changeOf(n, id);
      const operation = await outbox.save({ ...wish, userId: town.session.user.id }, bytes);
      if (operation) opIds.add(operation.opId);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }

    function changeOf(n: number, id: string): { wish: UnsignedOperation; bytes?: ArrayBuffer } {
      if (n % 11 === 0) return { wish: labelAddition(id, `etiqueta ${n}`) };
      if (n % 13 === 0) {
        const bytes = Buffer.from(`%PDF-1.4 ${n} %%EOF`);
        const name = storedPdfName(createHash('sha256').update(bytes).digest('hex'));
        const wish = pdf('bulletin', town.bulletin, 'a.pdf', name, written.get(`bulletin ${town.bulletin} pdf`) ?? '', {
          mime: 'application/pdf',
          bytes: bytes.length,
        });
        written.set(`bulletin ${town.bulletin} pdf`, name);
        return { wish, bytes: new Uint8Array(bytes).buffer };
      }
      const place = `story ${id} title`;
      const wish = update('story', id, 'title', `Título ${n}`, written.get(place) ?? '');
      written.set(place, `Título ${n}`);
      return { wish };
    }
  },
);

async function makeTown(): Promise<{ place: ServerSettings; session: Session; ids: string[]; bulletin: string }> {
  const file = join(folder, 'portal.sqlite');
  const db = openDatabase(file);
  const writer = openWriter({ db, now: Date.now });
  const act = { userId: '', usergroup: 1, request: 'test' };
  const { id } = writer.register(
    act,
    { name: 'Ana', username: 'ana', usergroup: 1, enable: 1 },
    'nobody logs in with a password here',
  );
  const ids = Array.from({ length: 6 }, () => writer.create(act, 'story').id);
  const { id: bulletin } = writer.create(act, 'bulletin');
  const token = await openSessions(db).create(id);
  db.close();
  return {
    place: { file, uploadsDir: join(folder, 'uploads'), port: await freePort() },
    session: { user: { id, username: 'ana', name: 'Ana', usergroup: 1 }, token },
    ids,
    bulletin,
  };
}

/** Starts a process that has loaded the server and waits for its place. */
async function stand(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'sigkill-server.ts'), {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  children.add(child);
  await once(child, 'message');
  return child;
}

/** Lets one process exit normally, because only then is its compile cache written. */
async function compile(): Promise<void> {
  const child = await stand();
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
  children.delete(child);
}

async function open(child: ChildProcess, place: ServerSettings): Promise<void> {
  child.send(place);
  await once(child, 'message');
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}
