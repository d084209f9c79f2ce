import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimelyAlert } from '#contract/calendar/alerts';
import type { Severity } from '#contract/calendar/alert-severities';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import { pages } from '#contract/addresses/pages';
import { firstCategories } from '#contract/town/categories';
import { blankDocuments } from '#contract/town/documents';
import type { ListQuestion, PublicReader } from '#contract/reader';
import type { BulletinCard, CardOf, EventCard, SiteDocument, StoryCard } from '#contract/records';
import { addDays } from '#contract/values/dates';
import { openRenderer } from '../../../api/http/render.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { readQr } from '../../read-qr.ts';
import { openAlerts } from '../support/alerts.ts';
import { untilHeld } from '../support/held.ts';
import { openTown } from '../support/town.ts';
import type { Town } from '../support/town.ts';

const ORIGIN = 'https://portal-de-un-pueblo.example';
const NOW = Date.parse('2026-03-15T13:32:00Z');
const TODAY = '2026-03-15';
const MM = 96 / 25.4;
const POINT = 96 / 72;
/** An A4 page within its margins of 12 mm, in CSS pixels, and sharp enough to read the QR code. */
const PAPER = { viewport: { width: Math.round(186 * MM), height: Math.round(273 * MM) }, deviceScaleFactor: 2 };

let town: Town;
let renderer: Renderer;
beforeAll(async () => {
  town = await openTown();
  renderer = await openRenderer({ now: () => NOW, origin: ORIGIN, dist: join(import.meta.dirname, '../../../dist') });
});
afterAll(() => town.close());

interface Content {
  site: SiteDocument;
  alerts?: TimelyAlert[];
  events: EventCard[];
  bulletins: BulletinCard[];
  stories: StoryCard[];
  rosters?: CardOf<'roster'>[];
  /** Minimum number of entries that are on the sheet. */
  least: { alerts?: number; events: number; bulletins: number; turns?: number };
}

const common = { created: '', seq: 1, titlekey: '-', status: 'Publicado', highlight: 0, description: '' } as const;
const alert = (headline: string, at: number, severity: Severity = 'Moderate'): TimelyAlert => ({
  id: `alert${at}`,
  titlekey: '-',
  key: `alert${at}`,
  headline,
  severity,
  area: 'Ruta 12, kilómetros 30 a 45',
  instruction: 'No viajes. Si ya estás en la ruta, encendé las luces bajas y pará en la estación de servicio.',
  source: '',
  note: '',
  state: 'current',
  start: NOW,
  end: NOW + 8 * 3_600_000,
});
const event = (title: string, at: number): EventCard => ({
  ...common,
  id: `event${at}`,
  year: 2026,
  title,
  date: addDays(TODAY, at),
  lastDay: '',
  startTime: '18:30',
  endTime: '21:00',
  place: 'Salón Comunitario',
  address: '',
  map: '',
  label: 'Cultura',
  image: null,
});
const bulletin = (title: string, at: number): BulletinCard => ({
  ...common,
  id: `bulletin${at}`,
  title,
  number: '12/2026',
  bclass: 'Decreto',
  date: TODAY,
  pdf: '',
  pdfname: '',
  pdfsize: 0,
});
const story = (title: string, at: number): StoryCard => ({
  ...common,
  id: `story${at}`,
  year: 2026,
  title,
  date: TODAY,
  video: '',
  label: '',
  labels: [],
  image: null,
});

const roster = (title: string, at: number, turns: string): CardOf<'roster'> => ({
  ...common,
  id: `roster${at}`,
  title,
  kind: 'farmacia',
  turns,
  noholidays: 0,
  updated: '',
});

/** The emergency lines of a new town, with these numbers. */
function linesWith(phones: string[]): SiteDocument['lines'] {
  return blankDocuments.site.lines.map((line, at) => ({ ...line, phone: phones[at] ?? line.phone }));
}

