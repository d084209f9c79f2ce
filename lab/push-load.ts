import { fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { momentAt } from '../api/contract/values/dates.ts';
import { openDatabase } from '../api/records/open.ts';
import { serviceOf } from '../api/push/endpoint.ts';
import { LANES } from '../api/push/queue.ts';
import { openPushStore } from '../api/push/store.ts';
import { median, quantile } from './bench/measure.ts';
import { startPortal } from './bench/programs.ts';
import type { Program } from './bench/programs.ts';
import { run } from '../scripts/operator-command.ts';
import { selfSigned } from '../scripts/support/self-signed.ts';

// npm run push-load -- [--devices 10000] [--invented 0] [--rate 100]: sends one alert to that many devices at a push
// service on this machine, while pages are requested at that rate. Exits with 1 if a device gets it twice or not at
// all, or if the 99th percentile of the pages is more than 1.5 times what it is in as much time after an alert that is
// sent to nobody: a new alert has all pages drawn anew, whoever is told of it. With --invented so many devices are
// subscribed besides that nobody has, at services that do not exist.
const MOST_SLOWER = 1.5;
const REST = 25_000;
const WINDOW = 5000;
/** Messages a second, about: how long the pages are requested after the first alert that is sent to nobody. */
const EXPECTED_RATE = 80;
const INVENTED = ['notify.windows.com', 'push.apple.com', 'push.services.mozilla.com'];
const PAGES = ['/', '/noticias', '/agenda', '/datosutiles', '/boletin', '/turismo', '/api/dataPublic/changes'];

if (process.argv[2] === '--service') await serve();
else await run('La prueba no terminó.', () => main());

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      devices: { type: 'string', default: '10000' },
      invented: { type: 'string', default: '0' },
      rate: { type: 'string', default: '100' },
    },
  });
  const [devices, invented, rate] = [Number(values.devices), Number(values.invented), Number(values.rate)];
  if (!(devices > 0 && invented >= 0 && rate > 0)) {
    throw new Error('Uso: npm run push-load -- [--devices 10000] [--invented 0] [--rate 100]');
  }
  const folder = mkdtempSync(join(tmpdir(), 'portal-push-'));
  const { service, origin, counts, caFile } = await startService(folder);
  let portal: Program | undefined;
  try {
    portal = await startPortal(folder, { PUSH_TEST_SERVICE: origin, NODE_EXTRA_CA_CERTS: caFile });
    const { prepare } = await openStaff(portal);
    const [publishFirst, publish, publishLast] = await Promise.all([
      prepare('Nieve'),
      prepare('Viento fuerte'),
      prepare('Granizo'),
    ]);
    await askPages(portal, rate, () => wait(5000));
    const atRest = await askPages(portal, rate, () => wait(REST));
    const expected = (devices / EXPECTED_RATE) * 1000;
    const before = await askPages(portal, rate, () => publishFirst().then(() => wait(expected)));
    const file = join(folder, 'portal.sqlite');
    subscribeAll(file, origin, devices);
    invent(file, invented);
    const rest = portal.memory().now;
    const began = performance.now();
    let reached = began;
    const during = await askPages(portal, rate, async () => {
      await publish();
      for (let seen = 0; seen < devices && performance.now() - began < 300_000; await wait(50)) {
        const { size } = await counts();
        if (size > seen) [seen, reached] = [size, performance.now()];
      }
    });
    const told = await counts();
    unsubscribeAll(file);
    const seconds = (reached - began) / 1000;
    const after = await askPages(portal, rate, () => publishLast().then(() => wait(seconds * 1000)));
    const [nobody, sending, resting] = [p99Of([...before, ...after]), p99Of(during), p99Of(atRest)];
    const slower = sending / nobody;
    console.log(
      `${told.size} de ${devices} dispositivos en ${seconds.toFixed(1)} s: ` +
        `${Math.round(told.size / seconds)} por segundo; ${told.twice} dos veces.`,
    );
    console.log(`Memoria: ${Math.round(rest)} MB antes, ${Math.round(portal.memory().peak)} MB como máximo.`);
    console.log(
      `Páginas, percentil 99 (mediana de ${WINDOW / 1000} s): ${resting.toFixed(1)} ms en reposo, ` +
        `${nobody.toFixed(1)} ms con una alerta para nadie, ${sending.toFixed(1)} ms mientras se envía: ` +
        `${slower.toFixed(2)} veces.`,
    );
    return told.size === devices && told.twice === 0 && slower <= MOST_SLOWER ? 0 : 1;
  } finally {
    await portal?.stop();
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Subscribes devices that have taken a message before. */
function subscribeAll(file: string, service: string, devices: number): void {
  const db = openDatabase(file);
  const store = openPushStore(db);
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  db.transaction(() => {
    for (let n = 0; n < devices; n += 1) {
      const auth = randomBytes(16).toString('base64url');
      store.put({
        endpoint: `${service}/push/${n}`,
        p256dh,
        auth,
        service,
        provider: 'microsoft',
        topics: ['alertas'],
      });
    }
    db.prepare('UPDATE push_subscription SET standing = ?').run(LANES.proven);
  })();
  db.close();
}

/** Subscribes devices that nobody has, each at a host of its own. Half of their names sort before those that exist. */
function invent(file: string, count: number): void {
  const db = openDatabase(file);
  const store = openPushStore(db);
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  db.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const host = `${n % 2 === 0 ? 'a' : 'z'}${n}.${INVENTED[n % INVENTED.length]}`;
      const endpoint = `https://${host}/w/${n}`;
      const service = serviceOf(endpoint);
      if (service) store.put({ endpoint, p256dh, auth, ...service, topics: ['alertas'] });
    }
  })();
  db.close();
}

