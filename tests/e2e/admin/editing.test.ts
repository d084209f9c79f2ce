import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DRAFT_DELAY } from '../../../web/src/admin/field/editing.ts';
import { answer, create, edit, stored, TOUCH, openDisclosure, untilSent, untilStored } from '../support/admin.ts';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
let photo: Buffer;
/** Over 2 MB. */
let large: Buffer;

beforeAll(async () => {
  town = await openTown();
  staff = await town.staff(TOUCH);
  photo = await noise(400, 'jpeg');
  large = await noise(900, 'png');
});
afterAll(() => town.close());

/** Makes a picture that hardly compresses. */
function noise(side: number, format: 'jpeg' | 'png'): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

const jpeg = (buffer: Buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
const pdf = (text: string) => ({ name: 'Decreto 12.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) });
const REAL_PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
const surface = (page: Page) => page.locator('.rich [role="textbox"]');
const images = (id: string) => stored(town, 'SELECT name FROM image WHERE record_id = ?', id).length;

/** Content pasted from another program. */
async function paste(page: Page, html: string): Promise<void> {
  await surface(page).tap();
  await surface(page).evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Returns what the editor copies to the clipboard. */
function copy(page: Page): Promise<string> {
  return surface(page).evaluate((box) => {
    const clipboardData = new DataTransfer();
    box.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/html');
  });
}

/** From now on the device stores no changes, as when its storage is full. @returns makes room */
async function fillDevice(): Promise<() => Promise<void>> {
  await staff.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
      if (this.name === 'operations') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, given);
    };
    Object.assign(window, { free: () => (IDBObjectStore.prototype.put = put) });
  });
  return () => staff.evaluate(() => (window as unknown as { free: () => void }).free());
}

let story = '';
const storyRow = 'SELECT title, description, highlight, status, date, text, video FROM story WHERE id = ?';

it('each field of a blank story is saved when it is left, checkboxes as 1 or 0', async () => {
  story = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Vuelve la feria');
  await staff.getByRole('status').getByText('Guardado', { exact: true }).waitFor();
  await edit(staff, 'Copete', 'Dos días en la plaza');
  await edit(staff, 'Fecha', '2026-11-20');
  await edit(staff, 'Video', 'https://youtu.be/dQw4w9WgXcQ');
  const highlight = staff.getByLabel('Destacada', { exact: true });
  for (const value of [1, 0, 1]) {
    const sent = staff.waitForRequest(/update\/highlight$/);
    await highlight.tap();
    expect((await sent).postDataJSON()).toMatchObject({ value });
    await untilStored(town, { highlight: value }, storyRow, story);
  }
  await untilStored(
    town,
    { title: 'Vuelve la feria', description: 'Dos días en la plaza', date: '2026-11-20' },
    storyRow,
    story,
  );
  expect(stored<{ video: string }>(town, storyRow, story)[0]?.video).toContain('dQw4w9WgXcQ');
});

it.for([120, 900])(
  'a date typed at %i ms per key is saved when the field is left; an incomplete date is reported and the old one stays',
  async (pace) => {
    const date = staff.getByLabel('Fecha', { exact: true });
    const saves: string[] = [];
    staff.on(
      'request',
      (request) =>
        request.url().endsWith('/update/date') &&
        saves.push(String((request.postDataJSON() as { value: string }).value)),
    );
    // The browser decides the order of day and month, so both are the same number.
    await date.focus();
    await staff.keyboard.press('ArrowLeft');
    await staff.keyboard.press('ArrowLeft');
    await staff.keyboard.type(pace === 120 ? '05052027' : '0808', { delay: pace });
    if (pace === 900) await staff.keyboard.type('28', { delay: pace });
    expect(saves).toEqual([]);
    const whole = pace === 120 ? '2027-05-05' : '2028-08-08';
    await date.blur();
    await untilStored(town, { date: whole }, storyRow, story);
    expect(await date.inputValue()).toBe(whole);

    await date.focus();
    await staff.keyboard.press('Backspace');
    await date.blur();
    await staff.getByText(/^La fecha quedó incompleta o no existe, y sigue la anterior\. Escribila entera/).waitFor();
    expect(await date.inputValue()).toBe(whole);
    expect(saves).toEqual([whole]);
    staff.removeAllListeners('request');
  },
);