const town44 = 'Villa Nuestra Señora del Carmen de los Vientos';
const site: SiteDocument = {
  id: 'site',
  ...blankDocuments.site,
  town: 'Cañadón Huemul',
  name: 'Municipalidad de Cañadón Huemul',
  address: 'Avenida San Martín 250',
  phone: '02902 48-1100',
  lines: linesWith(['100', '101', '107', '02902 48-1144']),
  texts: { hours: 'Horario de atención: de 08 a 14 hs.' },
};
const sentence =
  'Encuentro de tejedoras e hilanderas de la estepa con talleres para toda la familia y feria de platos ';
const title200 = sentence.repeat(2).slice(0, 200);
const word200 = 'W'.repeat(200);
const phone30 = '(02902) 48-1144 / 48-1145 / 46';
/** A section with a name of the greatest length. */
const longNamed = (to: string) => ({ to, name: sentence.slice(0, 40), isHidden: false });
const many = <T>(number: number, one: (at: number) => T) => Array.from({ length: number }, (_, at) => one(at));

const NORMAL_WEEK: Content = {
  site,
  events: ['Feria de carreras y oficios', 'Colecta voluntaria de sangre', 'Encuentro coral «Voces del viento»'].map(
    event,
  ),
  bulletins: ['Tasa de servicios urbanos', 'Compra de cañería', 'Obra de cloacas'].map(bulletin),
  stories: ['Volvió el agua', 'Nueva biblioteca', 'Ganó el torneo'].map(story),
  least: { events: 3, bulletins: 1 },
};
const OVERFULL: Content = {
  site: {
    ...site,
    town: town44,
    name: `Comisión de Fomento de ${town44}`,
    address: title200,
    menu: { hidesEmpty: true, items: [pages.stories(), pages.agenda(), pages.bulletins()].map(longNamed) },
    lines: linesWith([phone30, phone30, phone30, phone30]),
  },
  events: many(300, (at) => ({ ...event(title200, at), lastDay: addDays(TODAY, at + 200), place: title200 })),
  bulletins: many(10, (at) => bulletin(title200, at)),
  stories: many(4, (at) => story(title200, at)),
  least: { events: 1, bulletins: 1 },
};

