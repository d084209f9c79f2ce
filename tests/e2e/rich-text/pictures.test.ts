import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageTag } from '#contract/uploaded/text-pictures';
import { openRichPage } from './harness/open.ts';
import type { RichPage } from './harness/open.ts';

let rich: RichPage;
beforeAll(async () => {
  rich = await openRichPage();
});
afterAll(() => rich.close());

const box = () => rich.page.locator('#texto');
const tools = () => rich.page.getByRole('group', { name: 'Imagen', exact: true });
const press = async (...all: string[]) => {
  for (const key of all) {
    await rich.page.keyboard.press(key);
    await rich.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
};
const type = (words: string) => rich.page.keyboard.type(words);
async function open(text: string, ...keys: string[]): Promise<void> {
  await rich.show(text);
  await box().focus();
  await press(...(keys.length > 0 ? keys : ['Control+End']));
}
/** Opens a text that begins with a picture, and waits for the cursor to be in its caption. */
async function openAtCaption(text: string): Promise<void> {
  await rich.show(text);
  await box().focus();
  await rich.page.waitForFunction(() => getSelection()?.anchorNode?.parentElement?.closest('figure'));
}
/** Opens a text that has a picture, and touches it, which puts the cursor into its caption. */
async function openAtPicture(text: string): Promise<void> {
  await open(text, 'Control+Home');
  await box().locator('img').click();
}
/** A picture as the server stores it. */
const image = (name: string, alt?: string) =>
  imageTag({ name: `${name}-0123456789abcdef`, ...(alt !== undefined && { alt }), width: 480, height: 320 });
const figure = (name: string, caption = '', alt?: string) =>
  `<figure>${image(name, alt)}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

/** Brings files to the text from the clipboard or from a folder. */
async function bring(kind: 'paste' | 'drop', names: readonly string[], html = ''): Promise<void> {
  await box().evaluate(
    (target, given) => {
      const data = new DataTransfer();
      for (const name of given.names) data.items.add(new File(['x'], name, { type: 'image/png' }));
      if (given.html) data.setData('text/html', given.html);
      const { left, bottom } = target.querySelector('p, figcaption')!.getBoundingClientRect();
      const shared = { bubbles: true, cancelable: true };
      const event =
        given.kind === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
          : new DragEvent('drop', { ...shared, dataTransfer: data, clientX: left + 2, clientY: bottom - 4 });
      target.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error('the browser would leave the page');
    },
    { kind, names, html },
  );
}

describe('a picture comes', () => {
  it('from the button, behind the paragraph, and the cursor is in its caption', async () => {
    await open('<p>uno</p><p>dos</p>', 'Control+Home');
    const choosing = rich.page.waitForEvent('filechooser');
    await rich.page.getByRole('button', { name: 'Insertar imágenes' }).click();
    await (
      await choosing
    ).setFiles([
      { name: 'a', mimeType: 'image/png', buffer: Buffer.from('x') },
      { name: 'b', mimeType: 'image/png', buffer: Buffer.from('y') },
    ]);
    await type('Pie');
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a')}${figure('b', 'Pie')}<p>dos</p>`);
  });

  it('from the clipboard, in the place of an empty line', async () => {
    await open('');
    await bring('paste', ['a']);
    expect(await rich.typed()).toBe(figure('a'));
    await press('Enter');
    await type('Sigue');
    expect(await rich.typed()).toBe(`${figure('a')}<p>Sigue</p>`);
  });

  it('from the clipboard only if there is no text: programs of an office add a picture of what they copy', async () => {
    await open('<p>uno</p>');
    await bring('paste', ['a'], '<p>dos</p>');
    expect(await rich.typed()).toBe('<p>unodos</p>');
  });

  it('from a folder, where it is dropped', async () => {
    await open('<p>uno</p><p>dos</p>');
    await bring('drop', ['a']);
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a')}<p>dos</p>`);
  });

  it('from a page of the portal or another text of it, as it is', async () => {
    await open('<p>uno</p>');
    await bring(
      'paste',
      [],
      `<p>dos</p><img src="${'/uploads/text/foto-0123456789abcdef-960.webp'}" alt="La plaza" width="1600" height="900"><p>tres</p>` +
        '<figure class="half"><img src="/uploads/text/flor-0123456789abcdef-480.webp" alt="" width="480" height="320"></figure>',
    );
    expect(await rich.typed()).toBe(
      '<p>unodos</p><figure><img src="/uploads/text/foto-0123456789abcdef-1600.webp" alt="La plaza" width="1600" height="900" /></figure><p>tres</p>' +
        '<figure class="half"><img src="/uploads/text/flor-0123456789abcdef-480.webp" width="480" height="320" /></figure>',
    );
  });

  it('from another site only if a person picks it: it is named, and keeps its place and its words', async () => {
    await open('<p>uno</p>');
    await bring(
      'paste',
      [],
      '<p>dos</p><p><img src="https://x.example/fotos/Plaza%20vieja.jpg?w=3" alt="La plaza"></p><p>tres</p>',
    );
    expect(await rich.typed()).toMatch(
      /<p>unodos<\/p><figure><img src="\/uploads\/text\/plaza-vieja-[0-9a-f]{16}-0\.webp" alt="La plaza" \/><\/figure><p>tres<\/p>/,
    );
    const choosing = rich.page.waitForEvent('filechooser');
    await rich.page.getByRole('button', { name: 'Elegir «plaza-vieja»' }).click();
    await (await choosing).setFiles([{ name: 'a', mimeType: 'image/png', buffer: Buffer.from('x') }]);
    expect(await rich.typed()).toBe(`<p>unodos</p>${figure('a', '', 'La plaza')}<p>tres</p>`);
    await expect.poll(() => rich.page.getByRole('button', { name: /Elegir/ }).count()).toBe(0);
  });

  it('with text that is pasted, and one step takes back both; doing it again brings both', async () => {
    await open('<p>uno</p>');
    await rich.call((harness) => void (harness.held = []), null);
    const data =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await bring('paste', [], `<p>antes</p><p><img src="${data}" alt=""></p><p>después</p>`);
    // A photo is read and stored first, which takes longer than what is undone together.
    await rich.call((harness) => {
      const now = Date.now;
      Date.now = () => now() + 60_000;
      for (const take of harness.held ?? []) take();
      harness.held = null;
    }, null);
    const both = await rich.typed();
    expect(both).toContain('-0123456789abcdef');
    await press('Control+z');
    expect(await rich.typed()).toBe('<p>uno</p>');
    await press('Control+y');
    expect(await rich.typed()).toBe(both);
  });

  it('and is undone by itself', async () => {
    await open('<p>uno</p>');
    await type(' y más');
    await bring('paste', ['a']);
    await press('Control+z');
    expect(await rich.typed()).toBe('<p>uno y más</p>');
  });
});

