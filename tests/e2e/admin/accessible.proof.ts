import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { create, showJson, showScreen, stored, TABLET, TOUCH, untilSent } from '../support/admin.ts';
import { violations } from '../support/axe.ts';
import { isHighlighted } from '../support/forced-colours.ts';
import { untilInPage } from '../support/in-page.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

const staff = () => town.staff({ ...TOUCH, reducedMotion: 'reduce' });

/**
 * Returns what axe finds wrong in both orientations. Colours are checked in one of them only, because they are the same
 * in both.
 * @param but rules that are ignored
 */
async function wrongs(page: Page, but: string[] = []): Promise<string[]> {
  const wrong: string[] = [];
  const { pathname, search } = new URL(page.url());
  const looks = [
    ['portrait', 'light', 'all but colours'],
    ['landscape', 'dark', 'colours'],
    ['landscape', 'light', 'all'],
  ] as const;
  for (const [held, colorScheme, rules] of looks) {
    await page.setViewportSize(TABLET[held]);
    await page.emulateMedia({ colorScheme });
    const found = await violations(page, rules, but);
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      found.push('is wider than its screen');
    wrong.push(...found.map((one) => `${pathname}${search} ${held} ${colorScheme} ${one}`));
  }
  return wrong;
}

/** Looks at a page in the colours of the system. */
async function forced<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.emulateMedia({ forcedColors: 'active' });
  const seen = await look();
  await page.emulateMedia({ forcedColors: 'none' });
  return seen;
}
const styleOf = (one: Locator, name: 'appearance' | `border-${'top' | 'bottom' | 'left'}-width`) =>
  one.first().evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Waits until the heading, the records and the editor of a screen are loaded. */
async function settled(page: Page): Promise<void> {
  await untilInPage(page, () => {
    const texts = document.querySelector('#root')?.textContent ?? '';
    return document.querySelector('main h1') !== null && !/Cargando(?: el editor)?…/.test(texts);
  });
}

function addresses(): string[] {
  const edits = Object.entries({
    story: 'noticia',
    agenda: 'agenda',
    authority: 'gobierno',
    album: 'turismo',
    map: 'mapas',
    greenpoint: 'puntosverdes',
    bulletin: 'boletin',
    page: 'paginas',
    user: 'user',
  });
  return [
    '/admin',
    '/admin/agenda',
    '/admin/gobierno',
    '/admin/turismo',
    '/admin/mapas',
    '/admin/puntosverdes',
    '/admin/boletin',
    '/admin/paginas',
    '/admin/users',
    '/admin/datosutiles',
    '/admin/sitio',
    '/admin/menu',
    '/admin/listas',
    '/admin/estado',
    '/admin/historial',
    '/admin/pendientes',
    '/admin/micuenta',
    '/admin/noticia/zzzzzzzzzzzz',
    ...edits.map(
      ([table, path]) =>
        `/admin/${path}/${stored<{ id: string }>(town, `SELECT id FROM "${table}" ORDER BY created DESC`)[0]?.id}`,
    ),
  ];
}

it('axe finds nothing wrong on any screen, however the tablet is held, in light and dark', async () => {
  const lanes = [0, 1];
  const wrong = await Promise.all(
    lanes.map(async (lane) => {
      const page = await staff();
      const own: string[] = [];
      await settled(page);
      for (const address of addresses().filter((_, at) => at % lanes.length === lane)) {
        await showScreen(page, address);
        await settled(page);
        own.push(...(await wrongs(page)));
      }
      await page.context().close();
      return own;
    }),
  );
  expect(wrong.flat()).toEqual([]);
  town.expectQuiet();
});

