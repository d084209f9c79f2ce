import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pdfTitlesIn } from '#contract/values/pdf-titles';
import { answer, create, edit, stored, untilSent, untilStored } from '../support/admin.ts';
import { PATIENCE } from '../support/patience.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

let town: Town;
let staff: Page;
beforeAll(async () => {
  town = await openTown();
  staff = await town.staff();
  await vi.waitUntil(() => staff.evaluate(async () => (await caches.match('/shell/admin')) !== undefined), {
    timeout: PATIENCE,
    interval: 200,
  });
});
afterAll(() => town.close());

it('a draft is begun offline, with what is known of the town, and is published once its author insists', async () => {
  await staff.goto('/admin/paginas');
  await staff.getByRole('table').waitFor();
  await town.kill();
  await staff.getByRole('button', { name: 'Privacidad', exact: true }).click();
  await staff.getByRole('heading', { level: 1, name: 'Política de privacidad' }).waitFor();
  await staff.getByText('Responsable: Municipalidad de Cañadón Huemul').waitFor();
  await town.start();
  await untilSent(staff);
  const wanted = "SELECT status FROM page WHERE title = 'Política de privacidad'";
  await untilStored(town, { status: 'Redaccion' }, wanted);

  const question = staff.getByRole('dialog', { name: 'Falta completar' });
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  expect(stored(town, wanted)).toEqual([{ status: 'Redaccion' }]);
  await question.getByRole('button', { name: 'Seguir igual' }).click();
  await untilStored(town, { status: 'Publicado' }, wanted);
  town.expectQuiet();
});

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${name}\n%%EOF\n`),
});

it('several PDFs are added, titled and ordered offline, come back when one is removed by mistake, and are read so', async () => {
  const id = await create(staff, '/admin/paginas', 'Crear página');
  await edit(staff, 'Título', 'Transparencia');
  await staff.getByLabel('Estado', { exact: true }).selectOption('Publicado');
  await untilStored(town, { status: 'Publicado' }, 'SELECT status FROM page WHERE id = ?', id);
  await untilSent(staff);

  await town.kill();
  const list = staff.locator('.pdf-list');
  const input = list.locator('input[type="file"]');
  await input.setInputFiles([pdf('balance.pdf'), pdf('notas.doc'), pdf('sueldos.pdf')]);
  await list.getByText('«notas.doc»: Elegí un archivo que termine en .pdf.').waitFor();
  await list.getByText('todavía no se envió').nth(1).waitFor();
  await input.setInputFiles(pdf('balance.pdf'));
  await list.getByText('Ese PDF ya está.').waitFor();
  await list.getByLabel('Título', { exact: true }).nth(1).fill('Sueldos de marzo');
  await list.getByLabel('Título', { exact: true }).nth(1).press('Enter');
  await list.getByText('Guardado en este dispositivo').waitFor();
  const handle = list.getByRole('button', { name: /^Mover «Sueldos de marzo»/ });
  await handle.press('ArrowUp');
  const first = () => list.getByLabel('Título', { exact: true }).first().inputValue();
  await expect.poll(first).toBe('Sueldos de marzo');
  await list.getByText('Guardado en este dispositivo').waitFor();
  await staff.reload();
  await expect.poll(first).toBe('Sueldos de marzo');
  await town.start();
  await untilSent(staff);
  const titles = () =>
    stored<{ pdftitles: string }>(town, 'SELECT pdftitles FROM page WHERE id = ?', id).flatMap((row) =>
      pdfTitlesIn(row.pdftitles).map(({ title }) => title),
    );
  expect(titles()).toEqual(['Sueldos de marzo', '']);
  const files = 'SELECT pdfname FROM pdf WHERE record_id = ? ORDER BY position';
  expect(stored(town, files, id)).toEqual([{ pdfname: 'balance.pdf' }, { pdfname: 'sueldos.pdf' }]);

  await list.getByRole('button', { name: 'Borrar «Sueldos de marzo»' }).click();
  await answer(staff, '¿Deseas borrar el PDF «Sueldos de marzo»?', 'Aceptar');
  await expect.poll(() => stored(town, files, id)).toEqual([{ pdfname: 'balance.pdf' }]);
  await staff.getByRole('button', { name: 'Deshacer', exact: true }).click();
  await expect.poll(() => stored(town, files, id).length).toBe(2);
  await expect.poll(first).toBe('Sueldos de marzo');

  await staff.goto(`/pagina/${id}/transparencia`);
  const links = () => staff.getByRole('link', { name: /^Descargar/ }).allTextContents();
  const expected = [/^Descargar «Sueldos de marzo» \(PDF, /, /^Descargar «balance» \(PDF, /].map((words) =>
    expect.stringMatching(words),
  );
  await expect.poll(links).toEqual(expected);
  await staff.getByRole('button', { name: 'Guardar «Sueldos de marzo» para leer sin conexión' }).click();
  await staff.getByText('Guardado en este dispositivo.').waitFor();
  await town.kill();
  await staff.reload();
  await expect.poll(links).toEqual(expected);
  await staff.getByRole('link', { name: 'Abrir el PDF guardado' }).waitFor();
  await town.start();
  town.expectQuiet();
});