const PHARMACIES = [
  'FREQ=DAILY;INTERVAL=2|2026-03-14|08:30-08:30|Farmacia San Martín|Avenida San Martín 410||02902 48-1310',
  'FREQ=DAILY;INTERVAL=2|2026-03-15|08:30-08:30|Farmacia del Lago|Belgrano 122||02902 48-1325',
].join('\n');
const ON_DUTY = [
  roster('Recolección', 1, 'FREQ=DAILY||20:00|Residuos húmedos||Norte'),
  roster('Farmacia de turno', 2, PHARMACIES),
];
const CONTENTS: Record<string, Content> = {
  'an empty week': {
    site: { ...site, address: '', phone: '', texts: {} },
    events: [],
    bulletins: [],
    stories: [],
    least: { events: 0, bulletins: 0 },
  },
  'a normal week': NORMAL_WEEK,
  'hundreds of events, long titles, a long name and long numbers': OVERFULL,
  'who is on duty in a normal week': { ...NORMAL_WEEK, rosters: ON_DUTY, least: { events: 1, bulletins: 0, turns: 4 } },
  'who is on duty beside more than fits': {
    ...OVERFULL,
    rosters: many(20, (at) => roster(title200, at, `FREQ=DAILY||06:00,08:00|${title200}||${title200}|${phone30}`)),
    least: { events: 1, bulletins: 0, turns: 2 },
  },
  'an alert, and who is on duty, in a normal week': {
    ...NORMAL_WEEK,
    rosters: ON_DUTY,
    alerts: [alert('Nieve y viento blanco', 1, 'Extreme')],
    least: { alerts: 1, events: 0, bulletins: 0, turns: 4 },
  },
  'three alerts, the first of many words, and who is on duty': {
    ...NORMAL_WEEK,
    rosters: ON_DUTY,
    alerts: [
      { ...alert('Nieve y viento blanco en toda la zona rural', 1, 'Extreme'), instruction: title200.repeat(3) },
      alert('Corte de agua', 2),
      alert('Ruta 12 cortada', 3),
    ],
    least: { alerts: 2, events: 0, bulletins: 0, turns: 2 },
  },
  'two extreme alerts, and who is on duty': {
    ...NORMAL_WEEK,
    rosters: ON_DUTY,
    alerts: [
      { ...alert('Evacuación por crecida', 1, 'Extreme'), instruction: 'Salí ya. '.repeat(20) },
      { ...alert('Escape de gas', 2, 'Extreme'), instruction: 'Cerrá la llave. '.repeat(20) },
    ],
    least: { alerts: 2, events: 0, bulletins: 0 },
  },
  'an alert beside twelve rosters': {
    ...NORMAL_WEEK,
    rosters: many(12, (at) => roster(`Guardia ${at}`, at, `FREQ=DAILY||08:00-20:00|Farmacia ${at}`)),
    alerts: [alert('Nieve y viento blanco', 1, 'Extreme')],
    least: { alerts: 1, events: 0, bulletins: 0, turns: 6 },
  },
  'titles and a name without a space, and four short numbers': {
    site: { ...site, name: word200, lines: blankDocuments.site.lines },
    events: many(300, (at) => ({ ...event(word200, at), place: word200 })),
    bulletins: many(10, (at) => bulletin(word200, at)),
    stories: many(4, (at) => story(word200, at)),
    least: { events: 1, bulletins: 1 },
  },
  'an alert in a normal week': {
    ...NORMAL_WEEK,
    alerts: [
      alert('Nieve y viento blanco', 1, 'Extreme'),
      { ...alert('Todavía no empezó', 2), state: 'coming' },
      { ...alert('Ya terminó', 3), state: 'over' },
    ],
    least: { alerts: 1, events: 1, bulletins: 0 },
  },
  'alerts of every severity in a normal week': {
    ...NORMAL_WEEK,
    alerts: (['Extreme', 'Severe', 'Moderate', 'Minor'] as const).map((severity, at) =>
      alert(`Corte de ruta ${at}`, at, severity),
    ),
    least: { alerts: 2, events: 1, bulletins: 0 },
  },
  'ten long alerts beside more than fits': {
    ...OVERFULL,
    alerts: many(10, (at) => ({ ...alert(title200, at), area: title200, instruction: title200.repeat(5) })),
    least: { alerts: 1, events: 0, bulletins: 0 },
  },
  'alerts without a space': {
    ...OVERFULL,
    alerts: many(10, (at) => ({ ...alert(word200, at), area: word200, instruction: word200 })),
    least: { alerts: 1, events: 0, bulletins: 0 },
  },
};
const CASES = Object.keys(CONTENTS);

/** Opens the page as a server with that content draws it. */
async function open(name: string, options: BrowserContextOptions = PAPER): Promise<Page> {
  const { site: known, alerts = [], events, bulletins, stories, rosters = [] } = CONTENTS[name] as Content;
  const lists: Partial<Record<string, unknown[]>> = {
    agenda: events,
    bulletin: bulletins,
    story: stories,
    roster: rosters,
  };
  const documents: Partial<Record<string, unknown>> = {
    site: known,
    hero: { id: 'hero', image: null },
    categories: { id: 'categories', ...firstCategories },
  };
  const reader = {
    document: async (type: string) => documents[type],
    menu: async () => ({ items: [], sections: [] }),
    alerts: async () => alerts,
    list: async (type: string, { limit }: ListQuestion = {}) => ({ items: lists[type]?.slice(0, limit), pages: 1 }),
  };
  const { html } = await renderer.page(pages.cartelera(), reader as unknown as PublicReader);
  const page = await town.visitor({ ...options, serviceWorkers: 'block' });
  await page.route('**/*', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === pages.cartelera()) await route.fulfill({ body: html, contentType: 'text/html' });
    else if (path === qrCodeOf('/')) await route.fulfill({ body: renderer.qrCode('/'), contentType: 'image/svg+xml' });
    else await route.abort();
  });
  await page.goto(ORIGIN + pages.cartelera());
  return page;
}

