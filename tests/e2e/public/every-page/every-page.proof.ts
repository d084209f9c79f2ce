import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { untilHeld } from '../../support/held.ts';
import { everyAddress, findRecords, onePerPage } from '../../support/public-routes.ts';
import type { Found } from '../../support/public-routes.ts';
import { PASSWORD } from '../../support/server.ts';
import { inTabs } from '../../support/tabs.ts';
import { openTown } from '../../support/town.ts';
import type { Town } from '../../support/town.ts';
import { MOST_SHIFT, nothingWrong, readThrough, visitAll, watchShifts } from './visits.ts';
import type { Wrong } from './visits.ts';

let town: Town;
let found: Found;
beforeAll(async () => {
  town = await openTown();
  found = await findRecords(town.url);
  // Adds a video of each host to an album, because a page might load a preview image from the host.
  const { token } = (await post('/users/authenticate', { username: 'admin', password: PASSWORD })) as { token: string };
  const id = found.otherAlbum.split('/').at(-1) ?? '';
  for (const url of ['https://youtu.be/aaaaaaaaaaa', 'https://vimeo.com/123456', 'https://videos.example/uno.mp4'])
    await post(calls.albumVideoAdd(id), { url }, token);
});
afterAll(() => town.close());

async function post(path: string, body: object, token = ''): Promise<unknown> {
  const answer = await fetch(town.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('on every page', () => {
  const wrong = nothingWrong();

  // Addresses that one page draws differ in the length of texts and lists, which take more room on a phone; how the
  // page is laid out on larger screens, and its colours, are the same for all of them.
  beforeAll(async () => {
    const addresses = [
      ...everyAddress(found),
      found.videoStory,
      found.otherAlbum,
      '/noticias?pagina=2',
      '/noticias?pagina=999',
      '/boletin?pagina=2',
      '/turismo?pagina=2',
      '/buscador/agua?pagina=2',
      '/noticias/leer/zzzzzzzzzzzz/no-existe',
      '/buscador/zzzz',
      '/buscador/NULL',
    ];
    const onePerKind = onePerPage(addresses);
    const phone = await visitAll(town, addresses, 'phone', (address) => onePerKind.includes(address));
    const desktop = await visitAll(town, onePerKind, 'desktop');
    for (const promise of Object.keys(wrong) as (keyof Wrong)[])
      wrong[promise] = [...phone[promise], ...desktop[promise]];
  });

  it('the application takes over what the server drew, and neither replaces nor moves any of it', () => {
    expect(wrong.replaced).toEqual([]);
  });

  it('nothing is reported as an error: of a script, of hydration, or against the policy', () => {
    town.expectQuiet();
  });

  it('the layout does not shift while pictures and carousel arrive, the application starts and the visitor scrolls', () => {
    expect(wrong.shifted).toEqual([]);
  });

  it('nothing is requested from other sites and no cookie is set, however far a visitor scrolls', () => {
    expect([...wrong.foreign, ...wrong.left]).toEqual([]);
  });

  it('axe finds nothing wrong on a phone, a tablet and a desktop, in light and dark colours', () => {
    expect(wrong.axe).toEqual([]);
  });

  it('nothing scrolls sideways at 240 pixels', () => {
    expect(wrong.narrow).toEqual([]);
  });

  it('with text twice as large, width, emergency numbers, headings and menu are kept at 320 and 360 pixels', () => {
    expect(wrong.large).toEqual([]);
  });
});

it.each([
  [390, 'with the pictures that came'],
  [1280, 'with the pictures that came'],
  [390, 'without pictures'],
  [1280, 'without pictures'],
] as const)('on a page drawn on the device the layout does not shift at %d pixels, %s', async (width, pictures) => {
  const first = await town.visitor({ viewport: { width, height: 800 } });
  await first.goto('/');
  await untilHeld(first);
  const context = first.context();
  await watchShifts(context);
  await context.setOffline(true);
  if (pictures === 'without pictures') await first.evaluate(() => caches.delete('pictures'));
  const shifted: string[] = [];
  await inTabs(context, ['/', '/agenda', found.story], async (tab, address) => {
    await tab.goto(address);
    await tab.locator('main h1').waitFor();
    await tab
      .getByText(/^(Sin conexión|Solo lo guardado) · /)
      .first()
      .waitFor();
    const { sum, moved } = await readThrough(tab);
    if (sum > MOST_SHIFT) shifted.push(`${address}: ${sum}, ${moved.join('; ')}`);
  });
  expect(shifted).toEqual([]);
  await context.close();
});

it('no word is broken at a letter where letters are twice as large on the narrowest phone', async () => {
  // The lengths of a screen of 320 pixels with letters of 32.
  const tab = await town.visitor({ viewport: { width: 160, height: 370 } });
  const broken: Record<string, string[]> = {};
  for (const path of ['/', '/tramites', '/datosutiles', '/agenda', '/boletin', '/noticias']) {
    await tab.goto(path);
    broken[path] = await tab.evaluate(brokenWords);
  }
  expect(Object.values(broken).flat(), JSON.stringify(broken)).toEqual([]);
  await tab.context().close();
});

/**
 * The words of the page that stand on two lines, but for mailboxes and words that may have a hyphen. Runs in the page.
 */
function brokenWords(): string[] {
  const words: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const element = text.parentElement;
    if (!element?.checkVisibility() || element.closest('script, style, .hidden-text, [href^="mailto"]')) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
      if (lines.size > 1 && word.length < 12) words.push(word);
    }
  }
  return words;
}