it('axe finds nothing wrong with a question, a menu, suggestions, a refused value, a conflict or an error on the screen, and forced colours leave what is chosen and every edge', async () => {
  const page = await staff();
  await page.goto('/admin');
  await page.getByRole('table').waitFor();
  expect(
    await forced(page, () =>
      Promise.all([
        isHighlighted(page.locator('.side [aria-current]')),
        isHighlighted(page.locator('.pager [aria-current]')),
        styleOf(page.locator('.top'), 'border-bottom-width'),
        styleOf(page.locator('.badge'), 'border-top-width'),
        styleOf(page.getByLabel('Estado', { exact: true }), 'appearance'),
      ]),
    ),
  ).toEqual([true, true, '2px', '1px', 'auto']);
  await page
    .getByRole('button', { name: /^Acciones/ })
    .first()
    .tap();
  // The open menu covers the buttons of the rows below it.
  expect(await wrongs(page, ['target-size'])).toEqual([]);
  await page
    .getByRole('list', { name: /^Acciones: / })
    .getByRole('button', { name: /^Eliminar/ })
    .tap();
  await page.getByRole('dialog').waitFor();
  expect(await wrongs(page)).toEqual([]);
  expect(await forced(page, () => styleOf(page.getByRole('dialog'), 'border-left-width'))).toBe('2px');

  await create(page, '/admin', 'Crear noticia');
  await settled(page);
  await untilSent(page);
  await page.getByLabel('Video', { exact: true }).fill('esto no es un video');
  await page.getByLabel('Video', { exact: true }).blur();
  await page.getByRole('alert').filter({ hasText: /video/i }).first().waitFor();
  await page.getByRole('combobox', { name: 'Etiquetas' }).fill('cul');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Etiquetas' }).press('ArrowDown');
  const suggested = page.getByRole('listbox').getByRole('option', { selected: true });
  await suggested.waitFor();
  expect(await forced(page, () => isHighlighted(suggested))).toBe(true);
  await page.getByRole('button', { name: 'Encabezados' }).tap();
  expect(await wrongs(page)).toEqual([]);

  const theirs = { code: 'conflict', message: '', value: 'Feria de otoño', by: 'Edu', at: '2026-03-15T10:32:00Z' };
  await page.route('**/update/title', (route) => route.fulfill({ status: 409, json: theirs }));
  await page.getByLabel('Título', { exact: true }).fill('Feria de primavera');
  await page.getByLabel('Título', { exact: true }).blur();
  await page.getByRole('region', { name: 'La de Edu' }).getByText('otoño').waitFor();
  expect(await wrongs(page)).toEqual([]);
  expect(
    await forced(page, () =>
      Promise.all([
        isHighlighted(page.locator('.version-text mark').first()),
        styleOf(page.locator('.parked'), 'border-left-width'),
        styleOf(page.locator('.badge'), 'border-top-width'),
      ]),
    ),
  ).toEqual([true, '6px', '3px']);
  await page.getByRole('button', { name: 'Armar un texto con las dos' }).tap();
  await page.getByRole('dialog', { name: 'Dos versiones de «Título»' }).waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.context().close();
});

it('axe finds nothing wrong with pending changes, offline, or when the session has ended', async () => {
  const page = await staff();
  await page.goto('/admin');
  await page.getByRole('table').waitFor();
  // Albums are the last records of a fill.
  await page.getByRole('link', { name: 'Turismo', exact: true }).tap();
  await page.getByRole('button', { name: /^Acciones: Sendero/ }).waitFor();
  await page.getByRole('link', { name: 'Noticias', exact: true }).tap();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Crear noticia' }).tap();
  await page.getByLabel('Título', { exact: true }).fill('Sin señal');
  await page.getByLabel('Título', { exact: true }).blur();
  await page.getByRole('link', { name: /Sin conexión · 2 cambios sin enviar/ }).tap();
  await page.getByRole('heading', { name: 'Noticia «Sin señal»' }).waitFor();
  expect(await wrongs(page)).toEqual([]);

  await page.route('**/uploads/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Turismo', exact: true }).tap();
  await page.getByRole('button', { name: /^Acciones: Sendero/ }).tap();
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .tap();
  await page.getByRole('img', { name: /^Imagen 1\. «[a-z-]+»: esta imagen no está en este dispositivo$/ }).waitFor();
  await settled(page);
  expect(await wrongs(page)).toEqual([]);

  await page.unroute('**/api/**');
  await page.unroute('**/uploads/**');
  await page.route('**/users/tokenExpired', (route) => route.fulfill({ json: { TokenExpired: 1 } }));
  await page.reload();
  await page.getByRole('dialog', { name: 'Tu sesión terminó' }).waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.context().close();
});

it('nothing covers the top bar, nor a button when a save is announced; title, badge, name and the accents of a heading are not cut off', async () => {
  const page = await staff();
  await create(page, '/admin', 'Crear noticia');
  await settled(page);
  expect(
    await page.evaluate(
      () =>
        document.activeElement?.getAttribute('aria-labelledby') ??
        (document.activeElement as HTMLInputElement).labels?.[0]?.textContent,
    ),
  ).toBe('Título');
  await page.keyboard.type('ÑANDÚES Y ÁRBOLES, ÜÑÍ');
  await page.keyboard.press('Enter');
  await page.locator('h1').getByText('ÑANDÚES').waitFor();
  // The badge has as much to say as it can.
  await untilSent(page);
  await page.route('**/update/description', (route) =>
    route.fulfill({ status: 422, json: { code: 'value', message: 'Ese valor no se puede guardar.' } }),
  );
  await page.getByLabel('Copete', { exact: true }).fill('Rechazado');
  await page.getByLabel('Copete', { exact: true }).blur();
  await page.getByText('1 cambio necesita que elijas', { exact: true }).waitFor();
  await page.locator('.notices .notice').waitFor({ state: 'detached' });
  for (const width of [1280, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, await page.locator('.top').evaluate(squeezed)]).toEqual([width, []]);
    expect([width, await page.locator('.top').evaluate(growth)]).toEqual([width, 0]);
    await page.getByLabel('Destacada', { exact: true }).tap();
    const notice = page.getByRole('status').getByText('Guardado', { exact: true });
    await notice.waitFor();
    expect([width, await notice.evaluate(coversAnything)]).toEqual([width, []]);
    const name = page.locator('.person-text');
    expect(
      await name.evaluate((one) => one.scrollWidth <= one.clientWidth || getComputedStyle(one).overflow === 'visible'),
    ).toBe(true);
    await notice.waitFor({ state: 'detached' });
    expect([width, await name.isVisible(), await name.innerText()]).toEqual([width, true, 'Administrador']);
    // With the editor scrolled under the bar, nothing covers the visible buttons of the bar.
    await page
      .locator('.rich')
      .evaluate((rich) => window.scrollTo(0, rich.getBoundingClientRect().top + window.scrollY + 60));
    expect([width, await page.locator('.top').evaluate(hidden)]).toEqual([width, []]);
    await page.evaluate(() => window.scrollTo(0, 0));
    const heading = page.locator('main h1');
    const box = (await heading.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
    const clip = { ...box, y: box.y - 12, height: box.height + 24 };
    const shown = await page.screenshot({ clip });
    await heading.evaluate((one) => (one as HTMLElement).style.setProperty('overflow', 'visible', 'important'));
    expect(shown.equals(await page.screenshot({ clip }))).toBe(true);
    await heading.evaluate((one) => one.removeAttribute('style'));
  }
  await page.context().close();
});

