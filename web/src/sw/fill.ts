import { listRecords } from '#contract/lists';
import { withCategoryName } from '#contract/town/categories';
import { rowsOf } from '../offline/store/public-db.ts';
import { storedRecord } from '../offline/store/record-shape.ts';
import { openDeviceReading } from '../offline/reading/device-reading.ts';

/** The device's store in the worker, which fills it, so that a page which is only read needs no application for it. */
export function openFill(refreshShell: () => Promise<void>) {
  let after: Promise<void>[] = [];
  let underWay: Promise<boolean> | null = null;
  let opened: ReturnType<typeof openDeviceReading> | null = null;
  // Not before it is needed: the worker starts anew for every visit, and answers requests first.
  const open = () => (opened ??= openDeviceReading({ refreshShell, whenIdle: (task) => void after.push(task()) }));

  async function fill(): Promise<boolean> {
    after = [];
    const reading = open();
    const pulled = await reading.pull();
    await Promise.all(after);
    return pulled === 'done';
  }

  return {
    /** Returns an event that the device holds, with the name of its category; null or undefined for any other. */
    async event(id: string) {
      const device = open().onDevice();
      const [{ data: event }, { data: categories }] = await Promise.all([
        device.record('agenda', id),
        device.document('categories'),
      ]);
      return event && withCategoryName(event, categories?.agenda ?? []);
    },

    /** Returns the events that the device holds and the agenda lists from today on, '' for those of all categories. */
    async agenda(label: string) {
      const { store, onDevice, today } = open();
      const { data: categories } = await onDevice().document('categories');
      const rows = (await store.use((db) => rowsOf(db, 'agenda'))) ?? [];
      const events = rows.flatMap(({ record }) => storedRecord('agenda', record) ?? []);
      const listed = listRecords('agenda', events, { by: label || undefined, days: { from: today() } });
      return listed.map((event) => withCategoryName(event, categories?.agenda ?? []));
    },

    /**
     * Returns the ids of the alerts in force that the device holds, and when it was last level with the server, in ms
     * since the epoch by the server's clock; 0 if never.
     */
    async heldAlerts(): Promise<{ ids: string[]; levelAt: number }> {
      const { onDevice, store } = open();
      const [{ data }, standing] = await Promise.all([onDevice().alerts(), store.use((db) => db.standing.get('feed'))]);
      const current = data?.filter(({ state }) => state === 'current') ?? [];
      return { ids: current.map(({ id }) => id), levelAt: (data && standing?.serverAt) ?? 0 };
    },

    /** The earliest time, ms since the epoch, that it can be by the server's clock. */
    serverTime: async () => (await open().onDevice().alertTimes(Date.now())).at,

    /**
     * Brings the store level with the server. Without a network it is left to the next page.
     * @param record type and id of a record that a page shows; it is kept even if the feed does not bring it
     */
    async fill(record: string): Promise<void> {
      underWay ??= fill().finally(() => {
        underWay = null;
      });
      const isLevel = await underWay;
      const [type, id] = record.split(' ');
      if (isLevel && type && id) await open().remember(type, { id });
    },
  };
}
