import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const box = () => rich.page.locator('#texto');
const button = (name: string) => rich.page.getByRole('button', { name, exact: true });
const press = async (...all: string[]) => {
  for (const key of all) {
    await rich.page.keyboard.press(key);
    // The browser tells of a moved cursor in a task of its own.
    await rich.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
};
const type = (words: string) => rich.page.keyboard.type(words);
/** What has the focus: its words, or its name. */
const focused = () =>
  rich.page.evaluate(() => {
    const { id, textContent, ariaLabel } = document.activeElement ?? document.body;
    return id || ariaLabel || textContent;
  });
/** Opens a text with the cursor at its beginning. */
async function open(text: string): Promise<void> {
  await rich.show(text);
  await box().focus();
  await press('Control+Home');
}

describe('Tab', () => {
  it('leaves the editor forwards and backwards, and writes nothing, in a list neither', async () => {
    for (const text of ['<p>Uno</p>', '<ul><li>Uno</li><li>Dos</li></ul>']) {
      await open(text);
      await press('Control+End', 'Tab');
      expect(await focused()).toBe('después');
      await press('Shift+Tab');
      expect(await focused()).toBe('texto');
      await press('Shift+Tab', 'Shift+Tab');
      expect(await focused()).toBe('antes');
      expect(await rich.typed()).toBe(text);
    }
  });

  it('moves between the cells of a table, and leaves it behind the last one', async () => {
    await open('<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>');
    await box().getByText('a', { exact: true }).click();
    await press('End', 'Tab', 'Tab');
    await type('!');
    expect(await rich.typed()).toContain('<td>!</td><td>d</td>');
    await press('Shift+Tab');
    await type('?');
    expect(await rich.typed()).toContain('<td>?</td></tr>');
    await press('Tab', 'Tab', 'Tab');
    expect(await focused()).not.toBe('texto');
  });
});

describe('the toolbar', () => {
  it('is one stop of Tab, and arrows go from tool to tool and round', async () => {
    await open('<p>Hola</p>');
    await press('Shift+Tab');
    expect(await focused()).toBe('Buscar en el texto (Ctrl+F)');
    await press('ArrowRight');
    expect(await focused()).toBe('Encabezados');
    await press('ArrowLeft', 'ArrowLeft');
    expect(await focused()).toBe('Línea divisoria');
    await press('Home');
    expect(await focused()).toBe('Buscar en el texto (Ctrl+F)');
    await press('Tab');
    expect(await focused()).toBe('texto');
    await press('Shift+Tab', 'ArrowRight', 'Enter');
    await press('ArrowDown', 'Enter');
    expect(await rich.typed()).toBe('<h3>Hola</h3>');
  });

  it('undoes and redoes, and offers only what there is', async () => {
    await open('<p>Hola</p>');
    const [undo, redo] = [button('Deshacer (Ctrl+Z)'), button('Rehacer (Ctrl+Y)')];
    expect(await undo.isDisabled()).toBe(true);
    await press('Control+End');
    await type(' a todos');
    await undo.click();
    expect(await rich.typed()).toBe('<p>Hola</p>');
    expect(await undo.isDisabled()).toBe(true);
    await redo.click();
    expect(await rich.typed()).toBe('<p>Hola a todos</p>');
    expect(await redo.isDisabled()).toBe(true);
  });
});

describe('a table', () => {
  it('that is inserted has the cursor in its first cell, and leaves the paragraph whole', async () => {
    await open('<p>Hola a todos</p>');
    await press('ArrowRight');
    await button('Insertar una tabla').click();
    const cells = rich.page.locator('.toastui-editor-table-selection');
    await cells.hover({ position: { x: 30, y: 30 } });
    await cells.click({ position: { x: 30, y: 30 } });
    await type('A');
    await press('Tab');
    await type('B');
    expect(await rich.typed()).toBe(
      '<p>Hola a todos</p><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>',
    );
  });

  it('is inserted by keys alone, and gets its rows and columns from its tools', async () => {
    await open('<p></p>');
    await press('Shift+Tab', 'End', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await type('A');
    expect(await rich.typed()).toMatch(/<tr><th>A<\/th><th><\/th><\/tr><\/thead><tbody><tr><td><\/td><td><\/td>/);
  });

  it('has its tools in sight while the cursor is in it, and in no other place', async () => {
    await open('<p>x</p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>');
    const tools = rich.page.getByRole('group', { name: 'Herramientas de la tabla' });
    expect(await tools.count()).toBe(0);
    await box().getByText('a', { exact: true }).click();
    await tools.waitFor();
    const tbody = async () => (await rich.typed())?.replace('<p>x</p>', '');
    await button('Fila abajo').click();
    expect(await tbody()).toBe(
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td></td><td></td></tr></tbody></table>',
    );
    await button('Encabezado').click();
    expect(await tbody()).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>',
    );
    await button('Columna a la derecha').click();
    await button('Quitar la fila').click();
    await button('Quitar la columna').click();
    expect(await tbody()).toMatch(/^<table><tbody><tr><td><\/td><td><\/td><\/tr><\/tbody><\/table>$/);
    await button('Quitar la tabla').click();
    expect(await rich.typed()).toBe('<p>x</p>');
    await tools.waitFor({ state: 'detached' });
  });

  it('shows the cell that is clicked and written in, and no tools cover it', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `<tr><td>fila ${i}</td><td>x</td></tr>`).join('');
    await open(`<table><tbody>${rows}</tbody></table><p>y</p>`);
    const isSeen = (words: string) =>
      box()
        .getByText(words, { exact: true })
        .evaluate((cell) => {
          const { left, top, bottom } = cell.getBoundingClientRect();
          return [top, bottom - 1].every((y) => cell.contains(document.elementFromPoint(left + 2, y)));
        });
    const cell = box().getByText('fila 22', { exact: true });
    // At the foot of the window, where the tools will be.
    await cell.evaluate((found) => scrollBy(0, found.getBoundingClientRect().bottom - innerHeight + 80));
    await rich.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await cell.click();
    await rich.page.getByRole('group', { name: 'Herramientas de la tabla' }).waitFor();
    await expect.poll(() => isSeen('fila 22')).toBe(true);
    for (let row = 23; row < 27; row += 1) {
      await press('Tab', 'Tab');
      await expect.poll(() => isSeen(`fila ${row}`)).toBe(true);
    }
  });

  it('can have cells that are merged, and parted again', async () => {
    await open('<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>');
    await box().getByText('a', { exact: true }).click();
    await box()
      .getByText('b', { exact: true })
      .click({ modifiers: ['Shift'] });
    await button('Unir celdas').click();
    expect(await rich.typed()).toBe('<table><tbody><tr><td colspan="2"><p>a</p><p>b</p></td></tr></tbody></table>');
    await button('Separar celdas').click();
    expect(await rich.typed()).toBe('<table><tbody><tr><td><p>a</p><p>b</p></td><td></td></tr></tbody></table>');
  });
});

