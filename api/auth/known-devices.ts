import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../db/database.ts';

/**
 * Devices on which a person has logged in before. Each is known by a token that gives it tries of its own at the
 * log-in, and nothing else (OWASP, «Slow Down Online Guessing Attacks with Device Cookies»). A token is `nonce.mac`,
 * where the mac is HMAC-SHA256 of the nonce with a key of the person's; a new key makes all their devices unknown.
 */
export interface KnownDevices {
  /**
   * Returns the name of the device whose token this is; null where it is none that was made for this person.
   * @param userId undefined where nobody has the name, which takes the same work
   * @param token as it was received: anything
   */
  nameOf(userId: string | undefined, token: unknown): string | null;
  /** Returns the token by which a person's device is known from now on: the one it has, if it is still good. */
  tokenFor(userId: string, token: unknown): string;
}

export function openKnownDevices(db: Db): KnownDevices {
  const stored = db.prepare<[string], string>('SELECT device_key FROM user WHERE id = ?').pluck();
  const setFirst = db.prepare<[string, string]>("UPDATE user SET device_key = ? WHERE id = ? AND device_key = ''");
  const keyOf = (userId: string | undefined) => (userId === undefined ? '' : (stored.get(userId) ?? ''));

  function nameOf(userId: string | undefined, token: unknown): string | null {
    const [, nonce, mac] = (typeof token === 'string' && TOKEN.exec(token)) || [];
    if (nonce === undefined || mac === undefined) return null;
    const key = keyOf(userId);
    const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, nonce)));
    return isOurs && key !== '' ? nonce : null;
  }

  return {
    nameOf,
    tokenFor(userId, token) {
      if (nameOf(userId, token) !== null) return String(token);
      setFirst.run(randomBytes(32).toString('base64url'), userId);
      const nonce = randomBytes(16).toString('base64url');
      return `${nonce}.${macOf(keyOf(userId), nonce)}`;
    },
  };
}

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/;
const macOf = (key: string, nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');
