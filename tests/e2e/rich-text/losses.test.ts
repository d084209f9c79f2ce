import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const box = () => rich.page.locator('#texto');
const keys = async (...all: string[]) => {
  for (const key of all) await rich.page.keyboard.press(key);
};
/** Puts the cursor behind some words. */
async function behind(words: string): Promise<void> {
  await box().getByText(words, { exact: true }).click();
  await keys('End');
}

describe('what was written is not lost', () => {
  it('by undoing right after the text was opened', async () => {
    await rich.show('<p>Lo que ya estaba.</p>');
    await box().click();
    await keys('Control+z');
    expect(await box().innerText()).toBe('Lo que ya estaba.');
    await keys('Control+End');
    await rich.page.keyboard.type(' Y más.');
    await keys('Control+z', 'Control+z', 'Control+z');
    expect(await rich.typed()).toBe('<p>Lo que ya estaba.</p>');
  });

  it('by dragging over two cells and deleting what they say', async () => {
    const row = (cells: string) => `<table><tbody><tr>${cells}</tr></tbody></table>`;
    await rich.show(row('<td>uno</td><td>dos</td><td>tres</td>'));
    const [from, to] = [await centre('uno'), await centre('dos')];
    await rich.page.mouse.move(from.x, from.y);
    await rich.page.mouse.down();
    await rich.page.mouse.move(to.x, to.y, { steps: 5 });
    await rich.page.mouse.up();
    expect(await rich.page.locator('.selectedCell').allInnerTexts()).toEqual(['uno', 'dos']);
    await keys('Delete');
    expect(await rich.typed()).toBe(row('<td></td><td></td><td>tres</td>'));
    expect(rich.errors).toEqual([]);
  });

  it('by a change beside a line break in a cell, an item or bold words', async () => {
    const before =
      '<p>x</p><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>a<br />b</td></tr></tbody></table>' +
      '<p><strong>a<br />b</strong></p><ul><li>uno<br />dos</li></ul>';
    await rich.show(before);
    for (const words of ['a\nb', 'uno\ndos']) {
      await box()
        .getByText(words.split('\n')[0] ?? '', { exact: false })
        .first()
        .click();
    }
    await behind('A');
    await rich.page.keyboard.type('!');
    await box().locator('strong').click();
    await keys('End');
    await rich.page.keyboard.type('!');
    await box().locator('li').click();
    await keys('End');
    await rich.page.keyboard.type('!');
    expect((await rich.typed())?.replaceAll('!', '')).toBe(before);
    expect((await rich.typed())?.split('!')).toHaveLength(4);
  });

  it('by opening any text of the demo town, or adding something below it', async () => {
    const db = new Database(join(inject('template'), 'portal.sqlite'), { readonly: true });
    const texts = db
      .prepare<[], { text: string }>(
        'SELECT text FROM story UNION SELECT text FROM agenda UNION SELECT text FROM bulletin ' +
          'UNION SELECT text FROM page UNION SELECT description FROM album UNION SELECT personalData FROM authority',
      )
      .all()
      .map(({ text }) => text);
    db.close();
    expect(texts.filter((text) => text.includes('<table')).length).toBeGreaterThan(0);
    const trips = await rich.call((harness, all) => all.map((text) => ({ text, ...harness.trip(text) })), texts);
    for (const { text, kept, added } of trips) {
      expect(kept).toBe(text);
      if (text !== '') expect(added).toBe(`${text}<p>nuevo</p>`);
    }
  });

  it('when a table is pasted with text around it', async () => {
    await rich.show('');
    await box().click();
    await rich.page.keyboard.type('Antes');
    await rich.paste({
      'text/html':
        '<p>hola</p><table><tr><td><p>Obra</p></td><td><p>Monto</p></td></tr><tr><td>Cordón</td><td>$ 1.000</td></tr></table><p>chau</p>',
    });
    expect(await rich.typed()).toBe(
      '<p>Anteshola</p><table><tbody><tr><td>Obra</td><td>Monto</td></tr>' +
        '<tr><td>Cordón</td><td>$ 1.000</td></tr></tbody></table><p>chau</p>',
    );
  });
});

async function centre(words: string): Promise<{ x: number; y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await box().getByText(words, { exact: true }).boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}
