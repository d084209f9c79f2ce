import { newRecordId } from '#contract/values/ids';
import { openOutboxStore } from './outbox-db.ts';

/** Key of the line that names this device. */
const DEVICE = 'device ';

/**
 * The name of this device, by which the server tells the devices of a person apart. It is made once, at random but for
 * the day, and outlives log-outs, as the changes that wait do.
 * @returns null where the device keeps nothing
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