it('with a mouse, a date reads as in the town whatever the browser speaks, and is typed or picked', async () => {
  const desk = await town.staff({ serviceWorkers: 'block', locale: 'en-US' });
  await desk.goto(staff.url());
  const date = desk.getByLabel('Fecha', { exact: true });
  const shows = (text: string) => expect.poll(() => date.inputValue()).toBe(text);
  await expect.poll(() => date.inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  // Typed without separators, as a keypad invites to.
  await date.fill('');
  await date.pressSequentially('15032026');
  await date.press('Enter');
  await untilStored(town, { date: '2026-03-15' }, storyRow, story);
  await shows('15/03/2026');
  for (const [typed, words] of [
    ['16/03/2', /^La fecha quedó incompleta y sigue la anterior\./],
    ['31/2/2026', /^Esa fecha no existe y sigue la anterior\./],
  ] as const) {
    await date.fill(typed);
    await date.blur();
    await desk.getByText(words).waitFor();
    await shows('15/03/2026');
    // What is shown again is not wrong.
    expect(await date.getAttribute('aria-invalid')).toBe('false');
  }
  await date.fill('1/1/1900');
  await date.blur();
  await desk.getByRole('button', { name: 'Cancelar' }).click();
  await shows('15/03/2026');
  await date.fill('16/3/26');
  await date.press('Enter');
  await shows('16/03/2026');
  await untilStored(town, { date: '2026-03-16' }, storyRow, story);

  const opener = desk.getByRole('button', { name: 'Calendario de fecha' });
  const calendar = desk.getByRole('dialog', { name: 'Calendario' });
  await opener.click();
  await calendar.getByRole('button', { name: '16 de marzo de 2026', pressed: true }).waitFor();
  await calendar.getByRole('button', { name: '20 de marzo de 2026' }).click();
  await untilStored(town, { date: '2026-03-20' }, storyRow, story);
  await shows('20/03/2026');

  await opener.press('Enter');
  await desk.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '20 de marzo de 2026');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await desk.keyboard.press(key);
  await untilStored(town, { date: '2026-04-03' }, storyRow, story);
  await shows('03/04/2026');

  await desk.context().setOffline(true);
  await opener.press('Enter');
  await calendar.getByRole('button', { name: '3 de abril de 2026', exact: true }).waitFor();
  await desk.keyboard.press('Escape');
  await calendar.waitFor({ state: 'detached' });
  expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  await date.fill('04/04/2026');
  await date.press('Tab');
  await shows('04/04/2026');
  await desk.context().setOffline(false);
  await untilStored(town, { date: '2026-04-04' }, storyRow, story);
  await desk.context().close();
});