/** Returns the number of pages of a PDF. */
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

it('an event with a long title still says where it is, on a line of its own', async () => {
  const page = await open('hundreds of events, long titles, a long name and long numbers');
  const row = page.locator('.sheet-agenda li').first();
  const [title, place, whole] = await Promise.all(
    [row.locator('b'), row.locator('p'), row].map(async (part) => await part.boundingBox()),
  );
  if (!title || !place || !whole) throw new Error('not shown');
  expect(place.height).toBeGreaterThan(10);
  expect(place.y).toBeGreaterThanOrEqual(title.y + title.height - 1);
  expect(place.y + place.height).toBeLessThanOrEqual(whole.y + whole.height + 1);
});

describe.each(CASES)('with %s', (name) => {
  it('the sheet is one page, on paper of any size and with letters of any size', async () => {
    const page = await open(name);
    const session = await page.context().newCDPSession(page);
    for (const standard of [16, 32]) {
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      const sheets = {
        own: await page.pdf({ preferCSSPageSize: true }),
        A4: await page.pdf({ format: 'A4' }),
        Letter: await page.pdf({ format: 'Letter' }),
        Legal: await page.pdf({ format: 'Legal' }),
        'Letter with wide margins': await page.pdf({
          format: 'Letter',
          margin: { top: '25mm', bottom: '25mm', left: '20mm', right: '20mm' },
        }),
        'A4 across': await page.pdf({ format: 'A4', landscape: true }),
      };
      for (const [paper, pdf] of Object.entries(sheets))
        expect([paper, standard, pagesIn(pdf)]).toEqual([paper, standard, 1]);
    }
    await page.context().close();
  });

  it.each([
    ['A4', 186, 273],
    ['Letter', 191.9, 255.4],
  ])(
    'on %s everything is whole, black on white and large enough to be read from two metres',
    async (_, width, height) => {
      const viewport = { width: Math.round(width * MM), height: Math.round(height * MM) };
      const page = await open(name, { ...PAPER, viewport });
      await page.emulateMedia({ media: 'print' });
      const seen = await page.evaluate(look);
      expect(seen.outside).toEqual([]);
      expect(seen.halves).toEqual([]);
      expect(seen.smallest).toBeGreaterThanOrEqual(16 * POINT - 0.1);
      expect(seen.mostLines).toBeLessThanOrEqual(2);
      const { site: known, least } = CONTENTS[name] as Content;
      expect(seen.numbers.map(({ phone }) => phone)).toEqual(known.lines.map(({ phone }) => phone));
      for (const { phone, size } of seen.numbers)
        expect(size, phone).toBeGreaterThanOrEqual((phone.length > 15 ? 24 : 48) * POINT);
      expect(seen.headlines.length).toBeGreaterThanOrEqual(least.alerts ?? 0);
      expect(seen.events).toBeGreaterThanOrEqual(least.events);
      expect(seen.bulletins).toBeGreaterThanOrEqual(least.bulletins);
      expect(seen.turns).toBeGreaterThanOrEqual(least.turns ?? 0);
      expect(seen.text.includes('Horario de atención: de 08 a 14 hs.')).toBe(Boolean(known.texts.hours));
      const picture = await page.screenshot();
      expect(await readQr(picture)).toBe(`${ORIGIN}/`);
      expect(await greatestChroma(picture)).toBeLessThan(8);
      await page.context().close();
    },
  );

  it('the screen shows the sheet as it will be printed', async () => {
    const onPaper = await open(name);
    await onPaper.emulateMedia({ media: 'print' });
    const printed = await onPaper.evaluate(look);
    await onPaper.context().close();
    for (const width of [360, 1440]) {
      const page = await open(name, { viewport: { width, height: 800 } });
      const shown = await page.evaluate(look);
      expect([shown.headlines, shown.events, shown.bulletins, shown.halves, shown.outside]).toEqual([
        printed.headlines,
        printed.events,
        printed.bulletins,
        [],
        [],
      ]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });
});

it('the sheet says how severe an alert in force is, where, from when to when, and what to do', async () => {
  const page = await open('an alert in a normal week');
  const list = page.getByRole('list', { name: 'Alertas en vigor' });
  expect((await list.getByRole('listitem').innerText()).replace(/\s*\n\s*/g, '\n')).toBe(
    [
      'Alerta extrema',
      'Nieve y viento blanco',
      'Ruta 12, kilómetros 30 a 45 · 15 de marzo, de 10:32 a 18:32\u00a0h',
      'No viajes. Si ya estás en la ruta, encendé las luces bajas y pará en la estación de servicio.',
    ].join('\n'),
  );
  const sheet = page.getByRole('region', { name: 'Hoja para imprimir' });
  expect(await sheet.getByText(/Todavía no empezó|Ya terminó/).count()).toBe(0);
  // What stands above every page on screen is not printed beneath the sheet.
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('complementary', { name: 'Alertas' }).isVisible()).toBe(false);
  await page.context().close();
});

it('what to do is said of every extreme alert, and of the first one whole', async () => {
  const page = await open('two extreme alerts, and who is on duty');
  await page.emulateMedia({ media: 'print' });
  const first = page.locator('.sheet-alerts .sheet-instruction');
  expect(await first.evaluate((one) => one.scrollHeight <= one.clientHeight + 1)).toBe(true);
  await page.locator('.sheet-others').getByText('Cerrá la llave.').waitFor();
  await page.context().close();
});

it('a day of which not everything fits says so, and another one does not', async () => {
  for (const [name, isSaid] of [
    ['who is on duty beside more than fits', true],
    ['who is on duty in a normal week', false],
  ] as const) {
    const page = await open(name);
    await page.emulateMedia({ media: 'print' });
    const said = await page.locator('.sheet-days > ul').evaluateAll((days) =>
      days.map((day) => {
        const { left, right } = day.getBoundingClientRect();
        // The words of an entry stand a list's width to its left.
        return [...day.children].some((entry) => {
          const place = entry.getBoundingClientRect().left - day.clientWidth;
          return place >= left - 1 && place < right - 1;
        });
      }),
    );
    expect(said, name).toEqual([isSaid, isSaid]);
    await page.context().close();
  }
});

it('a device prints the sheet from its own store, with the server stopped', async () => {
  await (await openAlerts(town)).publish('Corte de agua', { severity: 'Severe' });
  const page = await town.visitor(PAPER);
  await page.goto('/');
  await untilHeld(page);
  await page.context().setOffline(true);
  await town.kill();
  await page.goto(pages.cartelera());
  await page.getByRole('heading', { name: 'Cartelera' }).waitFor();
  expect(pagesIn(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(look)).toMatchObject({ outside: [], halves: [] });
  expect(await page.evaluate(look)).toMatchObject({ headlines: ['Corte de agua'] });
  // What needs the room of an alert goes in this order: news, agenda, and who is on duty at last.
  expect(await page.evaluate(look)).toMatchObject({ events: 0, bulletins: 0 });
  expect((await page.evaluate(look)).turns).toBeGreaterThanOrEqual(2);
  const sheet = page.getByRole('region', { name: 'Hoja para imprimir' });
  await sheet.getByText(`Todo esto y más, al día: ${new URL(town.url).host}${pages.today()}`).waitFor();
  expect(await readQr(await page.screenshot())).toBe(`${town.url}/`);
  town.expectQuiet();
});

/** Looks at the sheet. Runs in the page. */
function look() {
  const sheet = document.querySelector('.sheet') as HTMLElement;
  const frame = sheet.getBoundingClientRect();
  const isWithin = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  const isApart = (one: DOMRect, other: DOMRect) =>
    one.left >= other.right - 1 ||
    one.right <= other.left + 1 ||
    one.top >= other.bottom - 1 ||
    one.bottom <= other.top + 1;
  const seenIn = (list: string) => {
    const box = document.querySelector(list)?.getBoundingClientRect();
    const entries = [...document.querySelectorAll(`${list} > li`)].map((entry) => entry.getBoundingClientRect());
    return {
      whole: entries.filter((entry) => box && isWithin(entry, box)).length,
      halves: entries.filter((entry) => box && !isWithin(entry, box) && !isApart(entry, box)).length,
    };
  };
  const events = seenIn('.sheet-agenda .sheet-list');
  const bulletins = seenIn('.sheet-news section:first-child .sheet-list');
  const stories = seenIn('.sheet-news section:last-child .sheet-list');
  const days = ['first', 'last'].map((day) => seenIn(`.sheet-days > :${day}-child`));
  const parts = [
    ...sheet.querySelectorAll(
      // A heading in an entry is left out with it.
      'h2, :not(li) > h3, .sheet-numbers li, .sheet-numbers text, .sheet-foot, .sheet-foot p, .sheet-foot img',
    ),
  ].filter((part) => part.getClientRects().length > 0);
  // Of an alert, what does not fit whole is beside it and hidden.
  const alerts = [...sheet.querySelectorAll<HTMLElement>('.sheet-alerts li, .sheet-others li')].map((entry) => {
    const hasBox = entry.getClientRects().length > 0;
    const box = (hasBox ? entry : (entry.parentElement as HTMLElement)).getBoundingClientRect();
    const parts = [...entry.children].map((child) => child.getBoundingClientRect());
    const halves = parts.filter((part) => !isWithin(part, box) && !isApart(part, box)).length;
    const headline = entry.querySelector('b') as HTMLElement;
    const isHeaded = isWithin(box, frame) && isWithin(headline.getBoundingClientRect(), box);
    return { halves, headlines: isHeaded ? [headline.innerText] : [] };
  });
  const unit = frame.width / (matchMedia('print').matches ? frame.width : 210 * (96 / 25.4));
  const written = [...sheet.querySelectorAll<HTMLElement>('h2, h3, p, b, time, small')];
  const headings = [...sheet.querySelectorAll<HTMLElement>('h2, h3')].filter((one) => one.getClientRects().length > 0);
  const linesOf = (element: HTMLElement) =>
    element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight);
  return {
    outside: parts
      .filter((part) => !isWithin(part.getBoundingClientRect(), frame))
      .map((part) => part.outerHTML.slice(0, 80)),
    halves: [
      ...[events, bulletins, stories, ...days, ...alerts].flatMap(({ halves }, at) =>
        halves > 0 ? [`${halves} in list ${at}`] : [],
      ),
      ...headings.filter((heading) => linesOf(heading) < 0.95).map((heading) => heading.innerText),
    ],
    headlines: alerts.flatMap(({ headlines }) => headlines),
    smallest: Math.min(...written.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) / unit)),
    mostLines: Math.round(
      Math.max(
        ...[...sheet.querySelectorAll<HTMLElement>('h2, p:not(:has(b), .sheet-instruction), li > b')].map(linesOf),
      ),
    ),
    numbers: [...sheet.querySelectorAll<SVGSVGElement>('.sheet-numbers svg')].map((drawing) => ({
      phone: drawing.getAttribute('aria-label') ?? '',
      size: (drawing.getScreenCTM()?.a ?? 0) * 100,
    })),
    events: events.whole,
    bulletins: bulletins.whole,
    turns: days.reduce((sum, { whole }) => sum + whole, 0),
    text: sheet.innerText,
  };
}

/** Returns how far a picture's most colourful point is from grey, from 0 to 255. */
async function greatestChroma(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    most = Math.max(most, Math.max(red, green, blue) - Math.min(red, green, blue));
  }
  return most;
}