describe('its tools', () => {
  it('ask what it shows, or whether it is decorative', async () => {
    await openAtPicture(`<p>uno</p>${figure('a')}`);
    await box().getByText('Falta decir qué muestra', { exact: false }).waitFor();
    await tools().getByLabel('Qué muestra').fill('La "plaza" <nueva>');
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', '', 'La "plaza" <nueva>')}`);
    expect(await box().getByText('Falta decir').count()).toBe(0);
    await tools().getByLabel('Es decorativa').check();
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', '', '')}`);
    await tools().getByLabel('Es decorativa').uncheck();
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a')}`);
  });

  it('are there when the picture is touched, and make it half as wide', async () => {
    await open(`<p>uno</p>${figure('a', 'Pie')}<p>dos</p>`, 'Control+Home');
    expect(await tools().count()).toBe(0);
    await box().locator('img').click();
    await tools().getByRole('button', { name: 'Mitad del ancho' }).click();
    expect(await rich.typed()).toContain('<figure class="half"><img');
    await tools().getByRole('button', { name: 'Mitad del ancho', pressed: true }).click();
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', 'Pie')}<p>dos</p>`);
  });

  it('move it, and take it out', async () => {
    await openAtPicture(`<p>uno</p><p>dos</p>${figure('a', 'Pie')}`);
    await tools().getByRole('button', { name: 'Más arriba' }).click();
    await tools().getByRole('button', { name: 'Más arriba' }).click();
    await tools().getByRole('button', { name: 'Más arriba' }).click();
    expect(await rich.typed()).toBe(`${figure('a', 'Pie')}<p>uno</p><p>dos</p>`);
    await tools().getByRole('button', { name: 'Más abajo' }).click();
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', 'Pie')}<p>dos</p>`);
    await tools().getByRole('button', { name: 'Quitar la imagen' }).click();
    expect(await rich.typed()).toBe('<p>uno</p><p>dos</p>');
  });
});

describe('keys', () => {
  it('write in the caption, and Enter goes on below', async () => {
    await openAtPicture(`<p>uno</p>${figure('a')}`);
    await type('Pie');
    await press('Enter');
    await type('dos');
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', 'Pie')}<p>dos</p>`);
  });

  it('Backspace takes a picture without a caption out, and nothing that is typed replaces one', async () => {
    await openAtPicture(`<p>uno</p>${figure('a')}`);
    await press('Backspace');
    expect(await rich.typed()).toBe('<p>uno</p>');
    await openAtCaption(figure('a', 'P'));
    await press('End');
    await press('Backspace', 'Backspace');
    expect(await rich.typed()).toBe('');
    await openAtPicture(`<p>uno</p>${figure('a')}`);
    await type('x');
    expect(await rich.typed()).toBe(`<p>uno</p>${figure('a', 'x')}`);
  });

  it('Ctrl+End goes below a picture that ends the text, which stays as it is until something is written', async () => {
    const text = `<p>uno</p>\n${figure('a', 'Pie')}\n`;
    await open(text, 'Control+End');
    expect(await rich.typed()).toBe(text);
    await type('dos');
    expect(await rich.typed()).toBe(`${text}<p>dos</p>`);
  });
});

it('a picture that the portal does not have is said to be missing', async () => {
  await openAtCaption(`<figure>${imageTag({ name: 'a-0123456789abcdef', alt: 'x' })}</figure>`);
  await box().getByText('No está.').waitFor();
  await type('y');
  expect(await rich.typed()).toContain('-0.webp" alt="x" /><figcaption>y');
});

it('nothing of this was an error', () => expect(rich.errors).toEqual([]));
