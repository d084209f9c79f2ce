import Validator from '@adobe/structured-data-validator';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { pages, recordPage } from '#contract/addresses/pages';
import { dayAt } from '#contract/values/dates';
import { graphOf } from '../../../web/src/structured-data/graph.ts';
import { Redirect } from '../../../web/src/public/public-page.ts';
import { viewOf } from '../../../web/src/public/view.ts';
import { openTown as openEmptyTown } from '../../api/town.ts';
import type { Town } from '../../api/town.ts';

const ORIGIN = 'https://portal.example';
const PICTURE = { name: 'foto-0123456789abcdef', width: 1600, height: 900 };

type Node = { '@type': string } & Record<string, unknown>;

/** What the page of an address says to search engines: its things, by type. Null for a page that says nothing. */
async function things(town: Town, path: string): Promise<Node[] | null> {
  const view = await viewOf({ path, origin: ORIGIN, reader: town.reader, today: dayAt(town.clock.now) });
  if (view instanceof Redirect) throw new Error(`${path} leads to ${view.to}`);
  const graph = graphOf(view, ORIGIN);
  if (!graph) return null;
  // As it is written into the document.
  const { '@context': context, '@graph': nodes } = JSON.parse(JSON.stringify(graph)) as Record<string, unknown>;
  expect(context).toBe('https://schema.org');
  return nodes as Node[];
}
async function one(town: Town, path: string, type: string): Promise<Node> {
  const found = (await things(town, path))?.filter((node) => node['@type'] === type) ?? [];
  expect([path, type, found.length]).toEqual([path, type, 1]);
  return found[0] as Node;
}

async function openTown(site: object = {}): Promise<Town> {
  const town = await openEmptyTown({ origin: ORIGIN });
  town.writer.setDocument(town.act, 'site', {
    ...blankDocuments.site,
    town: 'Cañadón Huemul',
    province: 'Santa Cruz',
    name: 'Municipalidad de Cañadón Huemul',
    address: 'San Martín 250',
    phone: '02902 48-1100',
    email: 'muni@ejemplo.gob.ar',
    lines: blankDocuments.site.lines.with(3, {
      name: 'Violencia de género',
      phone: '02902 48-1144',
      note: '',
      always: true,
    }),
    social: { facebook: 'https://www.facebook.com/muni', instagram: '', x: '', youtube: '' },
    ...site,
  });
  return town;
}

const at = {
  story: (id: string, titlekey: string) => recordPage('story', { id, titlekey }),
  event: (id: string, titlekey: string) => recordPage('agenda', { id, titlekey }),
};

const DUTY = `FREQ=DAILY;INTERVAL=2|2026-03-15|08:30-08:30|Farmacia Paso|Mitre 20||48-1111`;
const MARKET = `FREQ=WEEKLY;BYDAY=SA||10:00-14:00||Plaza Moreno
NO|2026-03-28|||Plaza Moreno|||Llueve`;

