import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import { bulletinLead, eventLead } from '#contract/leads';
import type { PublicReader } from '#contract/reader';
import { SECTION_COLOURS, describedShare, pageShare, recordShare, shareHash, sharePicture } from '#contract/share';
import type { RecordEntity } from '#contract/record-types';

const ID = 'aaaaaaaaaaaa';
const SITE = { town: 'Los Ñires', name: 'Municipalidad de Los Ñires', motto: 'Pueblo de viento', accent: '#00586b' };

/** A town with one record; its green-point page has a photo if `photo` is given. */
const townWith = (type: string, record: object, photo?: object) =>
  ({
    document: async (asked: string) =>
      new Map<string, unknown>([
        ['site', SITE],
        ['hero', { id: 'hero', image: null }],
        ['categories', firstCategories],
        ['greenpointpage', { id: 'greenpointpage', txt: '', images: photo ? [photo] : [] }],
      ]).get(asked),
    record: async (asked: string, id: string) => (asked === type && id === ID ? { id, ...record } : null),
  }) as unknown as PublicReader;
const PHOTO = { name: 'foto-0123456789abcdef', width: 1600, height: 900 };

test.each<[RecordEntity, object, object]>([
  ['story', { title: 'Corte de agua', image: null }, { title: 'Corte de agua', lead: '', colour: '#00586b' }],
  [
    'agenda',
    { title: 'Peña', date: '2026-11-28', image: null },
    { title: 'Peña', lead: 'Sábado 28 de noviembre de 2026', colour: '#55286f' },
  ],
  [
    'bulletin',
    { title: 'Tarifa de agua', bclass: 'Tarifas', number: '14/2026' },
    { title: 'Tarifa de agua', lead: 'Tarifa 14/2026' },
  ],
  [
    'alert',
    {
      headline: 'Ruta cortada',
      severity: 'Severe',
      created: '',
      onset: '2026-11-28T08:00',
      expires: '2026-11-28T18:00',
    },
    { title: 'Ruta cortada', lead: 'Alerta severa · hasta el 28 de noviembre, 18\u00a0h', colour: '#a81b22' },
  ],
  ['album', { title: 'El lago', images: [] }, { title: 'El lago', colour: '#a23d1c' }],
  ['authority', { name: 'Ana Paz', position: 'Intendenta', image: null }, { title: 'Ana Paz', lead: 'Intendenta' }],
])('the card of a %s without a photo has its words, and those of the town', async (type, record, words) => {
  expect(await sharePicture(recordShare(type, ID), townWith(type, record))).toMatchObject({
    signature: 'Municipalidad de Los Ñires',
    ...words,
  });
});

test('a record with photos shows the first one, in its largest size', async () => {
  const of = (type: RecordEntity, record: object) => sharePicture(recordShare(type, ID), townWith(type, record));
  expect(await of('story', { year: 2026, image: PHOTO })).toEqual({
    photo: `story/2026/${ID}/foto-0123456789abcdef-1600.webp`,
  });
  expect(await of('album', { images: [PHOTO, { ...PHOTO, name: 'otra-0123456789abcdef' }] })).toEqual({
    photo: `album/${ID}/foto-0123456789abcdef-1600.webp`,
  });
});

test('a photo that is not wide is shown beside the words', async () => {
  const tall = { ...PHOTO, width: 800, height: 1000 };
  const authority = { name: 'Ana Paz', position: 'Intendenta', image: tall };
  expect(await sharePicture(recordShare('authority', ID), townWith('authority', authority))).toMatchObject({
    photo: `authority/${ID}/foto-0123456789abcdef-800.webp`,
    title: 'Ana Paz',
    lead: 'Intendenta',
  });
});

test('what a photo shows is known of a record and of a page, and changes no address', async () => {
  const of = (image: object) => describedShare(recordShare('story', ID), townWith('story', { year: 2026, image }));
  const [plain, described] = [await of(PHOTO), await of({ ...PHOTO, alt: 'La plaza.' })];
  expect([plain?.alt, described?.alt]).toEqual(['', 'La plaza.']);
  expect(shareHash(described!.picture)).toBe(shareHash(plain!.picture));
  expect((await describedShare('green-points', townWith('', {}, { ...PHOTO, alt: 'Tres cestos.' })))?.alt).toBe(
    'Tres cestos.',
  );
  expect((await describedShare('home', townWith('', {})))?.alt).toBe('');
});

test('a page shows its title, the home page the town, and the green points their photo', async () => {
  const of = (page: string, photo?: object) => sharePicture(pageShare(page), townWith('', {}, photo));
  expect(await of('home')).toMatchObject({ title: 'Los Ñires', lead: 'Pueblo de viento' });
  expect(await of('login')).toEqual(await of('home'));
  expect(await of('useful-data')).toMatchObject({ title: 'Datos útiles', lead: '' });
  expect(await of('alerts')).toMatchObject({ title: 'Alertas', lead: '', colour: SECTION_COLOURS.danger });
  expect(await of('green-points')).toMatchObject({ title: 'Puntos verdes' });
  expect(await of('green-points', PHOTO)).toEqual({
    photo: 'greenpointpage/greenpointpage/foto-0123456789abcdef-1600.webp',
  });
});

test('pictures that show different things have different addresses', async () => {
  const of = async (title: string) =>
    shareHash((await sharePicture(recordShare('story', ID), townWith('story', { title, image: null })))!);
  expect(await of('Corte de agua')).toBe(await of('Corte de agua'));
  expect(await of('Corte de agua')).not.toBe(await of('Corte de luz'));
});

test('the cards have the colours of the sections', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../web/src/styles/tokens.css'), 'utf8');
  for (const [name, colour] of Object.entries(SECTION_COLOURS)) expect(tokens).toContain(`--${name}: ${colour};`);
});

test('a bulletin is led by its class and number, once each, an event by its day', () => {
  const leadOf = (bulletin: Parameters<typeof bulletinLead>[0]) => bulletinLead(bulletin, firstCategories.bulletin);
  expect(leadOf({ bclass: 'Decreto', number: '14/2026' })).toBe('Decreto 14/2026');
  expect(leadOf({ bclass: 'Decreto', number: 'Decreto N.º 14/2026' })).toBe('Decreto N.º 14/2026');
  expect(leadOf({ bclass: 'Licitaciones', number: 'LICITACION PRIVADA 3' })).toBe('LICITACION PRIVADA 3');
  expect(leadOf({ bclass: 'Tarifas', number: 'Resolución 5/2026' })).toBe('Tarifa, Resolución 5/2026');
  expect(leadOf({ bclass: 'Decreto', number: 'N.º 3' })).toBe('Decreto N.º 3');
  expect(leadOf({ bclass: 'Licitaciones', number: '' })).toBe('Licitación');
  const whole = { date: '2026-01-07', lastDay: '', startTime: '', endTime: '' };
  expect(eventLead(whole)).toBe('Miércoles 7 de enero de 2026');
  expect(eventLead({ ...whole, startTime: '18:30' })).toBe('Miércoles 7 de enero de 2026, 18:30\u00a0h');
  expect(eventLead({ ...whole, lastDay: '2026-01-09' })).toBe('Del 7 al 9 de enero de 2026');
});