describe('a link', () => {
  const TEXT = '<p>Ver <a href="https://viejo.gob.ar/">la <strong>orden</strong>anza</a> completa</p>';
  const address = () => rich.page.getByLabel('Dirección');
  const intoLink = async () => {
    await box().getByText('orden', { exact: true }).click();
    await address().waitFor();
  };

  it('shows its words and its address while the cursor is in it, and is changed there', async () => {
    await open(TEXT);
    expect(await address().count()).toBe(0);
    await intoLink();
    expect(await address().inputValue()).toBe('https://viejo.gob.ar/');
    expect(await rich.page.getByLabel('Texto del enlace').inputValue()).toBe('la ordenanza');
    await address().fill('nuevo.gob.ar');
    await address().press('Enter');
    expect(await rich.typed()).toBe(TEXT.replace('https://viejo.gob.ar/', 'https://nuevo.gob.ar'));
    expect(await focused()).toBe('texto');
  });

  it('is not put into another one by the button, which leads to its address', async () => {
    await open(TEXT);
    await intoLink();
    await button('Insertar un enlace').click();
    await expect.poll(() => rich.page.evaluate(() => document.activeElement?.className)).toBe('link-address');
    await address().fill('no es una dirección');
    await address().press('Enter');
    expect(await rich.typed()).toBe(TEXT);
    expect(await address().evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(/^Escribí/);
  });

  it('gets other words, or leaves its words without it', async () => {
    await open(TEXT);
    await intoLink();
    await rich.page.getByLabel('Texto del enlace').fill('la norma');
    await button('Cambiar el enlace').click();
    expect(await rich.typed()).toBe('<p>Ver <a href="https://viejo.gob.ar/">la norma</a> completa</p>');
    await button('Quitar el enlace').click();
    expect(await rich.typed()).toBe('<p>Ver la norma completa</p>');
  });

  it('leads to a page of the portal by its title, which is found by a part of it', async () => {
    const offered = () =>
      rich.page.locator('datalist option').evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value));
    await open(TEXT);
    await intoLink();
    await address().fill('tramites');
    expect(await offered()).toEqual(['Trámites y tasas']);
    await address().fill('tasa');
    expect(await offered()).toEqual(['Trámites y tasas', 'Tasas de 2026']);
    await address().fill('Trámites y tasas');
    await address().press('Enter');
    expect(await rich.typed()).toBe(TEXT.replace('https://viejo.gob.ar/', '/pagina/a1/tramites-y-tasas'));

    await open('<p></p>');
    await button('Insertar un enlace').click();
    await rich.page.locator('#toastuiLinkUrlInput').fill('Tasas de 2026');
    await press('Enter');
    expect(await rich.typed()).toBe('<p><a href="/noticias/leer/b2/tasas-de-2026">Tasas de 2026</a></p>');
  });

  it('is made of everything that is selected', async () => {
    await open('<p>Todo esto</p>');
    await press('Control+a');
    await button('Insertar un enlace').click();
    await rich.page.locator('#toastuiLinkUrlInput').fill('muni.gob.ar');
    await press('Enter');
    expect(await rich.typed()).toBe('<p><a href="https://muni.gob.ar">Todo esto</a></p>');
  });
});

