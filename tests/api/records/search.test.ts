import { describe, expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { pages } from '#contract/addresses/pages';
import { resultPage } from '#contract/addresses/results';
import type { Found } from '#contract/lists';
import type { SearchResult } from '#contract/search';
import { imageTag } from '#contract/uploaded/text-pictures';
import { addDays, dayAt } from '#contract/values/dates';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

async function found(town: Town, search: unknown, page: unknown = 1): Promise<Found<SearchResult>> {
  const { status, body, headers } = await town.post('/api/dataPublic/searchContent', { search, page });
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  return body as Found<SearchResult>;
}
/** The titles of what has the searched words themselves. */
async function titles(town: Town, search: string): Promise<string[]> {
  const { items, instead } = await found(town, search);
  return instead ? [] : items.map(({ title }) => title);
}
const publish = (town: Town, title: string, more: object = {}) =>
  town.make('story', { title, status: 'Publicado', ...more });

describe('the search', () => {
  test('ignores accents, the tilde of ñ and case, and matches every word as a prefix', async () => {
    const town = await openTown();
    publish(town, 'Reunión en la Montaña');
    publish(town, 'Ano nuevo');
    expect(await titles(town, 'REUNION')).toEqual(['Reunión en la Montaña']);
    expect(await titles(town, 'reún mon')).toEqual(['Reunión en la Montaña']);
    for (const search of ['montana', 'montañ']) expect(await titles(town, search)).toEqual(['Reunión en la Montaña']);
    for (const search of ['año', 'ano']) expect(await titles(town, search)).toEqual(['Ano nuevo']);
    expect(await titles(town, 'unión')).toEqual([]);
    expect(await titles(town, 'reunion ano')).toEqual([]);
    // Letters that are newer than the Unicode tables of the search engine.
    publish(town, 'A\u{1E900}b 𞤀');
    expect(await titles(town, 'a\u{1E900}B')).toEqual(['A\u{1E900}b 𞤀']);
    // The same letters in decomposed form.
    expect(await titles(town, 'montan\u0303a')).toEqual(['Reunión en la Montaña']);
  });

  test('answers a question whose verb the texts do not have, and finds a telephone by «tel»', async () => {
    const town = await openTown();
    publish(town, 'Cortes de agua por sectores');
    publish(town, 'Cómo leer el medidor de agua');
    for (const search of ['¿Cuándo cortan el agua?', 'cortaron el agua'])
      expect(await titles(town, search), search).toContain('Cortes de agua por sectores');
    town.make('procedure', { title: 'Licencia de conducir', status: 'Publicado' });
    for (const search of ['como saco el carnet', '¿Qué necesito para sacar mi carnet?', 'cuánto cuesta el carnet'])
      expect(await titles(town, search), search).toEqual(['Licencia de conducir']);
    expect((await titles(town, 'tel bomberos'))[0]).toBe('Bomberos');
    // It is ranked by what it is about, too.
    publish(town, 'Cómo saco el pasaje', { text: '<p>Con el carnet de estudiante.</p>' });
    publish(town, 'El registro de artesanos');
    expect((await titles(town, 'como saco el carnet')).at(-1)).toBe('Cómo saco el pasaje');
    town.make('roster', { title: 'Recolección de residuos', status: 'Publicado' });
    publish(town, 'Qué hacer cuando pasa la nieve', { text: '<p>Se atasca el camión de la basura.</p>' });
    expect((await titles(town, 'cuando pasa el camion de la basura'))[0]).toBe('Recolección de residuos');
    expect(await titles(town, 'como leer el medidor')).toEqual(['Cómo leer el medidor de agua']);
  });

  test('finds a long beginning in every word that has it, however many there are', async () => {
    const town = await openTown();
    const endings = Array.from({ length: 40 }, (_, number) => `${number}`.padStart(2, '0'));
    publish(town, 'Todas', { text: `<p>${endings.map((ending) => `kilómetro${ending}`).join(' ')} lago</p>` });
    for (const ending of endings) publish(town, `Ruta ${ending}`, { text: `<p>Kilómetro${ending}</p>` });
    publish(town, 'Kilómetro');
    const pagesOf = async (search: string) => (await found(town, search)).pages;
    expect([await pagesOf('kilometro'), await pagesOf('kilometro0'), await pagesOf('kilom')]).toEqual([5, 2, 5]);
    expect((await titles(town, 'kilometro39')).sort()).toEqual(['Ruta 39', 'Todas']);
    expect(await titles(town, 'kilometro0 kilometro3 lago')).toEqual(['Todas']);
    expect(await titles(town, 'kilometro99')).toEqual([]);
  });

  test('finds what says the same in other words, as the town has them in its lists', async () => {
    const town = await openTown();
    publish(town, 'Corrida de la primavera', { date: '2026-03-14', text: '<p>Llevá tu basura a casa.</p>' });
    publish(town, 'Días de recolección', { date: '2026-03-10' });
    publish(town, 'Yerra');
    expect(await titles(town, 'basuras')).toEqual(['Días de recolección', 'Corrida de la primavera']);
    expect(await titles(town, 'basura dias')).toEqual(['Días de recolección']);
    expect(await titles(town, 'doma')).toEqual([]);
    const synonyms = [{ words: 'doma, yerra' }];
    town.writer.setDocument(town.act, 'categories', { ...blankDocuments.categories, synonyms });
    expect(await titles(town, 'doma')).toEqual(['Yerra']);
    expect(await titles(town, 'basura')).toEqual(['Corrida de la primavera']);
  });

  test('finds the sections and the links to other sites that the menu shows, under their names there', async () => {
    const town = await openTown();
    publish(town, 'Turismo rural', { text: '<p>Impuestos</p>' });
    town.make('album', { title: 'Lago', status: 'Publicado' });
    const items = [
      { to: '/turismo', name: 'Paseos', isHidden: false },
      { to: 'impuestos', name: '', isHidden: false },
      { to: '/agenda', name: '', isHidden: true },
      { to: '/reclamos', name: '', isHidden: false },
      {
        to: '',
        name: 'Más',
        isHidden: false,
        items: [{ to: 'https://pagos.example/', name: 'Pagos', isHidden: false }],
      },
    ];
    const taxUrl = 'https://tributos.example/';
    town.writer.setDocument(town.act, 'site', { ...blankDocuments.site, taxUrl, menu: { hidesEmpty: true, items } });
    const ways = async (search: string) => (await found(town, search)).items.map((one) => [one.title, resultPage(one)]);
    expect((await ways('impuestos'))[0]).toEqual(['Consulta de impuestos', taxUrl]);
    expect((await ways('tasas'))[0]).toEqual(['Consulta de impuestos', taxUrl]);
    expect(await ways('pagos')).toEqual([['Pagos', 'https://pagos.example/']]);
    expect(await ways('alojamiento')).toEqual([['Paseos', '/turismo']]);
    expect((await ways('turismo')).map(([title]) => title)).toEqual(['Turismo rural', 'Paseos']);
    expect(await ways('agenda')).toEqual([]);
    for (const search of ['reclamo', 'quiero hacer un reclamo', 'queja', 'bache', 'luminarias'])
      expect((await ways(search))[0], search).toEqual(['Consultas y reclamos', '/reclamos']);
    expect(await found(town, 'paseso')).toMatchObject({ items: [{ title: 'Paseos' }], instead: ['paseos'] });
  });

  test('offers the agenda and what is on today for a day, before what names it by the way', async () => {
    const town = await openTown();
    town.make('agenda', { title: 'Feria', status: 'Publicado', date: '2030-03-15', text: '<p>Sábado</p>' });
    publish(town, 'Hoy y mañana, feria');
    const first = async (search: string) => (await found(town, search)).items.map(resultPage);
    expect(await first('sábado')).toEqual(['/agenda', expect.stringContaining('/agenda/leer/')]);
    for (const search of ['hoy', '¿Qué hay mañana?'])
      expect((await first(search)).slice(0, 2).sort(), search).toEqual(['/agenda', '/hoy']);
  });

  test('puts an event to come before one that is over, whose title says more of what is searched', async () => {
    const town = await openTown();
    const today = dayAt(town.clock.now);
    const make = (title: string, days: number, more: object = {}) =>
      town.make('agenda', { title, date: addDays(today, days), status: 'Publicado', ...more });
    make('Feria de artesanos', -10);
    make('Feria', 3, { place: 'Plaza de los artesanos' });
    expect(await titles(town, 'feria artesanos')).toEqual(['Feria', 'Feria de artesanos']);
  });

  test('answers who somebody is with the authority first', async () => {
    const town = await openTown();
    town.make('authority', { name: 'Ana Quilodrán', position: 'Intendenta' });
    publish(town, 'La intendenta abrió las sesiones');
    const positions = async (search: string) => (await found(town, search)).items.map(({ type }) => type);
    expect((await positions('quien es la intendenta'))[0]).toBe((await positions('quilodran'))[0]);
  });

  test('finds a procedure before news that say the same', async () => {
    const town = await openTown();
    town.make('procedure', { title: 'Licencia de conducir', status: 'Publicado', requirements: 'DNI\nFoto' });
    town.clock.now += 86_400_000;
    publish(town, 'Licencia de conducir: más turnos', { date: '2026-03-15' });
    expect(await titles(town, 'licencia')).toEqual(['Licencia de conducir', 'Licencia de conducir: más turnos']);
    expect(await titles(town, 'foto dni')).toEqual(['Licencia de conducir']);
    expect((await found(town, 'registro')).items[0]).toMatchObject({ type: 'Tramite', title: 'Licencia de conducir' });
  });

  test('finds what was meant by somebody who slipped by a letter or added an unknown word, and says so', async () => {
    const town = await openTown();
    publish(town, 'Horarios del colectivo', { date: '2026-03-14' });
    publish(town, 'Cuadro tarifario del agua');
    publish(town, 'Obra en la ruta', { status: 'Redaccion', text: '<p>Pavimento</p>' });
    const said = async (search: string) => {
      const { items, instead } = await found(town, search);
      return [instead, ...items.map(({ title }) => title)];
    };
    const bus = [['colectivo'], 'Horarios del colectivo'];
    for (const slip of ['colectvo', 'coelctivo', 'colecttivo', 'colectibo'])
      expect(await said(slip), slip).toEqual(bus);
    expect(await said('aguua tarifaria')).toEqual([['agua', 'tarifario'], 'Cuadro tarifario del agua']);
    expect(await said('cuadro tarifario pdf')).toEqual([['cuadro', 'tarifario'], 'Cuadro tarifario del agua']);
    expect(await said('colectivo')).toEqual([undefined, 'Horarios del colectivo']);
    // Two slips, a short word, known words that no text has together, and what only a draft says.
    for (const search of ['colctvo', 'agu1', 'lus', 'cuadro colectivo', 'pavimneto', 'pavimento'])
      expect(await said(search), search).toEqual([undefined]);
    // A word that its text no longer says is not what was meant.
    const id = publish(town, 'Xolectivo');
    expect(await said('xolectivo')).toEqual([undefined, 'Xolectivo']);
    town.writer.update(town.act, 'story', id, 'title', { value: 'Otra cosa' });
    expect(await said('xolectivo')).toEqual(bus);
  });

  test('says the day of what has one, so that two of the same title can be told apart', async () => {
    const town = await openTown();
    publish(town, 'Servicio de agua', { date: '2026-03-14' });
    publish(town, 'Servicio de agua', { date: '2025-03-14' });
    town.make('album', { title: 'El agua', status: 'Publicado' });
    expect((await found(town, 'agua')).items.map(({ date }) => date).sort()).toEqual([
      '2025-03-14',
      '2026-03-14',
      undefined,
    ]);
  });

  test('finds an event by its place and its address', async () => {
    const town = await openTown();
    const where = { place: 'Salón Comunitario', address: 'Perito Moreno 180' };
    town.make('agenda', { title: 'Peña', status: 'Publicado', ...where });
    for (const search of ['salon comu', 'moreno 180', 'peña salón'])
      expect(await titles(town, search)).toEqual(['Peña']);
    expect((await found(town, 'salon')).items[0]?.keywordcontext).toContain('Salón Comunitario');
  });

  test('finds a text by what its pictures show and by their captions', async () => {
    const town = await openTown();
    const name = 'foto-0123456789abcdef';
    town.writer.addTextPicture(town.act, { name, width: 480, height: 300 });
    const tag = imageTag({ name, alt: 'Niños en la "calesita"', width: 480, height: 300 });
    publish(town, 'Plaza', { text: `<figure>${tag}<figcaption>Se inauguró ayer</figcaption></figure>` });
    for (const search of ['calesita', 'inauguro', 'niños calesita'])
      expect(await titles(town, search)).toEqual(['Plaza']);
    const absent = imageTag({ name: 'foto-00000000000000aa', alt: 'Tobogán' });
    publish(town, 'Otra', { text: `<figure>${absent}</figure>` });
    expect(await titles(town, 'tobogan')).toEqual([]);
  });

  test('follows the words that a record gains and loses, long ones too', async () => {
    const town = await openTown();
    const id = publish(town, 'Pavimentación');
    expect(await titles(town, 'pavimento')).toEqual([]);
    town.writer.update(town.act, 'story', id, 'title', { value: 'El pavimento nuevo' });
    expect(await titles(town, 'pavimento')).toEqual(['El pavimento nuevo']);
    expect(await titles(town, 'pavimenta')).toEqual([]);
  });

  test('finds nothing for an empty box and for NULL', async () => {
    const town = await openTown();
    publish(town, 'NULL y nada más');
    for (const search of ['', ' ', 'NULL', ' NULL ', '¡!', '"', '*', '😀'])
      expect([search, await found(town, search)]).toEqual([search, { items: [], pages: 0 }]);
    expect(await titles(town, 'null')).toEqual(['NULL y nada más']);
  });

  test('treats operators of the search engine as ordinary text', async () => {
    const town = await openTown();
    publish(town, 'Corte near la plaza OR no');
    publish(town, 'AND title and body');
    const specials = [
      '"corte',
      'corte"',
      '"corte" "plaza"',
      'corte*',
      '*corte',
      'corte NEAR plaza',
      'NEAR(corte plaza)',
      'corte NEAR/2 plaza',
      'corte OR plaza',
      '^corte',
      '-corte',
      '+corte',
      '(corte',
      'corte)',
      'title:corte',
      '{title}: corte',
      "corte'",
      'corte;',
      'corte\\',
      'corte\u0000',
      "'; DROP TABLE story; --",
      '${corte}',
    ];
    for (const search of specials) expect([search, (await found(town, search)).pages <= 1]).toEqual([search, true]);
    expect(await titles(town, 'corte OR')).toEqual(['Corte near la plaza OR no']);
    expect(await titles(town, 'corte NOT')).toEqual([]);
    expect(await titles(town, 'AND')).toEqual(['AND title and body']);
    expect(await titles(town, 'title:body')).toEqual(['AND title and body']);
    expect(await titles(town, 'kind')).toEqual([]);
    expect(await titles(town, 'story')).toEqual([]);
  });

  test('puts those with the words in their title first, newer before older', async () => {
    const town = await openTown();
    publish(town, 'Otra cosa', { text: '<p>sobre el agua</p>', date: '14-03-2026' });
    publish(town, 'Agua en marzo', { date: '01-03-2026' });
    publish(town, 'Agua en febrero', { date: '01-02-2026' });
    expect(await titles(town, 'agua')).toEqual(['Agua en marzo', 'Agua en febrero', 'Otra cosa']);
  });

  test('returns ten per page and the number of pages', async () => {
    const town = await openTown();
    for (let number = 1; number <= 11; number += 1) publish(town, `Agua ${number}`, { date: `${number}-02-2026` });
    const [first, second, third] = [
      await found(town, 'agua'),
      await found(town, 'agua', 2),
      await found(town, 'agua', '3'),
    ];
    expect([first.items.length, first.pages]).toEqual([10, 2]);
    expect(second.items.map(({ title }) => title)).toEqual(['Agua 1']);
    expect(third).toEqual({ items: [], pages: 2 });
  });

  test('finds every type, with the title of its page and the words around the match', async () => {
    const town = await openTown();
    const ids = {
      Noticia: publish(town, 'Un huemul en el cañadón'),
      Evento: town.make('agenda', { title: 'Fiesta del huemul', status: 'Publicado' }),
      Boletin: town.make('bulletin', { title: 'Protección del huemul', status: 'Archivado' }),
      Gobierno: town.make('authority', { name: 'Rosa Huemul', position: 'Tesorera' }),
      Turismo: town.make('album', {
        title: 'Álbum del huemul',
        status: 'Publicado',
        description: '<p>Una &amp; otra <strong>foto</strong></p><p>Vistas</p>',
      }),
    };
    const { items } = await found(town, 'huemul');
    expect(Object.fromEntries(items.map(({ type, id }) => [type, id]))).toEqual(ids);
    expect(items.map(resultPage)).toContain(pages.authority({ titlekey: 'tesorera' }));
    expect((await found(town, 'foto')).items).toEqual([
      {
        type: 'Turismo',
        id: ids.Turismo,
        title: 'Álbum del huemul',
        titlekey: 'album-del-huemul',
        keywordcontext: 'Una & otra foto · Vistas',
      },
    ]);
  });

  test('puts telephones before everything else, with their numbers', async () => {
    const town = await openTown();
    const row = { phones: [], extension: '', hours: '', always: false, address: '', email: '' };
    town.writer.setDocument(town.act, 'usefuldata', {
      rows: [
        { ...row, area: 'Mesa de entradas', phones: ['02902 48-1100'], hours: '08 a 14 hs' },
        {
          ...row,
          area: 'Hospital Rural: guardia',
          phones: ['02902 48-1130', '02902 48-1131'],
          extension: '2',
          always: true,
          address: 'Los Notros 520',
        },
      ],
    });
    town.make('bulletin', {
      title: 'Hospital: se decreta la ambulancia de la policía y los bomberos',
      status: 'Publicado',
    });
    const first = async (search: string) =>
      (await found(town, search)).items.map(({ type, title, phones }) => [type, title, phones]);
    const decree = ['Boletin', 'Hospital: se decreta la ambulancia de la policía y los bomberos', undefined];
    for (const dialled of ['02902481130', '481130', '48-1130', '48 1130'])
      expect((await first(dialled))[0]?.[1], dialled).toBe('Hospital Rural: guardia');
    expect(await first('hospital')).toEqual([
      ['Telefono', 'Hospital Rural: guardia', ['02902 48-1130', '02902 48-1131']],
      ['Telefono', 'Emergencias médicas', ['107']],
      decree,
    ]);
    expect(await first('bomberos')).toEqual([['Telefono', 'Bomberos', ['100']], decree]);
    expect(await first('policia')).toEqual([['Telefono', 'Policía', ['101']], decree]);
    expect(await first('ambulancia')).toEqual([['Telefono', 'Emergencias médicas', ['107']], decree]);
    expect(await first('violencia')).toEqual([['Telefono', 'Violencia de género', ['144']]]);
    expect(await first('emergencias')).toHaveLength(4);
    // A number is found as it is written and as it is dialled.
    for (const search of ['48-1130', '02902481130']) expect(await first(search)).toHaveLength(1);
    const [guard] = (await found(town, 'notros')).items;
    expect(guard).toEqual({
      type: 'Telefono',
      id: '1',
      title: 'Hospital Rural: guardia',
      titlekey: 'hospital-rural-guardia',
      phones: ['02902 48-1130', '02902 48-1131'],
      keywordcontext: '24 h todos los días · Los Notros 520 · int. 2',
    });
    expect(resultPage(guard as SearchResult)).toBe(pages.telephone({ titlekey: 'hospital-rural-guardia' }));
    // Office hours are shown with every number and are not searched.
    expect(await first('14')).toEqual([['Telefono', 'Violencia de género', ['144']]]);
    expect(await first('hs')).toEqual([]);
  });

  test('puts the telephones that a search means before one that has a word of it by the way', async () => {
    const town = await openTown();
    const row = { phones: ['02902 48-1100'], extension: '', hours: '', always: false, address: '', email: '' };
    const rows = [
      'Agua y Saneamiento: guardia por cortes',
      'Atención al vecino: reclamos y quejas',
      'Tránsito: carnet y licencias',
      'Registro Civil',
      'Hospital Rural: guardia e informes',
      'Centro de Salud',
    ].map((area) => ({ ...row, area }));
    town.writer.setDocument(town.act, 'usefuldata', { rows });
    const [water, hospital, clinic, line] = [rows[0], rows[4], rows[5], { area: 'Emergencias médicas' }].map(
      (one) => one?.area,
    );
    expect(await titles(town, 'médico')).toEqual([line, hospital, clinic, water]);
    expect(await titles(town, 'guardia')).toEqual([hospital, line, water, clinic]);
    expect(await titles(town, 'salud')).toEqual([clinic, line, hospital, water]);
    expect((await found(town, 'hospitl')).items.map(({ title }) => title)).toEqual([hospital, line, clinic, water]);
    expect(await titles(town, 'registro')).toEqual(['Registro Civil', 'Tránsito: carnet y licencias']);
    expect((await titles(town, 'denuncia')).slice(0, 2)).toEqual(['Policía', 'Violencia de género']);
  });

  test('finds each of the telephones that are written together', async () => {
    const town = await openTown();
    const row = { area: 'Cooperativa', extension: '', hours: '', always: false, address: '', email: '' };
    town.writer.setDocument(town.act, 'usefuldata', { rows: [{ ...row, phones: ['02657-421100 / 42-1101 int. 3'] }] });
    for (const search of ['421100', '02657421100', '421101', '42-1101'])
      expect([search, (await found(town, search)).items]).toMatchObject([search, [{ title: 'Cooperativa' }]]);
  });

  test('follows the numbers that staff change', async () => {
    const town = await openTown();
    const site = blankDocuments.site;
    const line = { name: 'Bomberos', phone: '02902 48-1122', note: '', always: true };
    town.writer.setDocument(town.act, 'site', { ...site, lines: site.lines.with(0, line) });
    expect((await found(town, 'incendio')).items).toMatchObject([{ title: 'Bomberos', phones: ['02902 48-1122'] }]);
    expect((await found(town, '100')).items).toEqual([]);
  });

  test('finds green points, maps, the green-point page and the digest', async () => {
    const town = await openTown();
    const [map, point] = [
      town.make('map', { title: 'Camping del lago', url: 'https://mapas.example/1' }),
      town.make('greenpoint', { title: 'Pilas en la terminal', url: 'https://mapas.example/2' }),
    ];
    town.make('map', { title: 'Lago sin dirección' });
    expect((await found(town, 'digesto')).items).toEqual([]);
    town.writer.setPdf(town.act, 'digest', 'digest', {
      pdf: 'digesto-0123456789abcdef.pdf',
      pdfname: 'Digesto 2026.pdf',
      pdfsize: 1000,
    });
    town.writer.setDocument(town.act, 'greenpointpage', { txt: '<p>Lavá los envases.</p>' });
    const one = async (search: string) =>
      (await found(town, search)).items.map((result) => [result.type, result.title, resultPage(result)]);
    expect(await one('lago')).toEqual([['Mapa', 'Camping del lago', `/turismo#mapa-${map}`]]);
    expect(await one('pilas')).toEqual([['PuntoVerde', 'Pilas en la terminal', `/puntosverdes#mapa-${point}`]]);
    expect(await one('envases')).toEqual([['PuntosVerdes', 'Puntos verdes', '/puntosverdes']]);
    expect(await one('digesto')).toEqual([['Digesto', 'Digesto municipal', '/uploads/digesto.pdf']]);
    // The page comes before stories about it.
    publish(town, 'Nuevos puntos verdes');
    expect((await titles(town, 'puntos verdes'))[0]).toBe('Puntos verdes');
    expect(await titles(town, 'punto verde')).toContain('Pilas en la terminal');
  });

  test('finds a label by its name and by its address, which is one word', async () => {
    const town = await openTown();
    const id = publish(town, 'Vacunas');
    town.writer.createLabel(town.act, id, 'Niñez');
    town.writer.createLabel(town.act, id, 'Obras Públicas');
    publish(town, 'Charla sobre la niñez');
    expect(await titles(town, 'niñez')).toEqual(['Charla sobre la niñez', 'Vacunas']);
    expect(await titles(town, '#ninez')).toEqual(['Charla sobre la niñez', 'Vacunas']);
    expect(await titles(town, 'obraspublicas')).toEqual(['Vacunas']);
    expect((await found(town, 'ninez')).items[1]?.keywordcontext).toBe('Niñez Obras Públicas');
  });

  test('follows every change of what it finds', async () => {
    const town = await openTown();
    const id = publish(town, 'Agua');
    town.writer.createLabel(town.act, id, 'Servicios');
    expect(await titles(town, 'servicios')).toEqual(['Agua']);
    town.writer.removeLabel(town.act, id, 'servicios');
    expect(await titles(town, 'servicios')).toEqual([]);
    town.writer.update(town.act, 'story', id, 'title', { value: 'Gas' });
    expect([await titles(town, 'agua'), await titles(town, 'gas')]).toEqual([[], ['Gas']]);
    town.writer.update(town.act, 'story', id, 'date', { value: '01-01-1900' });
    expect(await titles(town, 'gas')).toEqual(['Gas']);
  });

  test.for([
    {},
    { search: 7 },
    { search: null },
    { search: ['x'] },
    { search: 'x', page: 0 },
    { search: 'x', page: {} },
    { search: 'x', page: 1.5 },
  ])('refuses %j', async (body) => {
    const town = await openTown();
    expect((await town.post('/api/dataPublic/searchContent', body)).status).toBe(400);
  });

  test('refuses a text of a megabyte and accepts one of ten thousand words', async () => {
    const town = await openTown();
    expect((await town.post('/api/dataPublic/searchContent', { search: 'x'.repeat(1_048_576) })).status).toBe(413);
    expect(await found(town, 'zz '.repeat(5000))).toEqual({ items: [], pages: 0 });
  });
});

test('bulletins are searched within a class, newest first', async () => {
  const town = await openTown();
  const make = (title: string, bclass: string, date: string) =>
    town.make('bulletin', { title, bclass, date, status: 'Publicado' });
  make('Tarifa de agua', 'Tarifas', '01-03-2026');
  make('Decreto de agua', 'Decreto', '02-03-2026');
  town.make('story', { title: 'Agua', status: 'Publicado' });
  const search = async (path: string) =>
    ((await town.get(`/api/dataPublic/${path}`)).body as { items: { title: string; text?: string }[] }).items;
  expect((await search('BulletinBySearch/agua/1')).map(({ title }) => title)).toEqual([
    'Decreto de agua',
    'Tarifa de agua',
  ]);
  expect((await search('BulletinByKeywords/TARIFAS/agua/1')).map(({ title }) => title)).toEqual(['Tarifa de agua']);
  expect(await search('BulletinByKeywords/licitaciones/agua/1')).toEqual([]);
  expect((await search(`BulletinBySearch/${encodeURIComponent('agua/"*')}/1`)).length).toBe(2);
  expect((await search('BulletinBySearch/agua/1'))[0]).not.toHaveProperty('text');
});
