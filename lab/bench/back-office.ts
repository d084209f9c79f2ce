import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { openBrowser, SLOWDOWN } from './browser.ts';
import { quantile } from './measure.ts';
import { pause, startPortal } from './programs.ts';

const OPERATIONS = 1000;
const SAVES = 20;

interface BackOffice {
  /**
   * ms from a click on the badge until the screen of pending changes responds to clicks, by the number of records that
   * the changes belong to.
   */
  opened: { records: number; ms: number }[];
  /** The same when the screen is opened by its address. */
  loaded: number;
  /** ms from opening an edit screen by its address until its first field is shown. */
  edit: number;
  /**
   * ms from leaving a field until the screen says 'Guardado en este dispositivo', with all those changes pending:
   * median and maximum.
   */
  saved: { median: number; worst: number };
  /** The same with no other pending changes. */
  savedAlone: { median: number; worst: number };
  /** ms from a key in the middle of a long text until it is drawn: of 95 in 100 keys, and the median. */
  typed: { p95: number; median: number };
}

/**
 * Measures how long a person waits for the back office in Chromium, offline, with the processor slowed down four times
 * and a thousand changes in the outbox. @returns null if there is no Chromium
 */
export async function measureBackOffice(): Promise<BackOffice | null> {
  const browser = await openBrowser();
  if (!browser) return null;
  const folder = mkdtempSync(join(tmpdir(), 'portal-back-office-'));
  const portal = await startPortal(folder);
  try {
    const context = await browser.newContext({
      baseURL: portal.url,
      locale: 'es-AR',
      viewport: { width: 1024, height: 768 },
    });
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Usuario').fill('admin');
    await page.getByLabel('Contraseña', { exact: true }).fill('clave-de-medida');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('table').waitFor();
    while (!(await page.evaluate(async () => (await caches.match('/shell/admin')) !== undefined))) await pause(100);
    await page.getByRole('button', { name: 'Crear noticia' }).click();
    await page.getByLabel('Título', { exact: true }).waitFor();
    await page.getByText('Todo enviado').waitFor();
    const edited = new URL(page.url()).pathname;
    await context.setOffline(true);
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

    const savedAlone = await timeSaves(page);
    const typed = await timeKeys(page);
    const opened: BackOffice['opened'] = [];
    for (const records of [OPERATIONS, 10, 1]) {
      await page.evaluate(fillOutbox, { count: OPERATIONS, records });
      await page.goto('/admin');
      await page
        .locator('.badge')
        .getByText(/100\d cambios sin enviar/)
        .waitFor();
      await pause(1000);
      opened.push({ records, ms: await page.evaluate(openPending) });
    }
    const began = performance.now();
    await page.goto('/admin/pendientes', { waitUntil: 'commit' });
    await page.locator('.deed').first().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    const loaded = performance.now() - began;
    const from = performance.now();
    await page.goto(edited, { waitUntil: 'commit' });
    await page.getByLabel('Título', { exact: true }).waitFor();
    const edit = performance.now() - from;
    await pause(1000);
    return { opened, loaded, edit, savedAlone, saved: await timeSaves(page), typed };
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeSaves(page: Page): Promise<{ median: number; worst: number }> {
  const times: number[] = [];
  for (let n = 0; n < SAVES; n++) {
    await page.getByLabel('Título', { exact: true }).fill(`Título ${n} ${Date.now()}`);
    await pause(400);
    times.push(await page.evaluate(leaveField));
  }
  return { median: quantile(times, 0.5), worst: Math.max(...times) };
}

/** Words of the text in which typing is measured, in paragraphs of fifty. */
const WORDS = 5000;
const KEYS = 200;
/** The shortest duration of an event in ms that a browser reports. */
const LEAST_EVENT = 16;

async function timeKeys(page: Page): Promise<{ p95: number; median: number }> {
  const surface = page.getByRole('textbox', { name: 'Texto', exact: true });
  await surface.focus();
  await surface.evaluate((box, words) => {
    const clipboardData = new DataTransfer();
    const paragraph = `<p>${'La cuadrilla trabaja en <strong>la plaza</strong> hasta el mediodía. '.repeat(5)}</p>`;
    clipboardData.setData('text/html', paragraph.repeat(words / 50));
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, WORDS);
  await surface.locator('p').nth(50).click();
  await pause(1000);
  await page.evaluate((least) => {
    const times: number[] = [];
    Object.assign(window, { times });
    // From the key to the next frame that is drawn (Event Timing, W3C). Shorter ones than the least are not reported.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keypress') times.push(duration);
    }).observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
  }, LEAST_EVENT);
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'a');
    await pause(80);
  }
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
  const all = [...times, ...Array.from({ length: Math.max(0, KEYS - times.length) }, () => LEAST_EVENT)];
  return { p95: quantile(all, 0.95), median: quantile(all, 0.5) };
}

/** Leaves the title as a tap elsewhere does. @returns ms until the screen says that it is saved */
function leaveField(): Promise<number> {
  const field = [...document.querySelectorAll<HTMLElement>('.field')].find(
    (one) => one.querySelector('label')?.textContent === 'Título',
  );
  return new Promise((resolve) => {
    const began = performance.now();
    const observer = new MutationObserver(() => {
      if (field?.dataset.state !== 'stored') return;
      observer.disconnect();
      resolve(performance.now() - began);
    });
    observer.observe(field as HTMLElement, { attributes: true });
    field?.querySelector('input')?.blur();
  });
}

/** Clicks the badge. @returns ms until the changes are on the screen and the page responds to clicks */
async function openPending(): Promise<number> {
  const began = performance.now();
  document.querySelector<HTMLAnchorElement>('a.badge')?.click();
  while (!document.querySelector('.deed')) await new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}

/**
 * Replaces the content of the outbox with pending changes of labels by the person who is logged in.
 * @param count number of changes
 * @param records number of records that they are spread over
 */
async function fillOutbox({ count, records }: { count: number; records: number }): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('portal-outbox');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no outbox'));
  });
  const change = db.transaction(['operations', 'session', 'standing'], 'readwrite');
  const [operations, standing] = [change.objectStore('operations'), change.objectStore('standing')];
  const session = change.objectStore('session').get('session');
  const queue = standing.get('queue');
  queue.onsuccess = () => {
    const { user } = session.result as { user: { id: string } };
    const { rev, lastSeq } = queue.result as { rev: number; lastSeq: number };
    operations.clear();
    for (let n = 1; n <= count; n++) {
      const recordId = `s${String(n % records).padStart(11, '0')}`;
      operations.put({
        seq: lastSeq + n,
        opId: `made-${lastSeq + n}`,
        v: 1,
        userId: user.id,
        kind: 'call',
        entity: 'story',
        recordId,
        field: 'labels',
        method: 'GET',
        path: `/api/data/LabelsCreateAddStory/${recordId}/etiqueta-${n}`,
        body: {},
        status: 'pending',
        sent: false,
        attempts: 0,
        delays: 0,
        nextAt: 0,
        lastError: null,
        createdAt: Date.now() - n * 1000,
      });
    }
    standing.put({ key: 'queue', rev: rev + 1000, lastSeq: lastSeq + count });
  };
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = () => reject(change.error ?? new Error('not kept'));
  });
  db.close();
}