describe('a list', () => {
  it('goes on with Enter, ends with Enter in an empty item, and is left by Backspace', async () => {
    await open('<ul><li>uno</li></ul>');
    await press('Control+End', 'Enter');
    await type('dos');
    expect(await rich.typed()).toBe('<ul><li>uno</li><li>dos</li></ul>');
    await press('Home', 'Backspace');
    expect(await rich.typed()).toBe('<ul><li>uno</li></ul><p>dos</p>');
    await press('Control+z');
    await press('Control+End', 'Enter', 'Enter');
    await type('tres');
    expect(await rich.typed()).toBe('<ul><li>uno</li><li>dos</li></ul><p>tres</p>');
  });

  it('goes in and out with its buttons, and its items keep how they were written', async () => {
    await open('<ol><li><p>uno</p></li><li><p>dos</p></li></ol>');
    await press('Control+End');
    await button('Aumentar la sangría').click();
    expect(await rich.typed()).toBe('<ol><li><p>uno</p><ol><li><p>dos</p></li></ol></li></ol>');
    await button('Reducir la sangría').click();
    await press('End', 'Enter');
    await type('tres');
    expect(await rich.typed()).toBe('<ol><li><p>uno</p></li><li><p>dos</p></li><li><p>tres</p></li></ol>');
    await button('Lista con viñetas').click();
    expect(await rich.typed()).toMatch(/^<ul>/);
  });

  it('a break of a line is Shift and Enter', async () => {
    await open('<p>uno</p>');
    await press('Control+End', 'Shift+Enter');
    await type('dos');
    expect(await rich.typed()).toBe('<p>uno<br />dos</p>');
  });
});

describe('on a phone', () => {
  beforeAll(() => rich.page.setViewportSize({ width: 360, height: 300 }));
  afterAll(() => rich.page.setViewportSize({ width: 1000, height: 800 }));

  it('every tool is in reach', async () => {
    await open('<p>Hola</p>');
    await button('Más herramientas').click();
    await button('Insertar un enlace').waitFor();
    const places = await rich.page
      .locator('.toastui-editor-defaultUI-toolbar button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    expect(places.length).toBeGreaterThan(12);
    expect(places.filter(([left = 0, right = 0]) => left < 0 || right > 360)).toEqual([]);
    await button('Insertar una tabla').click();
    const sizes = await rich.page.locator('.toastui-editor-table-selection').boundingBox();
    expect(sizes?.x).toBeGreaterThanOrEqual(0);
  });

  it('no words of the text show through the tools of a link', async () => {
    await open(`<p><a href="https://muni.gob.ar">enlace</a></p>${'<p>Hola a todos</p>'.repeat(20)}`);
    await box().getByText('enlace').click();
    const address = rich.page.getByLabel('Dirección');
    await address.waitFor();
    expect(
      await address.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === one;
      }),
    ).toBe(true);
  });
});

it('nothing of this was an error', () => expect(rich.errors).toEqual([]));
