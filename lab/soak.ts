import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../scripts/operator-command.ts';
import { freePort } from '../scripts/support/free-port.ts';

// npm run soak -- [--minutes 10] [--rate 200]: starts a portal with the demo town in a temporary folder and sends it
// the given number of requests per second, like those of residents and staff. Exits with 1 if an answer is not 200, the
// rate is not reached or memory grows.
const MIB = 1024 * 1024;
const PASSWORD = 'clave-de-la-prueba';
const SAMPLES = 20;
/**
 * Maximum growth of memory from the third quarter of the run to the last, when the program is warm. It is not 0 because
 * V8 takes and returns memory irregularly.
 */
const GROWTH = 0.1;

await run('La prueba no terminó.', async () => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '200' } },
  });
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
  if (!(minutes > 0 && rate > 0)) throw new Error('Uso: npm run soak -- [--minutes 10] [--rate 200]');
  const portal = await startPortal();
  try {
    const { lines, wrong } = await soak(portal, minutes * 60_000, rate);
    for (const line of lines) console.log(line);
    return wrong ? 1 : 0;
  } finally {
    await portal.stop();
  }
});

type Portal = Awaited<ReturnType<typeof startPortal>>;

async function soak(portal: Portal, duration: number, rate: number): Promise<{ lines: string[]; wrong: boolean }> {
  const asks = await asksOf(portal);
  const times: number[] = [];
  const memory: number[] = [];
  const statuses = new Map<number, number>();
  const began = performance.now();
  let [sent, open, most] = [0, 0, 0];
  while (performance.now() - began < duration) {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; sent < due; sent += 1) {
      const ask = asks[(sent * 7919) % asks.length] ?? asks[0]!;
      const at = performance.now();
      open += 1;
      most = Math.max(most, open);
      void ask(sent).then((status) => {
        open -= 1;
        times.push(performance.now() - at);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    }
    if (performance.now() - began > (memory.length * duration) / SAMPLES) memory.push(portal.memory());
    await wait(5);
  }
  const elapsed = (performance.now() - began) / 1000;
  while (open > 0 && performance.now() - began < duration + 30_000) await wait(50);
  memory.push(portal.memory());
  return report({ sent, elapsed, rate, open, most, times, memory, statuses, lost: portal.lost });
}

function report({
  sent,
  elapsed,
  rate,
  open,
  most,
  times,
  memory,
  statuses,
  lost,
}: {
  sent: number;
  elapsed: number;
  rate: number;
  open: number;
  most: number;
  times: number[];
  memory: number[];
  statuses: Map<number, number>;
  lost: Map<string, number>;
}): { lines: string[]; wrong: boolean } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  const mean = (from: number, to: number) => {
    const some = memory.slice(Math.floor(from * memory.length), Math.floor(to * memory.length));
    return some.reduce((sum, one) => sum + one, 0) / some.length;
  };
  const growth = mean(0.75, 1) / mean(0.5, 0.75) - 1;
  const unexpected = [...statuses].filter(([status]) => status !== 200);
  const slow = times.length / elapsed < rate * 0.95;
  return {
    lines: [
      `${times.length} respuestas en ${elapsed.toFixed(0)} s: ${(times.length / elapsed).toFixed(0)} por segundo ` +
        `de ${rate} pedidas, hasta ${most} a la vez, ${open} sin responder de ${sent}.`,
      `Tiempo: mediana ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, máximo ${at(1)}.`,
      `Memoria (MiB): ${memory.map((one) => Math.round(one / MIB)).join(' ')}. ` +
        `Del tercer cuarto al último: ${(growth * 100).toFixed(1)} %.`,
      ...[...lost].map(([what, count]) => `Conexiones perdidas: ${count} (${what}).`),
      unexpected.length === 0
        ? 'Todas las respuestas fueron 200.'
        : 'Otras respuestas: ' +
          `${unexpected.map(([status, count]) => `${status || 'sin respuesta'} × ${count}`).join(', ')}.`,
    ],
    wrong: open > 0 || unexpected.length > 0 || slow || growth > GROWTH,
  };
}

/**
 * Returns functions that each make a request. Of twenty, one is a search, one a save and one reads the saved record;
 * the others read pages, calls, the feed and pictures.
 */
async function asksOf(portal: Portal): Promise<((n: number) => Promise<number>)[]> {
  const login = await portal.ask('POST', '/users/authenticate', { username: 'admin', password: PASSWORD });
  const { token } = JSON.parse(login.text) as { token: string };
  const { id } = JSON.parse((await portal.ask('POST', '/api/data/createStoryBasic', {}, token)).text) as { id: string };
  const home = (await portal.ask('GET', '/')).text;
  const picture = /\/uploads\/[^"\s]+\.webp/.exec(home)?.[0] ?? '/';
  const words = ['plaza', 'fiesta', 'agua', 'obra', 'decreto', 'lago', 'nieve', 'escuela'];
  const get = (path: string) => async () => (await portal.ask('GET', path)).status;
  const reads = [
    '/',
    '/noticias',
    '/agenda',
    '/datosutiles',
    '/boletin',
    '/turismo',
    '/puntosverdes',
    '/salud',
    picture,
    '/api/dataPublic/changes',
    '/api/dataPublic/getStoriesByPage/1',
    '/api/dataPublic/usefulData',
    '/api/dataPublic/site',
  ];
  return [
    ...reads.map(get),
    get('/noticias?pagina=2'),
    get('/'),
    get('/api/dataPublic/changes'),
    get(picture),
    async (n) =>
      (await portal.ask('POST', '/api/dataPublic/searchContent', { search: words[n % words.length], page: 1 })).status,
    async (n) =>
      (
        await portal.ask(
          'POST',
          `/api/story/${id}/update/text`,
          { value: `<p>Vuelta ${n} ${'palabra '.repeat(n % 200)}</p>` },
          token,
        )
      ).status,
    async () => (await portal.ask('GET', `/api/data/getStoryById/${id}`, undefined, token)).status,
  ];
}

async function startPortal() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-soak-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../api/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DB_FILE: join(folder, 'portal.sqlite'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_PASSWORD: PASSWORD,
      DEMO: '1',
      TRUST_PROXY: 'loopback',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let visitor = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });

  const lost = new Map<string, number>();

  /** Sends a request. @returns status 0 if there was no answer */
  function ask(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    tries = 2,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve) => {
      // Visitors have different addresses, because limits apply to each address.
      visitor = (visitor + 1) % 60_000;
      const headers = {
        'X-Forwarded-For': `10.0.${visitor >> 8}.${visitor & 255}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      };
      const asked = request({ host: '127.0.0.1', port, path, method, agent, headers }, (answer) => {
        let text = '';
        answer
          .setEncoding('latin1')
          .on('data', (piece: string) => (text += piece))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      asked.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was to be used again; every client repeats the request then.
        const isOld = asked.reusedSocket && code === 'ECONNRESET' && tries > 1;
        const what = isOld ? 'repetidos en otra conexión' : code;
        lost.set(what, (lost.get(what) ?? 0) + 1);
        resolve(isOld ? ask(method, path, body, token, tries - 1) : { status: 0, text: '' });
      });
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  for (let tries = 0; (await ask('GET', '/salud')).status !== 200; tries += 1) {
    if (child.exitCode !== null || tries > 1200) throw new Error('El portal de la prueba no arrancó.');
    await wait(100);
  }
  lost.clear();
  return {
    ask,
    /** Number of requests without an answer, by the system's error code. */
    lost,
    /** Its resident memory, in bytes. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
