import { newRecordId } from '#contract/values/ids';
import { openOutboxStore } from './outbox-db.ts';

/** Key of the line that names this device. */
const DEVICE = 'device ';

/**
 * Returns the id of this device, by which the server distinguishes the devices of a person. It is made once, random
 * except for the day, and stays after a log-out, as waiting changes do.
 * @returns null if the device cannot store anything
 */
export async function deviceId(name?: string): Promise<string | null> {
  const store = openOutboxStore(name);
  try {
    return await store.transact(['standing'], async ({ standing }) => {
      const [known] = await standing.where('key').startsWith(DEVICE).primaryKeys();
      if (known !== undefined) return known.slice(DEVICE.length);
      const made = newRecordId(Date.now());
      await standing.put({ key: `${DEVICE}${made}`, rev: 0, lastSeq: 0 });
      return made;
    });
  } catch {
    return null;
  } finally {
    store.close();
  }
}
