import Database from 'better-sqlite3';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newStory, openPortal, ownFolder, saveField } from './portal.ts';
import type { Portal } from './portal.ts';

/** Number of kills; `KILLS=200 npm run proofs -- tests/faults/kill.proof.ts` sets another. */
const KILLS = Number(process.env.KILLS ?? 20);
const WRITERS = 4;

test(
  `nothing acknowledged is missing after ${KILLS} SIGKILLs during writes`,
  { timeout: KILLS * 10_000 + 60_000 },
  async () => {
    const folder = ownFolder();
    let portal = await openPortal(folder);
    const ids = await Promise.all(Array.from({ length: WRITERS }, () => newStory(portal)));
    /** The values of acknowledged saves, by idempotency key. */
    const acknowledged = new Map<string, string>();
    let cut = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writing = ids.map((id, writer) => writeUntilCut(portal, id, `${kill}-${writer}`, acknowledged));
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before);
      await wait(randomInt(0, 150));
      await portal.kill();
      cut += (await Promise.all(writing)).filter(Boolean).length;
      check(portal.dbFile, acknowledged);
      portal = await openPortal(folder, { token: portal.token });
    }
    // A save that was acknowledged is sent again with the same key, and has no second effect.
    const [[key, value]] = [...acknowledged].slice(-1) as [[string, string]];
    const before = countOf(portal.dbFile);
    expect((await saveField(portal, ids[Number(key.split('-')[1])] ?? '', 'text', { value }, key)).body).toBe(1);
    expect(countOf(portal.dbFile)).toBe(before);
    expect(cut).toBeGreaterThan(KILLS / 2);
    console.info(`${KILLS} kills, ${acknowledged.size} acknowledged writes, ${cut} cut off`);
    await portal.stop();
  },
);

/** Saves texts until the portal is killed. @returns whether a request was running then */
async function writeUntilCut(
  portal: Portal,
  id: string,
  name: string,
  acknowledged: Map<string, string>,
): Promise<boolean> {
  for (let n = 0; ; n += 1) {
    const [key, value] = [`${name}-${n}`, `<p>${name}-${n} ${'x'.repeat(randomInt(1, 20_000))}</p>`];
    try {
      const { status, body } = await saveField(portal, id, 'text', { value }, key);
      if (status !== 200 || body !== 1) throw new Error(`answered ${status}`);
      acknowledged.set(key, value);
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return true;
      throw error;
    }
  }
}

/** Checks the database that the killed process left: it is intact and has everything acknowledged. */
function check(file: string, acknowledged: Map<string, string>): void {
  const db = new Database(file);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  const done = new Map(
    db.prepare<[], [string, string]>('SELECT op_id, after FROM history WHERE op_id IS NOT NULL').raw().all(),
  );
  const missing = [...acknowledged]
    .filter(([key, value]) => done.get(key) !== JSON.stringify(value))
    .map(([key]) => key);
  expect(missing).toEqual([]);
  db.close();
}

function countOf(file: string): unknown {
  const db = new Database(file, { readonly: true });
  const count = db.prepare('SELECT count(*) FROM history').pluck().get();
  db.close();
  return count;
}