/** The median of the 99th percentiles: what else the machine does for a moment does not count. */
function p99Of(windows: readonly number[][]): number {
  return median(windows.map((times) => quantile(times, 0.99)));
}

function unsubscribeAll(file: string): void {
  const db = openDatabase(file);
  db.prepare('DELETE FROM push_subscription').run();
  db.close();
}

/** Logs in, and returns what prepares an alert. */
async function openStaff({ url }: Program) {
  const call = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<{
      token: string;
      id: string;
    }>;
  };
  const { token } = await call('/users/authenticate', { username: 'admin', password: 'clave-de-medida' });
  return {
    /** Makes a draft, and returns what publishes it. */
    async prepare(headline: string): Promise<() => Promise<void>> {
      const { id } = await call('/api/data/createAlert', {}, token);
      const inHours = (hours: number) => momentAt(Date.now() + hours * 3_600_000);
      const values = { headline, severity: 'Severe', onset: inHours(-1), expires: inHours(1) };
      const set = async (field: string, value: string) => call(`/api/alert/${id}/update/${field}`, { value }, token);
      for (const [field, value] of Object.entries(values)) await set(field, value);
      return async () => void (await set('status', 'Publicado'));
    },
  };
}

/** Requests pages at a rate until something is done. Returns the time that each took, in ms, by windows of time. */
async function askPages({ port }: Program, rate: number, until: () => Promise<unknown>): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const windows: number[][] = [];
  let [isOver, sent] = [false, 0];
  const done = until().finally(() => (isOver = true));
  const began = performance.now();
  while (!isOver) {
    for (const due = ((performance.now() - began) / 1000) * rate; sent < due; sent += 1) {
      const at = performance.now();
      const times = (windows[Math.floor((at - began) / WINDOW)] ??= []);
      const path = PAGES[sent % PAGES.length];
      get({ host: '127.0.0.1', port, path, agent, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
        answer.resume().on('end', () => times.push(performance.now() - at));
      }).on('error', () => times.push(Number.POSITIVE_INFINITY));
    }
    await wait(2);
  }
  await done;
  agent.destroy();
  return windows;
}

/** Starts a push service in another process. It only counts, so that the portal is measured and not the service. */
async function startService(folder: string) {
  const { key, cert } = selfSigned('localhost', Date.now() - 86_400_000, Date.now() + 86_400_000);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, cert);
  const service = fork(import.meta.filename, ['--service'], { execArgv: [] });
  service.send({ key, cert });
  const [port] = (await once(service, 'message')) as [number];
  return {
    service,
    caFile,
    origin: `https://localhost:${port}`,
    async counts() {
      service.send('counts');
      const [counts] = (await once(service, 'message')) as [{ size: number; twice: number }];
      return counts;
    },
  };
}

/** The process of the push service. In life it is on another machine, so it leaves this one to the portal. */
async function serve(): Promise<void> {
  setPriority(10);
  const [certificate] = (await once(process, 'message')) as [{ key: string; cert: string }];
  const seen = new Map<string, number>();
  const server = createServer(certificate, (req, res) => {
    seen.set(req.url ?? '', (seen.get(req.url ?? '') ?? 0) + 1);
    req.resume().on('end', () => res.writeHead(201).end());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  process.on('message', () => {
    const twice = [...seen.values()].filter((count) => count > 1).length;
    process.send?.({ size: seen.size, twice });
  });
  process.once('disconnect', () => process.exit());
  process.send?.((server.address() as AddressInfo).port);
}
