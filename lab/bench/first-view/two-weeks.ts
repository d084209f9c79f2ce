import type { Browser, Page } from 'playwright';
import { calls } from '../../../api/contract/addresses/calls.ts';
import { dayAt } from '../../../api/contract/values/dates.ts';
import { hasWorker, isLevel } from '../../../scripts/support/device-state.ts';
import { openBrowser, openPhone } from '../browser.ts';
import { openNginx } from '../nginx.ts';
import { pause } from '../programs.ts';
import type { Program } from '../programs.ts';
import { writtenTown } from '../town.ts';

/** What a town publishes in two weeks. */
const PUBLISHED = { stories: 30, events: 15, bulletins: 5 };
/** Records of before that are corrected meanwhile. */
const CORRECTED = 20;
const WRITTEN = ['title', 'description', 'text', 'date'];
/** Short enough for every list, and in no other story. */
const NEWEST = 'Lo último de la quincena';
const LIMIT = 120_000;

interface Returned {
  /** Seconds from the navigation until home shows what was published last. */
  seconds: number;
  /** Bytes that have come over the line by then, and ten seconds later. */
  bytes: number;
  later: number;
}

/**
 * Measures what a phone that was two weeks away fetches, over the slow line, and when its person sees what is new.
 * @param known ids of stories that exist
 * @returns null if a program that it needs is not available
 */
export async function measureReturn(portal: Program, known: readonly string[]): Promise<Returned | null> {
  const nginx = await openNginx(portal.port).catch(() => null);
  const browser = nginx && (await openBrowser(nginx.key));
  if (!browser) console.log('nginx or Chromium is not available: the return is not measured.');
  try {
    return browser && (await timeReturn(browser, portal, `https://127.0.0.1:${nginx.port}/`, known));
  } finally {
    await browser?.close();
    await nginx?.stop();
  }
}

async function timeReturn(
  browser: Browser,
  portal: Program,
  address: string,
  known: readonly string[],
): Promise<Returned> {
  const phone = await openPhone(browser, Number(new URL(address).port));
  try {
    await phone.page.goto(phone.over(address), { waitUntil: 'load', timeout: 60_000 });
    await until(() => isFilled(phone.page));
    await phone.page.goto('about:blank');
    await publishTwoWeeks(portal.url, known);
    const before = phone.received();
    const began = performance.now();
    await phone.page.goto(phone.over(address), { waitUntil: 'commit', timeout: 60_000 });
    await phone.page.getByText(NEWEST).first().waitFor({ timeout: LIMIT });
    const seconds = (performance.now() - began) / 1000;
    const bytes = phone.received() - before;
    await pause(10_000);
    return { seconds, bytes, later: phone.received() - before };
  } finally {
    await phone.close();
  }
}

const isFilled = async (page: Page) =>
  (await page.evaluate(hasWorker)) && (await page.evaluate(isLevel, 'portal-public' as const));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await isSo()); await pause(100))
    if (performance.now() - began > LIMIT) throw new Error('The device was not filled.');
}

/** Does in seconds what staff do in two weeks. */
async function publishTwoWeeks(url: string, known: readonly string[]): Promise<void> {
  const call = async (path: string, body: object, token = '') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { token: string; id: string };
  };
  const { token } = await call(calls.authenticate(), { username: 'admin', password: 'clave-de-medida' });
  const set = (type: 'story' | 'agenda' | 'bulletin', id: string, field: string, value: string | number) =>
    call(calls.update(type, id, field), { value }, token);
  let newest = '';
  for (const { entity, fields } of writtenTown(PUBLISHED, Date.now())) {
    const { id } = await call(calls.create(entity), {}, token);
    for (const field of WRITTEN) {
      const value = field === 'date' && entity === 'story' ? dayAt(Date.now()) : fields[field];
      if (value !== undefined) await set(entity, id, field, value);
    }
    await set(entity, id, 'status', 'Publicado');
    if (entity === 'story') newest = id;
  }
  await set('story', newest, 'title', NEWEST);
  for (const id of known.slice(-CORRECTED))
    await set('story', id, 'description', `Corregida el ${new Date().toISOString()}`);
}