/** A town with something on every page. @returns the address of each kind of page */
async function furnish(town: Town): Promise<Record<string, string>> {
  const publish = { status: 'Publicado' };
  for (let count = 0; count < 12; count += 1) town.make('story', { title: `Nota ${count}`, ...publish });
  const story = town.make('story', {
    title: 'Corte de agua',
    description: 'El jueves',
    date: '14-03-2026',
    ...publish,
  });
  town.writer.createLabel(town.act, story, 'Obras');
  town.writer.setPicture(town.act, 'story', story, PICTURE);
  const event = town.make('agenda', { title: 'Feria', date: '20-03-2026', labelId: 'Cultura', ...publish });
  town.writer.setPicture(town.act, 'agenda', event, PICTURE);
  const bulletin = town.make('bulletin', { title: 'Decreto 7', number: '7/2026', bclass: 'Decreto', ...publish });
  town.writer.setPdf(town.act, 'bulletin', bulletin, { pdf: `${'0'.repeat(43)}.pdf`, pdfname: 'd.pdf', pdfsize: 1000 });
  const album = town.make('album', { title: 'El bosque', shortDescription: 'Lengas', ...publish });
  town.writer.setPicture(town.act, 'album', album, PICTURE);
  const person = { name: 'Ana Paz', position: 'Intendenta', phones: '02902 48-1101', email: 'ana@ejemplo.gob.ar' };
  const authority = town.make('authority', person);
  town.writer.setPicture(town.act, 'authority', authority, PICTURE);
  const freePage = town.make('page', { title: 'Transparencia', description: 'En qué se gasta', ...publish });
  town.writer.setPicture(town.act, 'page', freePage, PICTURE);
  const procedure = town.make('procedure', {
    title: 'Libre deuda',
    topic: 'Tasas',
    office: 'Recaudación',
    address: 'Mitre 20',
    phones: '48-1111 int. 3',
    form: 'https://tributos.ejemplo.gob.ar/libre-deuda',
    ...publish,
  });
  const turns = (title: string, kind: string, rows: string) => {
    const id = town.make('roster', { title, kind, turns: rows, ...publish });
    return pages.roster({ id, titlekey: title.toLowerCase() });
  };
  return {
    'a roster of hours': turns('Turnos', 'farmacia', DUTY),
    'a roster of departures': turns('Colectivo', 'colectivo', 'FREQ=DAILY||06:30,12:00|Ida'),
    'a market': turns('Feria', 'feria', MARKET),
    'a roster without a turn': turns('Reparto', 'agua', 'DAYS|2026-01-02|09:00'),
    procedures: pages.procedures(),
    procedure: pages.procedure({ id: procedure, titlekey: 'libre-deuda' }),
    home: pages.home(),
    stories: pages.stories(),
    'stories, page 2': pages.stories(2),
    'stories with a label': pages.storiesByLabel('obras'),
    story: at.story(story, 'corte-de-agua'),
    agenda: pages.agenda(),
    'agenda, a category': pages.agendaByLabel('Cultura'),
    event: at.event(event, 'feria'),
    authority: '/gobierno/intendenta',
    tourism: pages.tourism(),
    album: pages.album({ id: album }),
    'green points': pages.greenPoints(),
    bulletins: pages.bulletins(),
    'bulletins of a class': pages.bulletinsByClass('Decreto'),
    bulletin: recordPage('bulletin', { id: bulletin, titlekey: 'decreto-7' }),
    'useful data': pages.usefulData(),
    'free page': pages.page({ id: freePage, titlekey: 'transparencia' }),
    'site map': pages.siteMap(),
  };
}

/** schema.org's vocabulary in the form in which schema.org offers it as JSON-LD, and the checker expects it. */
function vocabulary(): object {
  const file = createRequire(import.meta.url)
    .resolve('@vocabulary/schema')
    .replace(/index\.js$/, 'schema.nq');
  const nodes = new Map<string, Record<string, unknown>>();
  const kinds: Record<string, string> = {
    'http://www.w3.org/2000/01/rdf-schema#Class': 'rdfs:Class',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property': 'rdf:Property',
  };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, subject = '', predicate = '', object = ''] = /^<([^>]*)> <([^>]*)> <([^>]*)>/.exec(line) ?? [];
    const node = nodes.get(subject) ?? { '@id': subject, 'rdfs:subClassOf': [], 'schema:domainIncludes': [] };
    nodes.set(subject, node);
    if (predicate.endsWith('#type') && kinds[object]) node['@type'] = kinds[object];
    if (predicate.endsWith('#subClassOf')) (node['rdfs:subClassOf'] as object[]).push({ '@id': object });
    if (predicate.endsWith('/domainIncludes')) (node['schema:domainIncludes'] as object[]).push({ '@id': object });
  }
  return { '@graph': [...nodes.values()] };
}

const validator = new Validator(vocabulary());
async function faultsOf(nodes: readonly Node[]): Promise<string[]> {
  const issues = await validator.validate({ jsonld: Object.groupBy(nodes, (node) => node['@type']) });
  return issues.map(({ issueMessage, path }) => `${issueMessage} ${JSON.stringify(path)}`);
}