/** Returns the links and buttons that are at least partly covered by an element. */
function coversAnything(notice: Element): string[] {
  const box = (notice.closest('.notice') ?? notice).getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
    .filter((one) => {
      const other = one.getBoundingClientRect();
      const isApart =
        other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom;
      return (
        !isApart &&
        !one.closest('.rich') &&
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.matches('.skip, .file-input')
      );
    })
    .map((one) => one.innerText || one.id);
}

/** Returns by how many pixels the bar grows when there is as much to say as there can be while somebody types. */
function growth(bar: Element): number {
  const words = bar.querySelector('.badge-words')?.firstChild;
  if (!words) throw new Error('no badge');
  const { nodeValue } = words;
  words.nodeValue = 'Todo enviado';
  const before = bar.getBoundingClientRect().height;
  words.nodeValue = 'Sin conexión · Hay texto sin guardar · 12 cambios sin enviar · 3 fotos por reducir';
  const after = bar.getBoundingClientRect().height;
  words.nodeValue = nodeValue;
  return after - before;
}

/** Returns the parts of the bar that are cut off, broken inside of a word, or pushed out of the screen. */
function squeezed(bar: Element): string[] {
  const lines = (element: Element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(({ top }) => top)).size;
  };
  const parts = [...bar.querySelectorAll('.top-menu, .top-title, .badge, .top-button')];
  return parts
    .filter((one) => one.checkVisibility({ visibilityProperty: false }))
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      const isCut = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
      return left < 0 || right > innerWidth || isCut || (!one.matches('.badge') && lines(one) > 1);
    })
    .map((one) => one.className);
}

/** Returns the visible links and buttons of the bar that are covered by something else. */
function hidden(bar: Element): string[] {
  return [...bar.querySelectorAll<HTMLElement>('a, button')]
    .filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return width > 0 && y > 0 && !one.contains(document.elementFromPoint(x, y));
    })
    .map((one) => one.innerText);
}

it('axe finds nothing wrong in the JSON view or in a preview', async () => {
  const page = await staff();
  await page.goto('/admin/sitio');
  await showJson(page);
  await page.locator('.json .jsoneditor-tree').first().waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.locator('.json .jsoneditor-menu').first();
  await bar.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  expect(await bar.evaluate(hidden)).toEqual([]);
  await page.setViewportSize(TABLET.landscape);
  const [draft] = stored<{ id: string }>(town, "SELECT id FROM story WHERE status = 'Redaccion'");
  await page.goto(`/admin/noticia/${draft?.id}?vista=previa`);
  await page.getByText('Vista previa', { exact: true }).waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.getByRole('button', { name: 'Como en un teléfono' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  expect(await wrongs(page)).toEqual([]);
  await page.goto(`/admin/noticia/${draft?.id}`);
  await page.getByRole('button', { name: 'Compartir el borrador' }).click();
  await page.getByRole('button', { name: 'Crear el enlace' }).click();
  const address = await page.getByRole('dialog').locator('.version-text').innerText();
  expect(await wrongs(page)).toEqual([]);
  await page.goto(address);
  expect(await wrongs(page)).toEqual([]);
  await page.context().close();
});

it('a screen that has just opened does not take the focus from what has been chosen since', async () => {
  const page = await staff();
  await page.goto('/admin/pendientes');
  await settled(page);
  await page.evaluate(() => {
    // As soon as there is something to choose: earlier than any hand, and later than the screen.
    const observer = new MutationObserver(() => {
      const field = document.querySelector<HTMLElement>('main input[type="password"]');
      if (document.querySelector('main h1')?.textContent !== 'Mi cuenta' || !field) return;
      observer.disconnect();
      field.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('link', { name: 'Mi cuenta', exact: true }).first().click();
  await page.locator('main input[type="password"]:focus').waitFor();
  await page.waitForFunction(() => document.title.includes('Mi cuenta'));
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('current');
  await page.context().close();
});
