import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { calls } from '../../api/contract/addresses/calls.ts';

/** Number of staff who save at the same time. */
const WRITERS = 16;
const SAVES = 800;

/** Returns the saves per second that the writer handles over HTTP, each stored on disk before it is acknowledged. */
export async function measureWriter(url: string, token: string, ids: readonly string[]): Promise<number> {
  let next = 0;
  async function write(): Promise<void> {
    while (next < SAVES) {
      const number = next++;
      const answer = await fetch(url + calls.update('story', ids[number % ids.length] ?? '', 'title'), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-writer-${number}`,
        },
        body: JSON.stringify({ value: `Título ${number} de dieciséis personas a la vez` }),
      });
      if (!answer.ok) throw new Error(`a save was answered ${answer.status}: ${await answer.text()}`);
    }
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, write));
  return SAVES / ((performance.now() - began) / 1000);
}

/** Returns the commits per second of one row in a database on the same disk, as durable as those of the portal. */
export function bareCommits(file: string): number {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, title TEXT)');
  const write = db.prepare('INSERT INTO row (title) VALUES (?)');
  const began = performance.now();
  for (let number = 0; number < SAVES; number += 1) write.run(`Título ${number}`);
  const seconds = (performance.now() - began) / 1000;
  db.close();
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  return SAVES / seconds;
}