describe('what a page says to search engines', () => {
  test('has, by an independent checker, only types and members of schema.org, and those that search engines require', async () => {
    const town = await openTown();
    for (const [name, path] of Object.entries(await furnish(town))) {
      const nodes = (await things(town, path)) ?? [];
      expect(nodes.length, name).toBeGreaterThan(2);
      expect([name, await faultsOf(nodes)]).toEqual([name, []]);
    }
  });

  test('is checked by something that knows what is wrong', async () => {
    const wrong: Node[] = [
      { '@type': 'NewsArticle', headline: 'x', titel: 'x' },
      { '@type': 'Evento' },
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] },
      { '@type': 'Place', name: 'x', address: { '@type': 'PostalAddress', town: 'x' } },
      { '@type': 'Person', jobTitle: 'x' },
    ];
    for (const node of wrong) expect(await faultsOf([node]), JSON.stringify(node)).not.toEqual([]);
  });

  test('is complete in a town of which nothing is known, and has no empty values', async () => {
    const town = await openEmptyTown({ origin: ORIGIN });
    const story = town.make('story', { title: 'Nota', status: 'Publicado' });
    const event = town.make('agenda', { title: 'Feria', status: 'Publicado' });
    for (const path of [...Object.values(await furnish(town)), at.story(story, 'nota'), at.event(event, 'feria')]) {
      const nodes = (await things(town, path)) ?? [];
      expect([path, await faultsOf(nodes)]).toEqual([path, []]);
      expect([path, JSON.stringify(nodes).match(/""|null|undefined|\[\]/g)]).toEqual([path, null]);
    }
  });

  test('is that the town hall publishes it, which can be called, in an emergency too', async () => {
    const town = await openTown();
    for (const path of Object.values(await furnish(town))) {
      const hall = await one(town, path, 'GovernmentOrganization');
      expect(hall).toMatchObject({
        name: 'Municipalidad de Cañadón Huemul',
        url: `${ORIGIN}/`,
        telephone: ['+542902481100'],
        sameAs: ['https://www.facebook.com/muni'],
        address: { streetAddress: 'San Martín 250', addressLocality: 'Cañadón Huemul', addressCountry: 'AR' },
      });
      const lines = hall['contactPoint'] as Record<string, unknown>[];
      expect(lines.map((line) => [line['name'], line['telephone'], line['contactType']])).toEqual([
        ['Bomberos', '100', 'emergency'],
        ['Policía', '101', 'emergency'],
        ['Emergencias médicas', '107', 'emergency'],
        ['Violencia de género', '+542902481144', 'emergency'],
      ]);
    }
  });

  test('is where the site can be searched', async () => {
    const town = await openTown();
    const { potentialAction } = await one(town, '/', 'WebSite');
    const { target } = potentialAction as { target: { urlTemplate: string } };
    const view = await viewOf({
      path: target.urlTemplate.replace('{palabras}', 'agua').slice(ORIGIN.length),
      origin: ORIGIN,
      reader: town.reader,
      today: '2026-03-15',
    });
    expect(view).toMatchObject({ name: 'search', data: { search: 'agua' } });
    expect(potentialAction).toMatchObject({ 'query-input': 'required name=palabras' });
  });

  test('is, of a story, its title, day, pictures, labels and publisher', async () => {
    const town = await openTown();
    const { story = '' } = await furnish(town);
    const article = await one(town, story, 'NewsArticle');
    expect(article).toMatchObject({
      headline: 'Corte de agua',
      description: 'El jueves',
      datePublished: '2026-03-14',
      keywords: ['Obras'],
      mainEntityOfPage: ORIGIN + story,
      publisher: { '@id': (await one(town, story, 'GovernmentOrganization'))['@id'] },
    });
    const [picture] = article['image'] as string[];
    expect(picture).toMatch(
      /^https:\/\/portal\.example\/uploads\/story\/2026\/\w{12}\/foto-0123456789abcdef-1600\.webp$/,
    );
  });

  test('is, of a procedure, what it is about, where it is done, whom to call, and where to do it online', async () => {
    const town = await openTown();
    const { procedure = '' } = await furnish(town);
    expect(await one(town, procedure, 'GovernmentService')).toMatchObject({
      name: 'Libre deuda',
      serviceType: 'Tasas',
      areaServed: 'Cañadón Huemul',
      availableChannel: {
        serviceLocation: {
          name: 'Recaudación',
          address: { streetAddress: 'Mitre 20', addressLocality: 'Cañadón Huemul' },
        },
        servicePhone: { telephone: ['+542902481111'] },
        serviceUrl: 'https://tributos.ejemplo.gob.ar/libre-deuda',
      },
    });
  });

  test('is, of a roster, who is on duty at which hours of which day, and whom to call', async () => {
    const town = await openTown();
    const { 'a roster of hours': duty = '' } = await furnish(town);
    const service = await one(town, duty, 'GovernmentService');
    expect(service).toMatchObject({ name: 'Turnos', serviceType: 'Farmacia de turno', areaServed: 'Cañadón Huemul' });
    const [channel] = service['availableChannel'] as [Record<string, Record<string, unknown>>];
    expect(channel).toMatchObject({
      serviceLocation: { name: 'Farmacia Paso', address: { streetAddress: 'Mitre 20' } },
      servicePhone: { telephone: ['+542902481111'] },
    });
    const hours = channel['serviceLocation']?.['openingHoursSpecification'] as Record<string, string>[];
    expect(hours.slice(0, 3).map(({ validFrom, opens, closes }) => [validFrom, opens, closes])).toEqual([
      ['2026-03-15', '08:30', '23:59'],
      ['2026-03-16', '00:00', '08:30'],
      ['2026-03-17', '08:30', '23:59'],
    ]);
    const said = hours.map(({ validFrom, opens }) => `${validFrom} ${opens}`);
    expect(new Set(said).size).toBe(said.length);
  });

  test('is, of a market, when it comes next, by which rule it comes again, and when it does not', async () => {
    const town = await openTown();
    const { 'a market': market = '' } = await furnish(town);
    expect(await one(town, market, 'Event')).toMatchObject({
      name: 'Feria, Plaza Moreno',
      startDate: '2026-03-21T10:00:00-03:00',
      endDate: '2026-03-21T14:00:00-03:00',
      location: { address: { streetAddress: 'Plaza Moreno' } },
      eventSchedule: [
        {
          repeatFrequency: 'P1W',
          byDay: ['SA'],
          startTime: '10:00',
          endTime: '14:00',
          exceptDate: ['2026-03-28'],
          scheduleTimezone: 'America/Argentina/Buenos_Aires',
        },
      ],
    });
  });

  test('includes the descriptions of its pictures where they were written', async () => {
    const town = await openTown();
    const { album = '', story = '' } = await furnish(town);
    const caption = 'Lengas rojas junto al arroyo.';
    town.writer.setAlt(town.act, 'album', album.split('/')[2] ?? '', PICTURE.name, { value: caption });
    const gallery = await one(town, album, 'ImageGallery');
    const [picture] = gallery['image'] as object[];
    expect(picture).toMatchObject({ '@type': 'ImageObject', caption });
    expect((picture as { contentUrl: string }).contentUrl).toMatch(/foto-0123456789abcdef-1600\.webp$/);
    expect(await faultsOf([gallery])).toEqual([]);
    expect(((await one(town, story, 'NewsArticle'))['image'] as unknown[])[0]).toBeTypeOf('string');
  });

  test('is, of an event, its day, its place, and that it takes place', async () => {
    const town = await openTown();
    const { event = '' } = await furnish(town);
    expect(await one(town, event, 'Event')).toMatchObject({
      name: 'Feria',
      startDate: '2026-03-20',
      location: { '@type': 'Place', name: 'Cañadón Huemul', address: { addressLocality: 'Cañadón Huemul' } },
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    });
  });

  test('is, of an event with times and a place, when it begins and ends in the time of the town, and where', async () => {
    const town = await openTown();
    const told = {
      startTime: '18',
      endTime: '23',
      lastDay: '22-03-2026',
      place: 'Salón Comunitario',
      address: 'Perito Moreno 180',
      map: 'https://www.openstreetmap.org/#map=19/-48.75/-70.24',
    };
    const id = town.make('agenda', { title: 'Feria', date: '20-03-2026', status: 'Publicado', ...told });
    const event = await one(town, at.event(id, 'feria'), 'Event');
    expect(event).toMatchObject({
      startDate: '2026-03-20T18:00:00-03:00',
      endDate: '2026-03-22T23:00:00-03:00',
      location: {
        name: 'Salón Comunitario',
        address: { streetAddress: 'Perito Moreno 180', addressLocality: 'Cañadón Huemul' },
        hasMap: told.map,
      },
    });
    expect(await faultsOf([event])).toEqual([]);
  });

  test('is, of an event without a description, the beginning of its text, with whole characters', async () => {
    const town = await openTown();
    const text = `<p>a${'🎪'.repeat(250)}</p>`;
    const id = town.make('agenda', { title: 'Feria', text, status: 'Publicado' });
    expect((await one(town, at.event(id, 'feria'), 'Event'))['description']).toBe(`a${'🎪'.repeat(196)}...`);
  });

  test.for([
    ['SUSPENDIDO: Feria del Lago', 'EventCancelled'],
    ['Feria del Lago (suspendida)', 'EventCancelled'],
    ['¡Cancelada! Feria del Lago', 'EventCancelled'],
    ['Postergado: Maratón', 'EventPostponed'],
    ['Maratón, pospuesta', 'EventPostponed'],
    ['Reprogramada: Maratón', 'EventRescheduled'],
    ['Charla sobre créditos cancelados por el banco', 'EventScheduled'],
  ] as const)('is, of the event «%s», %s', async ([title, status]) => {
    const town = await openTown();
    const id = town.make('agenda', { title, status: 'Publicado' });
    const { titlekey } = (await town.reader.record('agenda', id)) ?? { titlekey: '' };
    expect((await one(town, at.event(id, titlekey), 'Event'))['eventStatus']).toBe(`https://schema.org/${status}`);
  });

  test('is the way to it from the home page, which ends with itself', async () => {
    const town = await openTown();
    const places = await furnish(town);
    const wayTo = async (name: string) =>
      ((await one(town, places[name] ?? '', 'BreadcrumbList'))['itemListElement'] as Record<string, unknown>[]).map(
        (step) => [step['position'], step['name'], String(step['item']).slice(ORIGIN.length)],
      );
    expect(await wayTo('story')).toEqual([
      [1, 'Inicio', '/'],
      [2, 'Noticias', '/noticias'],
      [3, 'Corte de agua', places['story']],
    ]);
    expect(await wayTo('stories')).toEqual([
      [1, 'Inicio', '/'],
      [2, 'Noticias', '/noticias'],
    ]);
    expect(await wayTo('stories with a label')).toEqual([
      [1, 'Inicio', '/'],
      [2, 'Noticias', '/noticias'],
      [3, 'Noticias #Obras', '/noticias/obras'],
    ]);
    expect(await wayTo('useful data')).toEqual([
      [1, 'Inicio', '/'],
      [2, 'Datos útiles', '/datosutiles'],
    ]);
    expect((await things(town, '/'))?.some((node) => node['@type'] === 'BreadcrumbList')).toBe(false);
  });

  test('is, of a list, what is in it, in its order, counted through all its pages', async () => {
    const town = await openTown();
    await furnish(town);
    const { items } = await town.reader.list('story', { page: 2 });
    const list = (await one(town, pages.stories(2), 'ItemList'))['itemListElement'] as Record<string, unknown>[];
    expect(list.map((one) => [one['position'], one['name'], one['url']])).toEqual(
      items.map((story, index) => [11 + index, story.title, ORIGIN + pages.story(story)]),
    );
  });

  test('is nothing on pages that are not to be found, or that do not exist', async () => {
    const town = await openTown();
    for (const path of [
      '/login',
      '/buscador/agua',
      '/boletin/buscar/agua',
      '/noticias/leer/zzzzzzzzzzzz/x',
      '/boletin/x',
    ]) {
      expect([path, await things(town, path)]).toEqual([path, null]);
    }
  });
});
