import type { Db } from '../db/database.ts';
import { deviceName } from './device-words.ts';
import { SESSION_DAYS } from '../contract/limits.ts';
import { readDeviceWord } from '../contract/messages/portal-state.ts';
import type { DeviceState } from '../contract/messages/portal-state.ts';

const DAY = 24 * 60 * 60 * 1000;
/** An unchanged report is written again only when the stored one is older than this, in ms. */
const STALE = 10 * 60 * 1000;
/** Maximum number of devices of a person; the one that was not heard for longest is removed. */
const MAX_DEVICES = 20;

/** The devices of staff, and what each reported with its last pull. */
interface Devices {
  /** Stores the report of a device; a header of another form is ignored. Never fails. */
  heard(userId: string, word: string | undefined, userAgent: string | undefined): void;
  /** The devices, those with most waiting changes first, among equals the last heard first. */
  all(): DeviceState[];
}

export function openStaffDevices({ db, now }: { db: Db; now: () => number }): Devices {
  const known = db.prepare<[string, string], { waiting: number; seen: string }>(
    'SELECT waiting, seen FROM device WHERE user_id = ? AND id = ?',
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO device (id, user_id, name, waiting, since, seen) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const dropOld = db.prepare('DELETE FROM device WHERE seen < ?');
  const dropMany = db.prepare(
    `DELETE FROM device WHERE user_id = ? AND id NOT IN (
      SELECT id FROM device WHERE user_id = ? ORDER BY seen DESC LIMIT ?)`,
  );
  const list = db.prepare<[string], DeviceState>(
    `SELECT CASE user.name WHEN '' THEN user.username ELSE user.name END AS person, device.name AS device,
            waiting, since, seen
     FROM device JOIN user ON user.id = device.user_id
     WHERE seen >= ? ORDER BY waiting DESC, seen DESC`,
  );
  // As long as a session that is not used.
  const oldest = () => new Date(now() - SESSION_DAYS * DAY).toISOString();
  const store = db.transaction((userId: string, id: string, name: string, waiting: number, age: number) => {
    const seen = new Date(now());
    const since = waiting === 0 ? null : new Date(seen.getTime() - age).toISOString();
    put.run(id, userId, name, waiting, since, seen.toISOString());
    dropOld.run(oldest());
    dropMany.run(userId, userId, MAX_DEVICES);
  });

  return {
    heard(userId, word, userAgent = '') {
      const said = readDeviceWord(word);
      if (!said) return;
      try {
        const before = known.get(userId, said.id);
        if (before?.waiting === said.waiting && Math.abs(now() - Date.parse(before.seen)) < STALE) return;
        store.immediate(userId, said.id, deviceName(userAgent), said.waiting, said.age);
      } catch {
        // A full disk must not prevent a device from reading.
      }
    },
    all: () => list.all(oldest()),
  };
}
