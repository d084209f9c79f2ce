import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BEAT = 2_000;
const STALE = 20_000;

/**
 * Runs `work` while holding the folder `path` as a lock, and lets it go whatever happens.
 * A lock left by a process that died is taken over: at once when its pid is gone, after 20 s without
 * a beat when the pid has been given to another process or belongs to another container.
 *
 * @template T
 * @param {string} path
 * @param {(holder: string) => void} onWait called with the holder's pid every 0.3 s while somebody else has it; what it
 *   throws ends the wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work) {
  await take(path, onWait);
  const beat = setInterval(() => attempt(() => utimesSync(path, new Date(), new Date())), BEAT);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if (holder(path) === String(process.pid)) rmSync(path, { recursive: true, force: true });
  }
}

async function take(path, onWait) {
  const me = String(process.pid);
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    if (attempt(() => mkdirSync(path))) {
      attempt(() => writeFileSync(join(path, 'pid'), me));
      // Two processes that clear the same stale lock could each believe they have it: the last pid written stands.
      await wait(50);
      if (holder(path) === me) return;
    } else if (abandoned(path)) {
      attempt(() => rmSync(path, { recursive: true, force: true }));
    } else {
      onWait(holder(path) ?? '?');
      await wait(300);
    }
  }
}

/** Another process may be clearing the same folder: what fails now is decided again in the next round. */
function attempt(change) {
  try {
    change();
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOENT', 'ENOTEMPTY'].includes(error.code)) return false;
    throw error;
  }
}

function holder(path) {
  try {
    return readFileSync(join(path, 'pid'), 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

function abandoned(path) {
  const pid = holder(path);
  return (pid !== undefined && !alive(Number(pid))) || Date.now() - lastBeat(path) > STALE;
}

function lastBeat(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
