import webPush from 'web-push';
import type { Db } from '../db/database.ts';

/** The key pair with which the portal proves to push services who it is (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Time for which a signed token is used; push services accept up to a day. */
const RENEW = 6 * 60 * 60_000;
/** Maximum number of services whose token is remembered. */
const MOST_REMEMBERED = 1000;

/**
 * Returns what makes the header `Authorization` for a push service, given its origin.
 * @param origin public address of the portal, to which a push service can turn
 */
export function openSigner({ publicKey, privateKey }: VapidKeys, origin: string): (service: string) => string {
  const tokens = new Map<string, { header: string; until: number }>();
  // Push services accept no other address than https: and mailto:.
  const subject = origin.startsWith('https:') ? origin : `mailto:portal@${new URL(origin).hostname}`;
  return (service) => {
    const known = tokens.get(service);
    if (known && known.until > Date.now()) return known.header;
    if (tokens.size >= MOST_REMEMBERED) tokens.clear();
    const { Authorization: header } = webPush.getVapidHeaders(service, subject, publicKey, privateKey, 'aes128gcm');
    tokens.set(service, { header, until: Date.now() + RENEW });
    return header;
  };
}

/** Returns the keys in the database; makes them at the first start. With others, every device subscribes anew. */
export function vapidKeysOf(db: Db): VapidKeys {
  const stored = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck();
  const store = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  return db
    .transaction(() => {
      const [publicKey, privateKey] = [stored.get('vapidPublicKey'), stored.get('vapidPrivateKey')];
      if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
      const made = webPush.generateVAPIDKeys();
      store.run('vapidPublicKey', made.publicKey);
      store.run('vapidPrivateKey', made.privateKey);
      return made;
    })
    .immediate();
}

/**
 * Makes new keys, and deletes the subscriptions that were made for the former ones with what waits for them: no push
 * service takes a message for these any more. Devices find that the key is another and subscribe again
 * (`web/src/push/subscription.ts`). A portal that runs keeps the former keys in memory.
 */
export function renewVapidKeys(db: Db): VapidKeys {
  return db
    .transaction(() => {
      db.prepare("DELETE FROM meta WHERE key IN ('vapidPublicKey', 'vapidPrivateKey')").run();
      db.prepare('DELETE FROM push_subscription').run();
      return vapidKeysOf(db);
    })
    .immediate();
}
