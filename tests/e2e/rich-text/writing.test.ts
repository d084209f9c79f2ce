import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const box = () => rich.page.locator('#texto');
const bar = () => rich.page.getByRole('search', { name: 'Buscar en el texto' });
const found = () => box().locator('.found').allInnerTexts();
async function open(text: string): Promise<void> {
  await rich.show(text);
  await box().focus();
  await rich.page.keyboard.press('Control+Home');
}

describe('looking for words in the text', () => {
  const TEXT =
    '<h2>Reunión</h2><p>La <strong>reu</strong>nión del lunes.</p><table><tbody><tr><td>REUNION</td></tr></tbody></table>';

  it('brings what is found into view, and no other bar covers its own', async () => {
    const lines = '<p>Un renglón.</p>'.repeat(80);
    await open(`${lines}<p><a href="https://ejemplo.gob.ar">plano</a></p>${lines}<p>final</p>`);
    await rich.page.keyboard.press('Control+f');
    const isInView = () =>
      box()
        .locator('.current')
        .evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        });
    for (const words of ['final', 'plano']) {
      await bar().getByRole('textbox').fill(words);
      await expect.poll(isInView).toBe(true);
    }
    expect(await rich.page.locator('.tools').count()).toBe(1);
    await bar().getByRole('button', { name: 'Cerrar' }).click();
    await rich.page.getByRole('group', { name: 'Enlace' }).waitFor();
  });

  it('finds them whatever their accents, case and formats, and counts them', async () => {
    await open(TEXT);
    await rich.page.keyboard.press('Control+f');
    await bar().getByRole('textbox').fill('reunión');
    expect((await found()).join(' ')).toBe('Reunión reu nión REUNION');
    expect(await bar().getByRole('status').innerText()).toBe('1 de 3');
    await bar().getByRole('button', { name: 'Siguiente' }).click();
    expect(await box().locator('.current').allInnerTexts()).toEqual(['reu', 'nión']);
    await bar().getByRole('textbox').press('Shift+Enter');
    await bar().getByRole('button', { name: 'Anterior' }).click();
    expect(await bar().getByRole('status').innerText()).toBe('3 de 3');
    await bar().getByRole('textbox').fill('martes');
    expect(await bar().getByRole('status').innerText()).toBe('No está');
    expect(await rich.typed()).toBe(TEXT);
  });

  it('has its button in sight at every width, also after the screen was turned', async () => {
    await rich.show('<p>uno</p>');
    const more = rich.page.getByRole('button', { name: 'Más herramientas' });
    for (const width of [1000, 700, 600, 560, 520, 480, 440, 390, 360, 1000]) {
      await rich.page.setViewportSize({ width, height: 800 });
      // The toolbar is laid out again a moment later.
      if (width === 390) await more.waitFor();
      if (width === 1000) await more.waitFor({ state: 'detached' });
      await rich.page.getByRole('button', { name: 'Buscar en el texto (Ctrl+F)' }).waitFor();
      expect(await more.count()).toBeLessThanOrEqual(1);
    }
  });

  it('is opened by its button, and Escape leads back to the place that was found', async () => {
    await open(TEXT);
    await rich.page.getByRole('button', { name: 'Buscar en el texto (Ctrl+F)' }).click();
    await bar().getByRole('textbox').fill('lunes');
    await bar().getByRole('textbox').press('Escape');
    expect(await bar().count()).toBe(0);
    expect(await found()).toEqual([]);
    await rich.page.keyboard.type('martes');
    expect(await rich.typed()).toBe(TEXT.replace('lunes', 'martes'));
  });

  it('follows what is typed', async () => {
    await open('<p>agua</p>');
    await rich.page.keyboard.press('Control+f');
    await bar().getByRole('textbox').fill('agua');
    await box().focus();
    await rich.page.keyboard.press('Control+End');
    await rich.page.keyboard.type(' y más agua');
    await expect.poll(() => bar().getByRole('status').innerText()).toBe('1 de 2');
  });
});

describe('the order of headings', () => {
  const notice = () => rich.page.getByText('es un subtítulo y no tiene un título antes', { exact: false });

  it('is watched: a subheading before the first heading is named, and made a heading', async () => {
    await open('<p>x</p><h3>Horarios</h3><h2>Obras</h2><h3>Cordón</h3>');
    expect(await notice().innerText()).toContain('«Horarios»');
    await rich.page.getByRole('button', { name: 'Hacerlo título' }).click();
    expect(await rich.typed()).toBe('<p>x</p><h2>Horarios</h2><h2>Obras</h2><h3>Cordón</h3>');
    expect(await notice().count()).toBe(0);
  });

  it('and a heading without words is made a paragraph', async () => {
    await open('<h2>Obras</h2><h3></h3><p>x</p>');
    await rich.page.getByRole('button', { name: 'Hacerlo párrafo' }).click();
    expect(await rich.typed()).toBe('<h2>Obras</h2><p><br /></p><p>x</p>');
  });
});

it('nothing of this was an error', () => expect(rich.errors).toEqual([]));
