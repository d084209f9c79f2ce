import { expect, onTestFinished } from 'vitest';
import { openPushService } from '../../push-service.ts';
import type { PushService, Receiver } from '../../push-service.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** A town whose push is started, the only push service there is, and devices, by the hundred where need be. */
export interface Devices {
  service: PushService;
  town: Town;
  /** Subscribes more devices than one network may. */
  enlist(count: number): Receiver[];
  /** Subscribes devices that nobody has, at services that do not exist. @param host of the n-th */
  invent(count: number, host?: (n: number) => string): void;
  /** Publishes an alert. @returns its id */
  alert(fields?: Record<string, unknown>): string;
  /** Lets time pass. */
  pass(ms: number): void;
  subscriptions(): number;
  /** Number of messages that are being handed over. */
  handing(): number;
  /** Waits until everything that was announced has left the queue. */
  untilEmpty(): Promise<void>;
}

/** Opens them for one test, in which the service must not see anything against the protocol. */
export async function openDevices(): Promise<Devices> {
  const service = await openPushService();
  onTestFinished(async () => {
    expect(service.faults).toEqual([]);
    await service.close();
  });
  const town = await openTown({ testService: { origin: service.origin, ca: service.ca } });
  town.push.start();
  // First of what happens at the end: push would wait a while for messages that are never answered.
  onTestFinished(() => service.hangUp());

  function put(devices: Receiver[]): void {
    town.db.transaction(() => {
      for (const { endpoint, keys } of devices) {
        const at = town.push.serviceOf(endpoint);
        if (!at) throw new Error(endpoint);
        town.push.store.put({ endpoint, ...keys, ...at, topics: ['alertas'] });
      }
    })();
  }

  const count = (sql: string) => town.db.prepare<[], number>(sql).pluck().get() ?? 0;

  return {
    service,
    town,
    enlist(count) {
      const receivers = Array.from({ length: count }, () => service.subscribe(town.push.key));
      put(receivers);
      return receivers;
    },
    invent(count, host = (n) => `a${String(n).padStart(6, '0')}.notify.windows.com`) {
      const { keys } = service.subscribe();
      put(Array.from({ length: count }, (_, n) => ({ endpoint: `https://${host(n)}/w/${n}`, keys })));
    },
    alert(fields = {}) {
      const id = town.make('alert', {
        headline: 'Viento fuerte',
        severity: 'Severe',
        onset: '2026-03-15T10:00',
        expires: '2026-03-15T12:00',
        status: 'Publicado',
        ...fields,
      });
      town.push.wake();
      return id;
    },
    pass(ms) {
      town.clock.now += ms;
      town.push.wake();
    },
    subscriptions: () => town.push.store.figures().subscriptions,
    handing: () => count("SELECT count(*) FROM push_delivery WHERE state = 'handing'"),
    async untilEmpty() {
      const isTold = () => count('SELECT count(*) FROM push_message') > 0;
      await expect.poll(() => isTold() && town.push.store.figures().queue === 0).toBe(true);
    },
  };
}

/**
 * Sends an alert to real devices among invented ones, and checks that until it has reached the real ones the portal has
 * called no more invented ones than there are real ones.
 */
export async function reachesRealDevicesFirst(
  { service, town, ...devices }: Devices,
  { real, invented }: { real: number; invented: number },
): Promise<void> {
  const suffixes = ['notify.windows.com', 'push.apple.com', 'push.services.mozilla.com'];
  // Names that sort before and after the real service's.
  devices.invent(invented, (n) => `${n % 2 === 0 ? 'a' : 'z'}${n}.${suffixes[n % suffixes.length]}`);
  devices.enlist(real);
  town.db.prepare('UPDATE push_subscription SET standing = 0 WHERE service = ?').run(service.origin);
  let called = 0;
  service.answer = () => {
    // Those that were called are deleted, because they do not exist.
    if (service.received.length === real - 1) called = real + invented - devices.subscriptions();
    return { status: 201 };
  };
  devices.alert({ severity: 'Extreme' });
  await expect.poll(() => service.received.length, { timeout: 300_000 }).toBe(real);
  expect(called).toBeLessThanOrEqual(real);
}
