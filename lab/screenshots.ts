import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { calls } from '../api/contract/addresses/calls.ts';
import { PUBLIC } from '../api/contract/addresses/public-calls.ts';
import { screenshots } from '../api/contract/addresses/installed.ts';
import { blankDocuments } from '../api/contract/town/documents.ts';
import type { CarouselItem } from '../api/contract/lists.ts';
import { openBrowser } from './bench/browser.ts';
import { startPortal } from './bench/programs.ts';

/**
 * Takes the screenshots of the manifest (`npm run screenshots`, after a build). Browsers show them when they offer to
 * install the portal of any town, so they show the demo's content under a name that is nobody's, with the national
 * emergency numbers only.
 */
const NEUTRAL = { ...blankDocuments.site, town: 'Tu localidad', name: 'Municipalidad', taxUrl: 'https://example.org/' };
/** The highlighted story that speaks of no place. */
const SHOWN = /^Nuevos horarios del colectivo/;
const PASSWORD = 'clave-de-medida';

const folder = mkdtempSync(join(tmpdir(), 'portal-screenshots-'));
mkdirSync(join(folder, 'uploads'));
const portal = await startPortal(folder, { DEMO: '1' });
const browser = await openBrowser();
try {
  if (!browser) throw new Error('no Chromium: run npm test, which installs one');
  const ask = async <T>(path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await fetch(portal.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { token } = await ask<{ token: string }>(calls.authenticate(), { username: 'admin', password: PASSWORD });
  await ask(calls.document('site'), { value: NEUTRAL }, token);
  const highlighted = async () =>
    ((await (await fetch(`${portal.url}${PUBLIC}/getCarouselStories`)).json()) as CarouselItem[]).filter(
      ({ title }) => !SHOWN.test(title),
    );
  // The carousel has at most ten at a time.
  for (let others = await highlighted(); others.length > 0; others = await highlighted()) {
    for (const { type, id } of others)
      await ask(calls.update(type === 'Story' ? 'story' : 'agenda', id, 'highlight'), { value: 0 }, token);
  }
  for (const { src, width, height, scale } of screenshots) {
    const viewport = { width: width / scale, height: height / scale };
    const page = await browser.newPage({ viewport, deviceScaleFactor: scale, locale: 'es-AR' });
    await page.goto(portal.url, { waitUntil: 'networkidle' });
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 60, effort: 6 })
      .toBuffer();
    writeFileSync(join(import.meta.dirname, '../web/public', src), picture);
    console.log(`${src}: ${Math.round(picture.length / 1000)} KB`);
    await page.close();
  }
} finally {
  await browser?.close();
  await portal.stop();
  rmSync(folder, { recursive: true, force: true });
}
