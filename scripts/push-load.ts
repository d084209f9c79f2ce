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
import { openDatabase } from '../api/db/open.ts';
import { openPushStore } from '../api/push/store.ts';
import { quantile } from './bench/measure.ts';
import { startPortal } from './bench/programs.ts';
import type { Program } from './bench/programs.ts';
import { run } from './operator-command.ts';
import { selfSigned } from './self-signed.ts';

// npm run push-load -- [--devices 10000] [--rate 100]: sends one alert to that many devices at a push service on this
// machine, while pages are requested at that rate. Exits with 1 if a device gets it twice or not at all, or if the 99th
// percentile of the pages is more than 1.5 times what it was before.
const MOST_SLOWER = 1.5;
const MEASURE = 25_000;
const PAGES = ['/', '/noticias', '/agenda', '/datosutiles', '/boletin', '/turismo', '/api/dataPublic/changes'];

if (process.argv[2] === '--service') await serve();
else await run('La prueba no terminó.', () => main());

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { devices: { type: 'string', default: '10000' }, rate: { type: 'string', default: '100' } },
  });
  const [devices, rate] = [Number(values.devices), Number(values.rate)];
  if (!(devices > 0 && rate > 0)) throw new Error('Uso: npm run push-load -- [--devices 10000] [--rate 100]');
  const folder = mkdtempSync(join(tmpdir(), 'portal-push-'));
  const { service, origin, counts, caFile } = await startService(folder);
  let portal: Program | undefined;
  try {
    portal = await startPortal(folder, { PUSH_TEST_SERVICE: origin, NODE_EXTRA_CA_CERTS: caFile });
    await askPages(portal, rate, () => wait(5000));
    // A new alert also has all pages drawn anew, so the pages are compared with those after one that is sent to nobody.
    const { publish } = await openStaff(portal);
    const before = await askPages(portal, rate, async () => {
      await publish('Nieve');
      await wait(MEASURE);
    });
    subscribeAll(join(folder, 'portal.sqlite'), origin, devices);
    const rest = portal.memory().now;
    const began = performance.now();
    let reached = began;
    const during = await askPages(portal, rate, async () => {
      await publish('Viento fuerte');
      for (let seen = 0; seen < devices && performance.now() - began < 300_000; await wait(50)) {
        const { size } = await counts();
        if (size > seen) [seen, reached] = [size, performance.now()];
      }
    });
    const after = await askPages(portal, rate, () => wait(MEASURE));
    const told = await counts();
    const [first, second, third] = [before, during, after].map((times) => quantile(times, 0.99));
    const slower = second! / first!;
    const seconds = (reached - began) / 1000;
    console.log(
      `${told.size} de ${devices} dispositivos en ${seconds.toFixed(1)} s: ${Math.round(told.size / seconds)} por segundo; ${told.twice} dos veces.`,
    );
    console.log(`Memoria: ${Math.round(rest)} MB antes, ${Math.round(portal.memory().peak)} MB como máximo.`);
    console.log(
      `Páginas, percentil 99 de ${during.length}: ${first?.toFixed(1)} ms antes, ${second?.toFixed(1)} ms durante (${slower.toFixed(2)} veces), ${third?.toFixed(1)} ms después.`,
    );
    return told.size === devices && told.twice === 0 && slower <= MOST_SLOWER ? 0 : 1;
  } finally {
    await portal?.stop();
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function subscribeAll(file: string, service: string, devices: number): void {
  const db = openDatabase(file);
  const store = openPushStore(db);
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  db.transaction(() => {
    for (let n = 0; n < devices; n += 1) {
      const auth = randomBytes(16).toString('base64url');
      store.put({ endpoint: `${service}/push/${n}`, p256dh, auth, service, topics: ['alertas'] });
    }
  })();
  db.close();
}

/** Logs in, and returns what publishes an alert. */
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
    async publish(headline: string): Promise<void> {
      const { id } = await call('/api/data/createAlert', {}, token);
      const [onset, expires] = [-1, 1].map((hours) => momentAt(Date.now() + hours * 3_600_000));
      const values = { headline, severity: 'Severe', onset, expires, status: 'Publicado' };
      for (const [field, value] of Object.entries(values)) {
        await call(`/api/alert/${id}/update/${field}`, { value }, token);
      }
    },
  };
}

/** Requests pages at a rate until something is done. Returns the time that each took, in ms. */
async function askPages({ port }: Program, rate: number, until: () => Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  let [isOver, sent] = [false, 0];
  const done = until().finally(() => (isOver = true));
  const began = performance.now();
  while (!isOver) {
    for (const due = ((performance.now() - began) / 1000) * rate; sent < due; sent += 1) {
      const at = performance.now();
      const path = PAGES[sent % PAGES.length];
      get({ host: '127.0.0.1', port, path, agent, headers: { 'Accept-Encoding': 'br' } }, (answer) => {
        answer.resume().on('end', () => times.push(performance.now() - at));
      }).on('error', () => times.push(Number.POSITIVE_INFINITY));
    }
    await wait(2);
  }
  await done;
  agent.destroy();
  return times;
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
