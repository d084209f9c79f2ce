import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { momentAt } from '#contract/values/dates';
import { openDatabase } from '../../api/records/open.ts';
import { PLACES } from '../../api/push/queue.ts';
import { openPushStore } from '../../api/push/store.ts';
import { openPushService } from '../push-service.ts';
import { openPortal, ownFolder } from './portal.ts';
import type { Portal } from './portal.ts';

const KILLS = 6;
const DEVICES = 700;
const HOUR = 3_600_000;

test(
  `an alert reaches everybody once although the portal is killed ${KILLS} times while it is sent`,
  { timeout: 180_000 },
  async () => {
    const service = await openPushService();
    onTestFinished(() => service.close());
    const folder = ownFolder();
    const env = { PUSH_TEST_SERVICE: service.origin, NODE_EXTRA_CA_CERTS: service.caFile };
    let portal = await openPortal(folder, { env });
    const { key } = (await (await fetch(`${portal.url}/api/push`)).json()) as { key: string };
    await portal.stop();
    const receivers = Array.from({ length: DEVICES }, () => service.subscribe(key));
    subscribeAll(portal.dbFile, service.origin, receivers);

    portal = await openPortal(folder, { env, token: portal.token });
    await publishAlert(portal);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = (kill * DEVICES) / (KILLS + 1);
      await expect.poll(() => service.received.length, { interval: 2 }).toBeGreaterThan(enough);
      await portal.kill();
      portal = await openPortal(folder, { env, token: portal.token });
    }
    await expect.poll(() => queueOf(portal), { timeout: 60_000 }).toBe(0);

    expect(service.faults).toEqual([]);
    const counts = Map.groupBy(service.received, ({ endpoint }) => endpoint);
    expect(receivers.filter(({ endpoint }) => !counts.has(endpoint))).toEqual([]);
    // What was in doubt was sent again, and takes the place of the first.
    for (const { endpoint } of receivers) expect(service.waiting(endpoint)).toHaveLength(1);
    expect(new Set(service.received.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    const again = service.received.length - DEVICES;
    const most = Math.max(...[...counts.values()].map((messages) => messages.length));
    expect(again).toBeLessThanOrEqual(KILLS * PLACES);
    console.info(`${KILLS} kills, ${DEVICES} devices, ${again} sent again, ${most} messages to one device at most`);
    await portal.stop();
  },
);

function subscribeAll(
  file: string,
  service: string,
  receivers: { endpoint: string; keys: { p256dh: string; auth: string } }[],
): void {
  const db = openDatabase(file);
  const store = openPushStore(db);
  for (const { endpoint, keys } of receivers) {
    store.put({ endpoint, ...keys, service, provider: 'microsoft', topics: ['alertas'] });
  }
  db.close();
}

async function publishAlert(portal: Portal): Promise<void> {
  const { id } = (await portal.send('POST', calls.create('alert'), {})).body as { id: string };
  const values = {
    headline: 'Viento fuerte',
    severity: 'Severe',
    onset: momentAt(Date.now() - HOUR),
    expires: momentAt(Date.now() + HOUR),
    status: 'Publicado',
  };
  for (const [field, value] of Object.entries(values)) {
    expect((await portal.send('POST', calls.update('alert', id, field), { value })).body).toBe(1);
  }
}

async function queueOf(portal: Portal): Promise<number> {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text();
  return Number(/^portal_push_queue (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN);
}