it('its text is saved with its own button, and text pasted from Word and the web is cleaned', async () => {
  await paste(
    staff,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { margin: 0 }</style></head><body onload="alert(1)">
    <p class="MsoNormal" style="color:red" onclick="alert(2)"><b>Programa</b><o:p></o:p></p>
    <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Feria de platos</p>
    <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Música</p>
    <p>Más en <a href="javascript:alert(1)">este</a> <a href="https://example.com/" target="_blank">sitio</a></p><img src="x" onerror="alert(3)"></body></html>`,
  );
  await staff.getByRole('button', { name: 'Guardar texto', exact: true }).tap();
  await untilSent(staff);
  const text = () => stored<{ text: string }>(town, storyRow, story)[0]?.text ?? '';
  await expect.poll(text).toContain('<strong>Programa</strong>');
  expect(text()).toContain('<a href="https://example.com/"');
  expect(text()).toMatch(/<ul>\s*<li>(<p>)?Feria de platos/);
  expect(text()).not.toMatch(/style|class|onclick|javascript|Mso|<o:p|<img|·/);
});

it('a link is completed in its popup, which knows the pages of the portal, keeps its address when the text is loaded and copied, and an invalid address is refused', async () => {
  const tool = (name: string) => staff.getByRole('button', { name, exact: true });
  const url = staff.locator('#toastuiLinkUrlInput');
  await surface(staff).tap();
  await staff.keyboard.press('Control+End');
  await staff.keyboard.press('Enter');
  if (!(await tool('Insertar un enlace').isVisible())) await tool('Más herramientas').tap();
  await tool('Insertar un enlace').tap();
  await expect.poll(() => url.evaluate((one) => one === document.activeElement)).toBe(true);
  await url.fill('transparen');
  await expect.poll(() => staff.locator('.rich datalist option').allTextContents()).toContain('Transparencia');
  await url.fill('noticias');
  await url.press('Enter');
  expect(await url.evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(
    /^Escribí una dirección completa/,
  );
  await url.fill('muni.gob.ar/a?b=1&c=2');
  await staff.locator('.toastui-editor-popup-add-link').getByRole('button', { name: 'Aceptar', exact: true }).tap();
  await tool('Guardar texto').tap();
  await untilSent(staff);
  const text = () => stored<{ text: string }>(town, storyRow, story)[0]?.text ?? '';
  const link = '<a href="https://muni.gob.ar/a?b=1&amp;c=2">https://muni.gob.ar/a?b=1&amp;c=2</a>';
  await expect.poll(text).toContain(link);

  await staff.reload();
  await surface(staff).getByText('muni.gob.ar').waitFor();
  await surface(staff).tap();
  await staff.keyboard.press('Control+a');
  let copied = '';
  await expect.poll(async () => (copied = await copy(staff))).toContain('muni.gob.ar');
  await staff.keyboard.press('Control+End');
  await paste(staff, copied);
  await tool('Guardar texto').tap();
  await untilSent(staff);
  await expect.poll(() => text().split(link).length).toBe(3);
});

it('labels: typing shows suggestions, Escape hides them, Enter and leaving the box add exactly what was typed, commas separate labels, and one can be removed', async () => {
  const box = staff.getByRole('combobox', { name: 'Etiquetas' });
  const options = staff.getByRole('listbox', { name: 'Etiquetas que ya existen' }).getByRole('option');
  await box.pressSequentially('cul');
  await options.filter({ hasText: '#Cultura' }).waitFor();
  await box.press('Escape');
  expect(await options.count()).toBe(0);
  expect(await box.inputValue()).toBe('cul');
  await box.fill('');
  await box.press('Enter');
  await box.pressSequentially('Feria Ñandú, salud');
  await box.press('Enter');
  await box.press('Enter');
  await staff.getByRole('listitem').filter({ hasText: '#Feria Ñandú' }).waitFor();
  await staff.getByRole('button', { name: 'Quitar la etiqueta salud' }).waitFor();
  await box.pressSequentially('cul');
  await options.first().waitFor();
  await box.press('ArrowDown');
  await box.press('Enter');
  await staff.getByRole('button', { name: 'Quitar la etiqueta Cultura' }).waitFor();
  expect(await options.count()).toBe(0);
  // What is left in the box is added too, as other fields are saved when they are left.
  await box.fill('Lectura');
  await box.blur();
  await staff.getByRole('button', { name: 'Quitar la etiqueta Lectura' }).tap();
  await staff.getByRole('button', { name: 'Quitar la etiqueta salud' }).tap();
  await untilSent(staff);
  const labels = () =>
    stored<{ name: string }>(
      town,
      'SELECT name FROM label JOIN story_label ON label_id = id WHERE story_id = ? ORDER BY position',
      story,
    ).map(({ name }) => name);
  await expect.poll(labels).toEqual(['Feria Ñandú', 'Cultura']);
});

it('a field that a full device could not store keeps its text, says what to do, and is saved once there is room', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const title = staff.getByLabel('Título', { exact: true });
  const row = () => stored<{ title: string }>(town, 'SELECT title FROM story WHERE id = ?', id)[0]?.title;
  await edit(staff, 'Título', 'Con lugar');
  await untilSent(staff);
  const free = await fillDevice();
  await edit(staff, 'Título', 'Sin lugar');
  await staff
    .locator('.field')
    .filter({ has: title })
    .getByText(
      'No queda lugar en este dispositivo, así que el cambio no se guardó. ' +
        'Copiá el texto, liberá espacio y probá de nuevo.',
    )
    .waitFor();
  expect(await title.inputValue()).toBe('Sin lugar');
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  const asked = staff.getByRole('dialog', { name: 'Hay texto sin guardar', exact: true });
  await asked.getByText('Escribiste en «Título»', { exact: false }).waitFor();
  expect(row()).toBe('Con lugar');
  await free();
  await asked.getByRole('button', { name: 'Guardar y salir', exact: true }).tap();
  await staff.getByRole('table').waitFor();
  await untilSent(staff);
  expect(row()).toBe('Sin lugar');
  await staff.goto(`/admin/noticia/${story}`);
});

it('labels that the device could not store return to their box, and are asked about before the screen is left', async () => {
  const box = staff.getByRole('combobox', { name: 'Etiquetas' });
  const free = await fillDevice();
  await box.fill('Feria, Museo');
  await box.press('Enter');
  await staff.getByRole('alert').getByText('No queda lugar', { exact: false }).waitFor();
  expect(await box.inputValue()).toBe('Feria, Museo');
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  const asked = staff.getByRole('dialog', { name: 'Hay un dato sin guardar', exact: true });
  await asked.getByText('Escribiste en «Etiquetas»', { exact: false }).waitFor();
  await asked.getByText('Si seguís sin el dato, se pierde.', { exact: false }).waitFor();
  await free();
  await asked.getByRole('button', { name: 'Cancelar', exact: true }).tap();
  await box.press('Enter');
  await staff.getByRole('button', { name: 'Quitar la etiqueta Museo' }).tap();
  await staff.getByRole('button', { name: 'Quitar la etiqueta Feria', exact: true }).tap();
  await untilSent(staff);
});

it('a picture: another file is refused at once, a broken one by the server, and one over 2 MB is reduced after a question', async () => {
  const input = staff.locator('.field-picture input[type="file"]');
  await input.setInputFiles({
    name: 'escudo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await staff
    .getByRole('alert')
    .getByText('Ese archivo no es una imagen que podamos usar. Elegí una foto JPEG, PNG, WebP o AVIF.', { exact: true })
    .waitFor();
  await input.setInputFiles({
    name: 'IMG_0001.HEIC',
    mimeType: 'image/heic',
    buffer: Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(500)]),
  });
  await staff
    .getByRole('alert')
    .getByText(/^Este teléfono guardó la foto en HEIC.*«Más compatible»/)
    .waitFor();

  await input.setInputFiles(jpeg(photo.subarray(0, photo.length / 2)));
  const field = staff.locator('.field-picture');
  await field.getByText(/^La imagen está dañada o llegó incompleta\./).waitFor();
  await field.getByRole('button', { name: 'Descartar', exact: true }).tap();
  await answer(staff, 'Se va a perder este cambio, que todavía no está en el servidor.', 'Descartar');
  await field.locator('.field-state:empty').waitFor({ state: 'attached' });

  const tooLarge = { name: 'grande.png', mimeType: 'image/png', buffer: large };
  expect(large.length).toBeGreaterThan(2_097_152);
  const dialog = staff.getByRole('dialog', { name: 'Imagen muy grande', exact: true });
  await input.setInputFiles(tooLarge);
  await dialog
    .getByText('Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)', { exact: true })
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).tap();
  expect(images(story)).toBe(0);
  await input.setInputFiles(tooLarge);
  const sent = staff.waitForRequest(/\/api\/story\/image\//);
  const refused: string[] = [];
  staff.on('response', (response) => response.status() === 404 && refused.push(response.url()));
  await dialog.getByRole('button', { name: 'Reducir y usar', exact: true }).tap();
  expect(((await sent).postData() ?? '').length).toBeLessThan((500_000 * 4) / 3 + 500);
  await expect.poll(() => images(story)).toBe(1);
  // The public cannot read the draft, so its picture is not requested without a session.
  await expect
    .poll(() =>
      staff.getByRole('img', { name: 'Imagen actual' }).evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

it('a photo whose screen was left while it was read is asked about, or told to be refused, wherever the person is', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(500)]);
  async function pickAndLeave(file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
    const id = await create(staff, '/admin', 'Crear noticia');
    await edit(staff, 'Título', 'Con una foto al paso');
    await staff.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      const isRead = new Promise<void>((resolve) => Object.assign(window, { finishReading: resolve }));
      Blob.prototype.arrayBuffer = function (this: Blob) {
        return isRead.then(() => arrayBuffer.call(this));
      };
    });
    await staff.locator('.field-picture input[type="file"]').setInputFiles(file);
    await staff.getByText('Un momento…', { exact: true }).waitFor();
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    await staff.getByRole('table').waitFor();
    await staff.evaluate(() => (window as unknown as { finishReading: () => void }).finishReading());
    return id;
  }

  const refused = await pickAndLeave({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic });
  const words = /^No se guardó «IMG_0001.HEIC»\. .*«Más compatible»/;
  await staff.locator('.notices').getByText(words).first().waitFor();
  const reduced = await pickAndLeave({ name: 'grande.png', mimeType: 'image/png', buffer: large });
  const dialog = staff.getByRole('dialog', { name: 'Imagen muy grande', exact: true });
  await dialog.getByText('grande.png', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Reducir y usar', exact: true }).tap();
  await expect.poll(() => images(reduced)).toBe(1);
  await untilSent(staff);
  expect(images(refused)).toBe(0);
  await staff.goto(`/admin/noticia/${story}`);
});

it('once published, it is on the site with everything', async () => {
  await staff.getByLabel('Estado', { exact: true }).selectOption({ label: 'Publicado' });
  await untilSent(staff);
  const address = await staff.getByRole('link', { name: /^Ver en el sitio/ }).getAttribute('href');
  const visitor = await town.visitor(TOUCH);
  await visitor.goto(address ?? '');
  await visitor.getByRole('heading', { level: 1, name: 'Vuelve la feria' }).waitFor();
  for (const words of ['Dos días en la plaza', 'Feria de platos']) await visitor.getByText(words).first().waitFor();
  await visitor.getByRole('link', { name: '#Feria Ñandú' }).first().waitFor();
  await visitor.goto('/noticias/ferianandu');
  await visitor.getByRole('heading', { level: 1, name: '#Feria Ñandú' }).waitFor();
  await visitor.context().close();
});

it('a story without a title is published only once its author insists, and one that was just typed is enough', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const status = staff.getByLabel('Estado', { exact: true });
  await status.selectOption({ label: 'Publicado' });
  await staff
    .getByRole('dialog', { name: 'Falta «Título»', exact: true })
    .getByRole('button', { name: 'Cancelar' })
    .tap();
  await expect.poll(() => status.inputValue()).toBe('Redaccion');
  await edit(staff, 'Título', 'Con título');
  await status.selectOption({ label: 'Publicado' });
  await untilStored(town, { status: 'Publicado' }, 'SELECT status FROM story WHERE id = ?', id);
});

it('a text that was not saved with its button is counted, shown in the preview, and asked about before its story is published or its screen is left', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const status = staff.getByLabel('Estado', { exact: true });
  const asked = staff.getByRole('dialog', { name: 'Hay texto sin guardar', exact: true });
  const badge = staff.getByRole('link', { name: 'Hay texto sin guardar' });
  const row = () =>
    stored<{ text: string; status: string }>(town, 'SELECT text, status FROM story WHERE id = ?', id)[0];
  const press = (name: string) => asked.getByRole('button', { name, exact: true }).tap();
  await edit(staff, 'Título', 'Con texto');
  await surface(staff).tap();
  await staff.keyboard.type('Todo el texto');
  await badge.waitFor();

  await status.selectOption({ label: 'Publicado' });
  await press('Cancelar');
  await expect.poll(() => status.inputValue()).toBe('Redaccion');
  for (const leave of [() => staff.getByRole('link', { name: 'Volver', exact: true }).tap(), () => staff.goBack()]) {
    await leave();
    await press('Cancelar');
    await surface(staff).getByText('Todo el texto').waitFor();
    expect(new URL(staff.url()).pathname).toBe(`/admin/noticia/${id}`);
  }
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  await press('Seguir sin el texto');
  await staff.getByRole('table').waitFor();
  await badge.tap();
  await staff
    .getByRole('region', { name: 'Texto sin guardar' })
    .getByRole('link', { name: 'Seguir escribiendo Noticia «Con texto»: Texto' })
    .waitFor();

  const preview = await staff.context().newPage();
  await preview.goto(`/admin/noticia/${id}?vista=previa`);
  await preview.locator('main').getByText('Todo el texto').waitFor();
  await preview.getByText('Así se va a ver cuando guardes «Texto» y se publique: todavía no está guardado.').waitFor();
  await preview.close();
  expect(row()).toEqual({ text: '', status: 'Redaccion' });

  await staff.getByRole('link', { name: /^Seguir escribiendo/ }).tap();
  await surface(staff).getByText('Todo el texto').waitFor();
  await expect.poll(() => surface(staff).evaluate((one) => one === document.activeElement)).toBe(true);
  await status.selectOption({ label: 'Publicado' });
  await press('Guardar y publicar');
  await untilSent(staff);
  await expect.poll(row).toEqual({ text: '<p>Todo el texto</p>', status: 'Publicado' });
});

/** Has no text stored because somebody stopped typing: as on a page that is left sooner than that. */
const typeFasterThanDrafts = (page: Page) =>
  page.evaluate((delay) => {
    const wait = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === delay ? 0 : wait(run, ms)) });
  }, DRAFT_DELAY);

it('whoever logs out with a text that was not saved with its button is asked about it', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  const asked = staff.getByRole('dialog', { name: 'Hay texto sin guardar' });
  const leave = () => staff.getByRole('button', { name: 'Cerrar sesion', exact: true }).tap();
  const press = (name: string) => asked.getByRole('button', { name, exact: true }).tap();
  await edit(staff, 'Título', 'Antes de irse');
  await typeFasterThanDrafts(staff);
  await surface(staff).tap();
  await staff.keyboard.type('Lo último del día');
  await staff.getByRole('link', { name: 'Hay texto sin guardar' }).waitFor();
  await leave();
  await asked.getByText('Escribiste en «Texto»', { exact: false }).waitFor();
  await press('Cancelar');
  await surface(staff).getByText('Lo último del día').waitFor();
  expect(new URL(staff.url()).pathname).toBe(`/admin/noticia/${id}`);

  // Without the text: it is asked about once, and there for its author after the next log-in.
  await leave();
  await press('Seguir sin el texto');
  await staff.waitForURL('**/login');
  await logIn(staff);
  await staff.goto(`/admin/noticia/${id}`);
  await surface(staff).getByText('Lo último del día').waitFor();
  await surface(staff).tap();
  await staff.keyboard.press('Control+End');
  await staff.keyboard.type(', entero');
  await staff.getByRole('link', { name: 'Hay texto sin guardar' }).waitFor();
  // The answer does not come before the log-out, so the text is sent after the next log-in.
  await staff.route('**/api/story/*/update/text', () => {});
  await leave();
  await press('Guardar y salir');
  await answer(
    staff,
    'Tenés 1 cambio sin enviar. Lo que falta enviar queda guardado en este dispositivo ' +
      'y sale cuando vuelvas a ingresar. ¿Cerrar la sesión igual?',
    'Cerrar sesion',
  );
  await staff.waitForURL('**/login');
  await staff.unroute('**/api/story/*/update/text');
  await logIn(staff);
  await untilStored(town, { text: '<p>Lo último del día, entero</p>' }, storyRow, id);
});

it('an editor that fails is loaded again with what was typed, and leaving one on a busy tablet causes no error', async () => {
  const context = await town.browser.newContext({ ...TOUCH, locale: 'es-AR', baseURL: town.url });
  const page = await context.newPage();
  await logIn(page);
  await page.goto(`/admin/noticia/${story}`);
  await surface(page).tap();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' A medio escribir');
  await page.getByRole('link', { name: 'Volver', exact: true }).tap();
  await page.getByRole('button', { name: 'Seguir sin el texto', exact: true }).tap();
  await page.getByRole('table').waitFor();
  await page.getByRole('link', { name: 'Hay texto sin guardar' }).waitFor();
  await page.addInitScript(() => {
    const real = Element.prototype.setAttribute;
    let isBroken = true;
    Element.prototype.setAttribute = function (name, value) {
      if (isBroken && value === 'textbox') {
        isBroken = false;
        throw new DOMException('broken for the test', 'NotFoundError');
      }
      real.call(this, name, value);
    };
    // The tablet is busy, so that timers of the editor run after it was left.
    const [later, never] = [window.setTimeout, window.clearTimeout];
    const timers: Timers = { waiting: new Set(), ran: 0 };
    Object.assign(window, { timers });
    window.clearTimeout = (id) => {
      timers.waiting.delete(Number(id));
      never(id);
    };
    window.setTimeout = ((work: () => void, ms = 0) => {
      const id = later(() => {
        if (timers.waiting.delete(id)) timers.ran += 1;
        work();
      }, ms);
      if (ms >= 200 && ms <= 600) timers.waiting.add(id);
      const end = performance.now() + 420;
      if (ms >= 300 && ms <= 600)
        queueMicrotask(() => {
          while (performance.now() < end);
        });
      return id;
    }) as typeof window.setTimeout;
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`/admin/noticia/${story}`);
  await surface(page).getByText('A medio escribir').waitFor();
  await page.setViewportSize({ width: 700, height: 900 });
  // The toolbar has its first layout now; the second one comes late.
  await untilTimersRan(page);
  await page.getByRole('button', { name: 'Descartar lo escrito', exact: true }).tap();
  await page.getByRole('link', { name: 'Volver', exact: true }).tap();
  await page.getByRole('table').waitFor();
  await untilTimersRan(page);
  expect(errors).toEqual([]);
  await context.close();
});

/** Timers of 200 to 600 ms, as the editor has them. */
interface Timers {
  waiting: Set<number>;
  ran: number;
}

/** Waits until a timer of the editor has run since the last time, and none waits. */
async function untilTimersRan(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { timers } = window as unknown as { timers: Timers };
    const isStill = timers.ran > 0 && timers.waiting.size === 0;
    if (isStill) timers.ran = 0;
    return isStill;
  });
}

it('what another tab did with a change is shown, offline too', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'El de antes');
  await untilStored(town, { title: 'El de antes' }, 'SELECT title FROM story WHERE id = ?', id);
  await untilSent(staff);
  const other = await staff.context().newPage();
  await other.goto('/admin/pendientes');
  await other.getByText('No hay nada sin enviar.').waitFor();
  await staff.context().setOffline(true);
  await edit(staff, 'Título', 'El de después');
  await staff.getByText('Guardado en este dispositivo', { exact: true }).waitFor();
  await other.getByRole('button', { name: /^Descartar Título/ }).tap();
  await answer(other, 'Se va a perder este cambio, que todavía no está en el servidor.', 'Descartar');
  await staff.getByText('Tu cambio se descartó', { exact: true }).waitFor();
  expect(await staff.getByLabel('Título', { exact: true }).inputValue()).toBe('El de antes');
  await staff.context().setOffline(false);
  await other.close();
  await untilSent(staff);
  expect(stored<{ title: string }>(town, 'SELECT title FROM story WHERE id = ?', id)[0]?.title).toBe('El de antes');
});

it('a person who discards changes that are already being sent learns which stay, and what to do', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await untilSent(staff);
  await staff.context().setOffline(true);
  await edit(staff, 'Título', 'Sale enseguida');
  await edit(staff, 'Copete', 'Espera su turno');
  await staff.getByRole('link', { name: /2 cambios sin enviar$/ }).tap();
  await staff.getByRole('button', { name: 'Descartar los 2' }).tap();
  const asked = staff.getByRole('dialog', { name: 'Confirmar', exact: true });
  await asked.getByText('Se van a perder 2 cambios que todavía no están en el servidor.').waitFor();

  const title = Promise.withResolvers<Route>();
  await staff.route('**/api/story/**/title', (route) => title.resolve(route), { times: 1 });
  await staff.context().setOffline(false);
  const held = await title.promise;
  await asked.getByRole('button', { name: 'Descartar', exact: true }).tap();
  await staff
    .getByText(
      '1 de los 2 cambios ya había salido hacia el servidor y no se descartó. ' +
        'Lo que siga pendiente, descartalo de nuevo; lo que se envió, podés revertirlo desde Historial.',
      { exact: true },
    )
    .waitFor();
  await held.continue();
  await untilSent(staff);
  expect(stored(town, 'SELECT title, description FROM story WHERE id = ?', id)).toEqual([
    { title: 'Sale enseguida', description: '' },
  ]);
});

it('a photo that waits to be sent is in the preview, and an upload in progress can be cancelled', async () => {
  const id = await create(staff, '/admin', 'Crear noticia');
  await edit(staff, 'Título', 'Con foto');
  await untilSent(staff);
  await staff.route('**/api/story/image/**', (route) => route.abort());
  await staff.locator('.field-picture input[type="file"]').setInputFiles(jpeg(photo));
  await staff.getByRole('img', { name: 'Imagen que se va a enviar' }).waitFor();
  const [address] = [await staff.getByRole('link', { name: /^Vista previa/ }).getAttribute('href')];
  const preview = await staff.context().newPage();
  await preview.route('**/api/story/image/**', (route) => route.abort());
  await preview.goto(address ?? '');
  const shown = preview.locator('main img[src^="blob:"]');
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(400);
  await preview.close();

  const line = await staff.context().newCDPSession(staff);
  await line.send('Network.enable');
  // The connection is slowed down before the upload is let through, because the outbox may retry at any moment. At
  // this speed the whole photo would take a minute.
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3000,
  });
  await staff.unroute('**/api/story/image/**');
  await staff.goto('/admin/pendientes');
  await staff.getByRole('button', { name: 'Enviar ahora' }).tap();
  await staff.getByRole('link', { name: /^Editar/ }).tap();
  await staff.getByRole('progressbar', { name: 'Envío del archivo' }).waitFor();
  await staff.getByRole('button', { name: 'Cancelar el envío' }).tap();
  await answer(staff, 'Se va a perder este cambio, que todavía no está en el servidor.', 'Descartar');
  await staff.getByText('Sin imagen', { exact: true }).waitFor();
  await line.detach();
  await untilSent(staff);
  expect(images(id)).toBe(0);
});

it('an album: pictures and videos are added and, after a question, removed', async () => {
  const id = await create(staff, '/admin/turismo', 'Crear album');
  const videos = () => stored(town, 'SELECT id FROM album_video WHERE album_id = ?', id).length;
  const png = (name: string) => ({ name, mimeType: 'image/png', buffer: large });
  const several = [
    jpeg(photo),
    { name: 'vacía.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    png('una.png'),
    png('otra.png'),
  ];
  const input = staff.locator('.gallery input[type="file"]');
  await input.setInputFiles(several);
  const dialog = staff.getByRole('dialog', { name: 'Imagen muy grande', exact: true });
  await dialog.getByText('una.png', { exact: true }).waitFor();
  await dialog.getByText('otra.png', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).tap();
  await staff
    .getByRole('alert')
    .getByText('«vacía.jpg»: El archivo está vacío. Elegí otra imagen.', { exact: true })
    .waitFor();
  await expect.poll(() => images(id)).toBe(1);
  await input.setInputFiles(png('otra.png'));
  await dialog.getByRole('button', { name: 'Reducir y usar', exact: true }).tap();
  await expect.poll(() => images(id)).toBe(2);
  await openDisclosure(staff, 'Imagen 1');
  const remove = staff.getByRole('button', { name: 'Borrar la imagen 1' });
  await remove.tap();
  await answer(staff, '¿Deseas borrar la imagen?', 'Cancelar');
  await remove.tap();
  await answer(staff, '¿Deseas borrar la imagen?', 'Aceptar');
  await expect.poll(() => images(id)).toBe(1);

  await staff.getByLabel('Dirección del video').fill('javascript:alert(1)');
  await staff.getByLabel('Dirección del video').press('Enter');
  await staff
    .getByRole('alert')
    .getByText(/^Pegá la dirección de un video/)
    .waitFor();
  await staff.getByLabel('Dirección del video').fill('https://vimeo.com/76979871');
  await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
  const asked = staff.getByRole('dialog', { name: 'Hay un dato sin guardar', exact: true });
  await asked.getByText('Escribiste en «Dirección del video»', { exact: false }).waitFor();
  await asked.getByRole('button', { name: 'Cancelar', exact: true }).tap();
  await staff.getByLabel('Dirección del video').press('Enter');
  await expect.poll(videos).toBe(1);
  await staff.getByRole('button', { name: /^Borrar el video/ }).tap();
  await answer(staff, '¿Deseas borrar este video?', 'Aceptar');
  await expect.poll(videos).toBe(0);
});

it('a bulletin accepts only PDFs, and its own is removed after a question; the digest is replaced on its page', async () => {
  const id = await create(staff, '/admin/boletin', 'Crear boletin');
  const input = staff.locator('.field-pdf input[type="file"]');
  expect(await input.getAttribute('accept')).toContain('.pdf');
  await input.setInputFiles({ name: 'decreto.doc', mimeType: 'application/msword', buffer: Buffer.from(REAL_PDF) });
  await staff.getByRole('alert').getByText('Elegí un archivo que termine en .pdf.', { exact: true }).waitFor();
  await input.setInputFiles(pdf('no es un PDF'));
  await staff
    .getByRole('alert')
    .getByText('Ese archivo no es un PDF. Elegí uno que termine en .pdf y se abra bien en tu equipo.', { exact: true })
    .waitFor();
  await input.setInputFiles(pdf(REAL_PDF));
  await untilStored(town, { pdfname: 'Decreto 12.pdf' }, 'SELECT pdfname FROM bulletin WHERE id = ?', id);
  await staff.getByRole('button', { name: 'Borrar el PDF', exact: true }).tap();
  await answer(staff, '¿Deseas borrar el pdf?', 'Aceptar');
  await untilStored(town, { pdf: '' }, 'SELECT pdf FROM bulletin WHERE id = ?', id);

  await staff.goto('/admin/boletin');
  await staff.locator('.field-pdf input[type="file"]').setInputFiles(pdf(REAL_PDF));
  await expect.poll(async () => (await fetch(`${town.url}/uploads/digesto.pdf`)).text()).toBe(REAL_PDF);
  await untilSent(staff);
  await staff.locator('.field-pdf input[type="file"]').setInputFiles(pdf(REAL_PDF));
  await staff
    .getByRole('alert')
    .getByText('Ese PDF es idéntico al que ya está: no hay nada que enviar.', { exact: true })
    .waitFor();
});

it('the green-point page and its maps ask before a change, and restore the old value on cancel', async () => {
  await staff.goto('/admin/puntosverdes');
  await surface(staff).waitFor();
  const before = await surface(staff).innerText();
  const save = staff.getByRole('button', { name: 'Guardar texto', exact: true });
  const type = async () => {
    await surface(staff).focus();
    await staff.keyboard.press('Control+Home');
    await staff.keyboard.type('Nuevo: ');
    await save.tap();
  };
  await type();
  await answer(staff, 'Estas por modificar el texto', 'Cancelar');
  await expect.poll(() => surface(staff).innerText()).toBe(before);
  await type();
  await answer(staff, 'Estas por modificar el texto', 'Aceptar');
  await untilSent(staff);
  await expect
    .poll(() => stored<{ value: string }>(town, "SELECT value FROM document WHERE id = 'greenpointpage'")[0]?.value)
    .toContain('Nuevo: ');

  for (const list of ['/admin/puntosverdes', '/admin/mapas']) {
    await create(staff, list, 'Crear mapa');
    await edit(staff, 'Título', 'Mapa de prueba');
    await answer(staff, 'Estas por modificar los datos de este mapa', 'Cancelar');
    expect(await staff.getByLabel('Título', { exact: true }).inputValue()).toBe('');
    await edit(staff, 'Título', 'Mapa de prueba');
    await answer(staff, 'Estas por modificar los datos de este mapa', 'Aceptar');
    await staff.getByRole('heading', { name: 'Mapa de prueba' }).waitFor();
  }
});

it('opening a text, moving through it and leaving changes nothing', async () => {
  await untilSent(staff);
  const history = () => stored<{ n: number }>(town, 'SELECT count(*) AS n FROM history')[0]?.n;
  const before = history();
  const rich = stored<{ id: string }>(
    town,
    "SELECT id FROM story WHERE text LIKE '%<table%' UNION SELECT id FROM story WHERE text LIKE '%<ul%' LIMIT 3",
  );
  expect(rich.length).toBeGreaterThan(0);
  for (const { id } of rich) {
    await staff.goto(`/admin/noticia/${id}`);
    await surface(staff).tap();
    await staff.keyboard.press('Control+End');
    await staff.getByLabel('Copete', { exact: true }).focus();
    expect(await staff.getByText('Editando', { exact: true }).count()).toBe(0);
    await staff.getByRole('link', { name: 'Volver', exact: true }).tap();
    await staff.getByRole('table').waitFor();
  }
  await untilSent(staff);
  expect(history()).toBe(before);
});

it('nothing was logged to the console, and no photo was kept in its original form', () => {
  town.expectQuiet();
  const [kept] = stored<{ name: string }>(town, 'SELECT name FROM image WHERE record_id = ?', story);
  const file = readFileSync(join(town.folder, `uploads/story/2026/${story}/${kept?.name}-480.webp`));
  expect(file.subarray(8, 12).toString()).toBe('WEBP');
});
