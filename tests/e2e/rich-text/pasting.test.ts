import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { richText } from '../../../api/records/canonical.ts';
import type { Clipboard } from './clipboards/clipboard.ts';
import { GOOGLE } from './clipboards/google.ts';
import { OFFICE } from './clipboards/office.ts';
import { PLAIN } from './clipboards/plain.ts';
import { WEB } from './clipboards/web.ts';
import { WORD } from './clipboards/word.ts';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

const CLIPBOARDS: readonly Clipboard[] = [...WORD, ...GOOGLE, ...OFFICE, ...WEB, ...PLAIN];

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

/** Pastes into an empty text. */
async function paste({ html = '', text = '' }: Pick<Clipboard, 'html' | 'text'>): Promise<void> {
  await rich.show('');
  await rich.page.locator('#texto').focus();
  await rich.paste(html ? { 'text/html': html, 'text/plain': 'x' } : { 'text/plain': text });
}
const notice = () => rich.page.locator('.paste-notice');

it('there are clipboards of at least 25 kinds', () => expect(CLIPBOARDS.length).toBeGreaterThanOrEqual(25));

describe('what is pasted is understood', () => {
  it.each(CLIPBOARDS.map((one) => [one.name, one] as const))(
    '%s',
    async (_, { lost = [], asked = [], joined, becomes, ...given }) => {
      await paste(given);
      const stored = (await rich.typed()) ?? '';
      expect(stored).toBe(becomes);
      expect(richText(stored)).toBe(stored);
      const said = (await notice().innerText()).trim();
      for (const one of lost) expect(said).toContain(one);
      for (const one of asked) expect(said).toContain(`Elegir «${one}»`);
      if (lost.length + asked.length === 0 && joined === undefined) expect(said).toBe('');
      if (joined !== undefined) {
        expect(said).toContain('¿Unir los renglones?');
        await notice().getByRole('button', { name: 'Unir', exact: true }).click();
        expect(await rich.typed()).toBe(joined);
        expect((await notice().innerText()).trim()).toBe('');
      }
      expect(rich.errors).toEqual([]);
    },
  );

  it('what was lost can be undone together with what was pasted, and only with that', async () => {
    await rich.show('');
    await rich.page.locator('#texto').focus();
    await rich.page.keyboard.type('Antes');
    await rich.paste({ 'text/html': '<p>y <u>después</u></p>' });
    expect(await rich.typed()).toBe('<p>Antesy después</p>');
    await notice().getByRole('button', { name: 'Deshacer', exact: true }).click();
    expect(await rich.typed()).toBe('<p>Antes</p>');
    expect((await notice().innerText()).trim()).toBe('');
  });

  it('pasted again from the editor itself, cells and items stay what they were', async () => {
    const text =
      '<ul><li>uno<ul><li>dos</li></ul></li></ul><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>b<br />c</td></tr></tbody></table>';
    await rich.show(text);
    await rich.page.locator('#texto').focus();
    await rich.page.keyboard.press('Control+a');
    const copied = await rich.page.locator('#texto').evaluate((box) => {
      const clipboardData = new DataTransfer();
      box.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/html');
    });
    await rich.page.keyboard.press('Delete');
    expect(await rich.typed()).toBe('');
    await rich.paste({ 'text/html': copied });
    expect(await rich.typed()).toBe(text);
  });

  it('what was lost is said in sight, also in the middle of a long text', async () => {
    await rich.show('<p>Uno</p>'.repeat(100));
    await rich.page.locator('#texto p').nth(40).click();
    await rich.paste({ 'text/html': '<p><u>Dos</u></p>' });
    const said = rich.page.getByText('No se pegó el subrayado.');
    await expect
      .poll(() =>
        said.evaluate((one) => {
          const { left, top } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(left + 2, top + 2));
        }),
      )
      .toBe(true);
  });

  it('a whole year of decrees is pasted at once', async () => {
    const html = `<div>${'<p class=MsoNormal>Artículo <b>1</b><br><br>Texto<o:p></o:p></p><div><div>x<br></div></div>'.repeat(3000)}</div>`;
    await paste({ html });
    expect((await rich.typed())?.match(/<p>/g)).toHaveLength(9000);
  });

  it('a screenshot takes nothing of what is selected', async () => {
    await rich.show('<p>Todo</p>');
    await rich.page.locator('#texto').focus();
    await rich.page.keyboard.press('Control+a');
    await rich.page.locator('#texto').evaluate((box) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'captura.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await rich.typed()).toMatch(/^<p>Todo<\/p><figure><img [^>]*\/><\/figure>$/);
  });
});
