import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOutbox } from '../../../web/src/offline/outbox/outbox.ts';
import { openOutboxStore } from '../../../web/src/offline/outbox/outbox-db.ts';
import { authenticate, isTemporary, whyNot } from '../../../web/src/offline/authenticate.ts';
import { isAdminCodeAtHand, AdminCodeMissing, loadAdminCode } from '../../../web/src/browser/admin-code.ts';
import { deviceToken, keepDeviceToken } from '../../../web/src/offline/outbox/device-token.ts';
import { isLoggedIn, keepSession, keptWords, unsentWords } from '../../../web/src/offline/outbox/session.ts';
import { page as login, pageAfterLogin } from '../../../web/src/public/pages/login.tsx';

const SITE = 'https://portal.example';
/** Returns where a log-in leads for a requested address, as a browser resolves it. */
const after = (asked: string) => new URL(pageAfterLogin(asked), `${SITE}/login`);

test.for([
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\\\\evil.example',
  '///evil.example',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  '/admin\\..\\..//evil.example',
  '/./\\evil.example',
  'data:text/html,x',
  'blob:https://evil.example/x',
  'evil.example',
  '@evil.example',
  '.evil.example',
  ':443',
  '?x',
  '#x',
  '',
])('an address like %j leads to the back office, and to no other site', (asked) => {
  expect(after(asked).href).toBe(`${SITE}/admin`);
});

test('the log-in leads to the page of this site that was asked for, with its query', () => {
  for (const asked of [
    '/admin/noticia/abc?vista=previa#x',
    '/admin',
    '/',
    '/.//evil.example',
    '/noticias//evil.example',
    '/%2f%2fevil.example',
    '/@evil.example',
  ]) {
    const { origin, href } = after(asked);
    expect([asked, origin]).toEqual([asked, SITE]);
    expect(href).not.toContain('://evil');
  }
});

test('the log-in says what to do about a forgotten password, and can show the typed one', () => {
  const drawn = renderToString(createElement(login.Page, { data: { back: '/admin' } } as never));
  expect(drawn).toMatch(/¿Te olvidaste la contraseña\? Pedile otra a un administrador.*a quien cuida el\s+servidor\./);
  // How that is done concerns nobody else who reads this page.
  expect(drawn).not.toContain('reset-password');
  expect(drawn).toMatch(/<button[^>]*type="button"[^>]*aria-pressed="false"[^>]*>Mostrar la contraseña/);
  expect(drawn).toMatch(/<input[^>]*id="password"[^>]*type="password"/);
});

/** Returns what a person sees when the log-in fails. */
const wordsOf = (work: Promise<unknown>) => work.then(() => 'came in', whyNot);
const NO_SERVER = 'No pudimos llegar al servidor. Revisá tu conexión y probá de nuevo.';
const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);

test('the user who logs in is the one the server names', async () => {
  answering(async () => Response.json({ id: 'ana', username: 'ana', name: 'Ana', usergroup: 1, token: 't' }));
  expect(await authenticate({ username: 'ana', password: 'secreta' })).toEqual({
    user: { id: 'ana', username: 'ana', name: 'Ana', usergroup: 1 },
    token: 't',
  });
});

test.for<[string, () => Promise<Response>, string]>([
  [
    'is refused reads the word of the server',
    async () => Response.json({ message: 'Usuario o contraseña incorrectos' }, { status: 401 }),
    'Usuario o contraseña incorrectos',
  ],
  ['has no network reads that', () => Promise.reject(new TypeError('Failed to fetch')), NO_SERVER],
  [
    'gets the page of a captive portal reads the same',
    async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    NO_SERVER,
  ],
])('who %s', async ([, answer, words]) => {
  answering(answer);
  expect(await wordsOf(authenticate({ username: 'ana', password: 'secreta' }))).toBe(words);
});

test('the device says at each log-in what the server gave it at the one before, also after a log-out', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { device?: string }).device);
    const user = { id: 'ana', username: 'Ana', name: 'Ana', usergroup: 1 };
    return Response.json({ ...user, token: 't', device: `known${sent.length}` });
  });
  const logIn = async (username: string) =>
    keepSession(await authenticate({ username, password: 'secreta', device: await deviceToken(username) }));
  await logIn('ana');
  const store = openOutboxStore();
  onTestFinished(() => store.close());
  const kept = await store.transact(['session'], ({ session }) => session.get('session'));
  expect(Object.keys(kept ?? {}).sort()).toEqual(['key', 'token', 'user']);
  const outbox = openOutbox({ store: openOutboxStore(), locks: null });
  onTestFinished(() => outbox.close());
  await outbox.logOut();
  expect(await isLoggedIn()).toBe(false);
  await logIn(' ANA');
  expect(await deviceToken('beto')).toBeUndefined();
  await keepDeviceToken('beto', 'another');
  await logIn('ana');
  expect(sent).toEqual([undefined, 'known1', 'known2']);
  expect([await deviceToken('beto'), await deviceToken('ana')]).toEqual(['another', 'known3']);
});

test('a device that cannot store anything logs in as an unknown one', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  onTestFinished(() => put.mockRestore());
  await keepDeviceToken('caro', 'token');
  expect(await deviceToken('caro')).toBeUndefined();
});

const TEMPORARY = { code: 'temporary-password', message: 'Elegí ahora una que sepas solo vos.' };
const LOGIN = { code: 'login', message: 'Usuario o contraseña incorrectos' };

