import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BEAT = 2_000;
const STALE = 20_000;

/**
 * Runs `work` while holding the folder `path` as a lock, and releases it in any case. A lock left by a process that
 * died is taken over: at once if no process has its pid, or after 20 s without a heartbeat if the pid has been given to
 * another process or belongs to another container.
 *
 * @template T
 * @param {string} path
 * @param {(holder: string) => void} onWait called with the holder's pid every 0.3 s while another process holds the
 *   lock; an error that it throws ends the wait
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
      // Two processes that remove the same stale lock could both take it: the one that wrote its pid last holds it.
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

/**
 * Another process may be removing the same folder: a change that fails for that reason is tried again in the next
 * round.
 */
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
