import { expect, onTestFinished, test } from 'vitest';
import { FetchFault, openHttpClient } from '../../../api/weather/fetch.ts';
import { FEED, SERVICE, startWeatherService } from '../../weather-service.ts';
import type { Page } from '../../weather-service.ts';

async function open(page?: Page, time = 2000) {
  const service = await startWeatherService();
  onTestFinished(service.close);
  if (page !== undefined) service.pages.set('/CAP/AR.php', page);
  const client = openHttpClient({ testService: service.origin, time });
  return { service, client, get: (maxBytes = 10_000) => client.get(FEED, { maxBytes }) };
}

test('a document comes with what marks it, and is not sent again while it is the same', async () => {
  const { service, client, get } = await open({
    text: '<a/>',
    headers: { 'Last-Modified': 'Sun, 15 Mar 2026 13:00:00 GMT' },
  });
  service.clock = () => Date.parse('2026-03-15T13:00:00Z');
  const first = await get();
  expect(first).toMatchObject({ encoding: 'utf-8', serverTime: Date.parse('2026-03-15T13:00:00Z') });
  expect(new TextDecoder().decode(first.bytes ?? undefined)).toBe('<a/>');
  const known = first as { etag?: string; modified?: string };
  expect(known.modified).toBe('Sun, 15 Mar 2026 13:00:00 GMT');
  expect((await client.get(FEED, { known, maxBytes: 100 })).bytes).toBeNull();
  expect(service.asked.map(({ status }) => status)).toEqual([200, 304]);
});

test.for([
  [{ text: '<html/>', type: 'text/html' }, 'respondió algo que no es XML'],
  [{ text: '{}', type: 'application/json' }, 'respondió algo que no es XML'],
  [{ text: 'x', type: 'application/xmlfoo' }, 'respondió algo que no es XML'],
  [{ text: 'x', headers: { 'Content-Encoding': 'gzip' } }, 'respondió comprimido'],
  [{ text: 'x'.repeat(20_000) }, 'respondió demasiado'],
  [{ status: 500 }, 'respondió 500'],
  [{ status: 206 }, 'respondió 206'],
  [{ status: 302 }, 'manda a otro sitio'],
  [{ status: 302, headers: { Location: 'https://evil.example/a.xml' } }, 'manda a otro sitio'],
  [{ status: 302, headers: { Location: 'http://ssl.smn.example/a.xml' } }, 'manda a otro sitio'],
  [{ status: 301, headers: { Location: FEED } }, 'manda de una página a otra sin fin'],
  ['cut', 'la respuesta se cortó'],
  ['endless', 'respondió demasiado'],
] as const)('%o: %s', async ([page, fault]) => {
  const { get } = await open(page);
  await expect(get()).rejects.toThrow(new FetchFault(fault));
});

test.for(['hang', 'drip'] as const)('an answer that does not end (%s) is given up in time', async (page) => {
  const { get } = await open(page, 150);
  await expect(get()).rejects.toThrow('no respondió a tiempo');
});

test('a page of the same origin may be somewhere else', async () => {
  const { service, get } = await open({ status: 302, headers: { Location: '/b.xml' } });
  service.pages.set('/b.xml', { text: '<b/>' });
  expect(new TextDecoder().decode((await get()).bytes ?? undefined)).toBe('<b/>');
});

test('a service that asks to be left alone is, for an hour at most', async () => {
  const waitOf = async (value: string) => {
    const { get } = await open({ status: 503, headers: { 'Retry-After': value } });
    return get().catch(({ wait }: FetchFault) => wait);
  };
  expect(await waitOf('120')).toBe(120_000);
  expect(await waitOf('999999999')).toBe(3_600_000);
  expect(await waitOf('pronto')).toBe(0);
});

test.for(['http://ssl.smn.example/a', 'https://127.0.0.1/a', 'https://[::1]/a', 'ftp://ssl.smn.example/a'])(
  '%s is not asked',
  async (url) => {
    const { client, service } = await open();
    await expect(client.get(url, { maxBytes: 10 })).rejects.toThrow('la dirección no es de un sitio https');
    expect(service.asked).toEqual([]);
  },
);

test('a name of this machine is not asked', async () => {
  const client = openHttpClient({});
  await expect(client.get('https://localhost:1/a', { maxBytes: 10 })).rejects.toThrow(FetchFault);
});

test('what is under way ends when the portal does', async () => {
  const { client, get } = await open('hang', 60_000);
  const asked = get();
  setTimeout(client.close, 50);
  await expect(asked).rejects.toThrow(FetchFault);
  expect(SERVICE).toMatch(/^https:/);
});