test('who logs in with a password that somebody else set is told to choose, and comes in with their own', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return sent.length === 1
      ? Response.json(TEMPORARY, { status: 403 })
      : Response.json({ id: 'ana', username: 'ana', name: 'Ana', usergroup: 1, token: 't' });
  });
  const told = await authenticate({ username: 'ana', password: 'prestada' }).catch((error: unknown) => error);
  expect([isTemporary(told), whyNot(told)]).toEqual([true, TEMPORARY.message]);
  expect(await wordsOf(authenticate({ username: 'ana', password: 'prestada' }, { next: '', again: '' }))).toBe(
    'Escribí la contraseña nueva.',
  );
  expect(await wordsOf(authenticate({ username: 'ana', password: 'prestada' }, { next: 'mía', again: 'otra' }))).toBe(
    'Las dos contraseñas nuevas no son iguales. Escribilas otra vez.',
  );
  expect(await authenticate({ username: 'ana', password: 'prestada' }, { next: 'mía', again: 'mía' })).toMatchObject({
    token: 't',
  });
  expect(sent).toEqual([
    { username: 'ana', password: 'prestada' },
    { username: 'ana', password: 'prestada', newPassword: 'mía' },
  ]);
});

test('who has chosen and got no answer comes in at the next try', async () => {
  let tries = 0;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch');
    return (JSON.parse(body) as { password: string }).password === 'mía'
      ? Response.json({ id: 'ana', username: 'ana', name: 'Ana', usergroup: 1, token: 't' })
      : Response.json(LOGIN, { status: 401 });
  });
  const own = { next: 'mía', again: 'mía' };
  expect(await wordsOf(authenticate({ username: 'ana', password: 'prestada' }, own))).toBe(NO_SERVER);
  expect(await authenticate({ username: 'ana', password: 'prestada' }, own)).toMatchObject({ token: 't' });
});

test('a server that stops answering is waited for at most 30 s, also in the middle of its answer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const untilEnded = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  for (const fetch of [
    (_: string, { signal }: { signal: AbortSignal }) => untilEnded(signal),
    async (_: string, { signal }: { signal: AbortSignal }) => ({ ok: true, json: () => untilEnded(signal) }),
  ]) {
    vi.stubGlobal('fetch', fetch);
    let words = 'waiting';
    void wordsOf(authenticate({ username: 'ana', password: 'secreta' })).then((said) => {
      words = said;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(words).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(words).toBe(NO_SERVER);
  }
});

test('logging in on a full device says that it is full, not that the server cannot be reached', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  onTestFinished(() => put.mockRestore());
  expect(
    await wordsOf(keepSession({ user: { id: 'ana', username: 'ana', name: 'Ana', usergroup: 1 }, token: 't' })),
  ).toContain('No queda lugar en este dispositivo');
});

test.for<[string, () => Promise<unknown>]>([
  ['cannot be loaded', () => Promise.reject(new TypeError('Importing a module script failed.'))],
  ['is gone, for which the page is about to load itself again', async () => undefined],
])(
  'who comes in while the code of the back office %s reads that, and not that the server is away',
  async ([, load]) => {
    const words = await wordsOf(loadAdminCode(load));
    expect(words).toBe('No pudimos abrir el panel. Cerrá esta página y volvé a abrirla.');
    await expect(loadAdminCode(load)).rejects.toBeInstanceOf(AdminCodeMissing);
  },
);

test.for<[string, { kept: string[]; answers: boolean }, boolean]>([
  ['the server answers', { kept: [], answers: true }, true],
  ['the server is away', { kept: [], answers: false }, false],
  ['the server is away and a cache was opened for it in vain', { kept: ['admin abc'], answers: false }, false],
  [
    'the device keeps it and the server is away',
    { kept: ['admin abc /assets/admin/session-12345678.js'], answers: false },
    true,
  ],
])('the log-in page may ask for the code of the back office: %s', async ([, { kept, answers }, isAtHand]) => {
  const entries = kept.map((entry) => entry.split(/ (?=\/)/));
  vi.stubGlobal('caches', {
    keys: async () => ['pictures', ...entries.map(([name]) => name)],
    open: async (name: string) => ({
      keys: async () => entries.filter((entry) => entry[0] === name && entry[1]).map(([, path]) => path),
    }),
  });
  answering(() => (answers ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'))));
  expect(await isAdminCodeAtHand()).toBe(isAtHand);
});

test('the log-in page may request the code of the back office in a browser without caches', async () => {
  vi.stubGlobal('caches', undefined);
  answering(async () => new Response());
  expect(await isAdminCodeAtHand()).toBe(true);
});

test('the log-in page says how many changes are pending on the device, whoever made them', async () => {
  const store = openOutboxStore();
  onTestFinished(() => store.close());
  const put = (seq: number, userId: string) =>
    store.transact(['operations'], ({ operations }) => operations.put({ seq, userId } as never));
  await put(1, 'ana');
  await put(2, 'beto');
  expect(await keptWords('')).toBe(unsentWords(2));
  expect(await keptWords('#cerrada')).toMatch(/^Tu sesión se cerró desde otro equipo/);
  expect(unsentWords(2)).toBe('Este dispositivo guarda 2 cambios sin enviar: salen cuando ingrese quien los hizo.');
  expect(unsentWords(1)).toBe('Este dispositivo guarda 1 cambio sin enviar: sale cuando ingrese quien lo hizo.');
});
