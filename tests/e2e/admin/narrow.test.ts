import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOGBOOK_SCREEN } from '#contract/addresses/logbook';
import { admin } from '#contract/addresses/pages';
import { logIn, openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

/** What has to be read whole at every width. */
let town: Town;
beforeAll(async () => void (town = await openTown()));
afterAll(() => town.close());

const WIDTHS = [360, 768, 1024, 1440];
async function atEachWidth(page: Page, look: (width: number) => Promise<unknown>): Promise<unknown[]> {
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(await look(width));
  }
  return found;
}

async function openFirstRoster(page: Page): Promise<void> {
  await page.goto(admin.list('roster'));
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click();
}

it('the days of a turn are read while its row is closed', async () => {
  const page = await town.staff();
  await openFirstRoster(page);
  const days = page.locator('.turns .directory .disclosure-essential > span');
  await days.first().waitFor();
  const cut = await atEachWidth(page, () =>
    days.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)),
  );
  expect(cut).toEqual(WIDTHS.map(() => []));
});

it('the title of the back office stands clear of the log-out', async () => {
  const page = await town.staff();
  const right = async () => {
    const title = await page
      .locator('.top-title')
      .evaluate((one) => ({ right: one.getBoundingClientRect().left + one.scrollWidth, width: one.clientWidth }));
    const out = await page.getByRole('button', { name: 'Cerrar sesion' }).boundingBox();
    return title.width > 0 && (title.right <= (out?.x ?? 0) || 'below the log-out');
  };
  expect(await atEachWidth(page, right)).toEqual(WIDTHS.map(() => true));
  const links = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link');
  const heights = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);
});

it('a label stands above its control, and what pastes or makes turns tears none of them apart', async () => {
  const page = await town.staff();
  await openFirstRoster(page);
  for (const name of [/^Hacer una rotación/, /^Pegar una lista del mes/])
    await page.getByRole('button', { name }).click();
  const labels = page.locator('.disclosure-body label[for]');
  await page.getByLabel('La lista', { exact: true }).waitFor();
  const torn = await atEachWidth(page, () =>
    labels.evaluateAll((all) =>
      all
        .filter((label) => {
          const control = document.getElementById(label.getAttribute('for') ?? '');
          const [above, below] = [label.getBoundingClientRect(), control?.getBoundingClientRect()];
          return !below || above.bottom > below.top + 1 || Math.abs(above.left - below.left) > 2;
        })
        .map((label) => label.textContent),
    ),
  );
  expect(torn).toEqual(WIDTHS.map(() => []));
  await page.getByLabel('La lista', { exact: true }).fill('Diciembre 2026\n1 San Martín\nConsulte en su farmacia');
  await page.getByRole('button', { name: 'Agregar lo que se entendió' }).click();
  await expect
    .poll(() => page.getByLabel('La lista', { exact: true }).inputValue())
    .toBe('diciembre 2026\nConsulte en su farmacia');
  await page.getByText('No se entiende, y no se agrega: Consulte en su farmacia').waitFor();
});

it('what is chosen in the filters of Registro is read whole', async () => {
  const page = await town.staff();
  await page.goto(LOGBOOK_SCREEN);
  await page.getByLabel('Persona').waitFor();
  const cut = await atEachWidth(page, () =>
    page.locator('.list-tools select').evaluateAll((all) =>
      (all as HTMLSelectElement[])
        .filter((select) => {
          const alone = select.cloneNode() as HTMLSelectElement;
          alone.append(new Option(select.selectedOptions[0]?.text));
          alone.style.cssText = 'position: absolute; width: max-content';
          select.after(alone);
          const { width } = alone.getBoundingClientRect();
          alone.remove();
          return width > select.getBoundingClientRect().width + 1;
        })
        .map((select) => select.selectedOptions[0]?.text),
    ),
  );
  expect(cut).toEqual(WIDTHS.map(() => []));
});

it('the button that generates a password stands at its field', async () => {
  const page = await town.staff();
  await page.goto(admin.list('user'));
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click();
  const field = page.getByLabel('Contraseña', { exact: true });
  await field.waitFor();
  const gaps = await atEachWidth(page, async () => {
    const [box, button] = await Promise.all([
      field.boundingBox(),
      page.getByRole('button', { name: 'Generar contraseña' }).boundingBox(),
    ]);
    const gap = (button?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    return (gap >= 0 && gap < 48) || gap;
  });
  expect(gaps).toEqual(WIDTHS.map(() => true));
});

it('on a phone the bar of a document has one line when what it has was saved', async () => {
  const page = await town.staff();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/admin/datosutiles');
  await page.locator('.disclosure-button').first().click();
  const bar = page.locator('.document-bar');
  const before = await bar.boundingBox();
  const hours = page.getByLabel('Horario', { exact: true });
  await hours.fill('lunes a viernes de 8 a 13 h');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await bar.getByText('Guardado en este dispositivo').waitFor();
  expect((await bar.boundingBox())?.height).toBe(before?.height);
  await page.context().setOffline(false);
  // What is brought into view is not behind it, with two lines either.
  await hours.fill('lunes a viernes de 8 a 14 h');
  const area = page.getByLabel('Área', { exact: true });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await area.evaluate((one) => one.scrollIntoView());
  const [label, edge] = await Promise.all([
    page.locator('label', { hasText: /^Área$/ }).boundingBox(),
    bar.boundingBox(),
  ]);
  expect(label?.y).toBeGreaterThanOrEqual((edge?.y ?? 0) + (edge?.height ?? 0));
});

it('a new device says that it is loading until it has what a screen shows, and what it lacks once it cannot', async () => {
  const page = await town.visitor();
  let go = () => {};
  const isLetGo = new Promise<void>((resolve) => (go = resolve));
  await page.context().route(/\/api\/data\/changes/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  await logIn(page);
  await page.goto('/admin/datosutiles');
  const lacks = page.getByText('Este dispositivo todavía no tiene estos datos.');
  await page.getByRole('main').getByText('Cargando…', { exact: true }).waitFor();
  expect(await lacks.count()).toBe(0);
  await page.context().setOffline(true);
  await lacks.waitFor();
  await page.context().setOffline(false);
  go();
  await page.getByLabel('Buscar un área').waitFor();
  expect(await lacks.count()).toBe(0);
});
