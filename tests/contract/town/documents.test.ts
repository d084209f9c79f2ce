import { describe, expect, test } from 'vitest';
import { blankDocuments, documentSchemas } from '#contract/town/documents';
import { entities } from '#contract/forms-and-lists';
import { ENGLISH, messagesOf, spoilt, WRONG } from '../spoilt.ts';

const usefuldata = {
  rows: [
    {
      area: 'Mesa de entradas',
      phones: ['02902 48-1100'],
      extension: '',
      hours: '',
      always: false,
      address: '',
      email: '',
    },
  ],
};
const documents = { ...blankDocuments, usefuldata };
describe('a telephone', () => {
  const town = (phone: string) => ({ ...blankDocuments.site, phone, tourism: { address: '', phone, email: '' } });
  const row = (phone: string) => ({ rows: [{ ...usefuldata.rows[0], phones: [phone] }] });
  const fire = (phone: string) => ({
    ...blankDocuments.site,
    emergencies: { ...blankDocuments.site.emergencies, fire: phone },
  });

  test.for(['0800-555-MUNI', '02657-421100 / 421101 int. 12', '15-551234 WhatsApp, de 8 a 13', 'A confirmar'])(
    'of an office is stored as people write it: %s',
    (typed) => {
      expect(documentSchemas.usefuldata.parse(row(typed))).toEqual(row(typed));
      expect(documentSchemas.site.parse(town(typed))).toEqual(town(typed));
    },
  );

  test('of an office has to be there, and be short', () => {
    expect(messagesOf(documentSchemas.usefuldata, row(' '))).toEqual(['Falta el teléfono.']);
    expect(messagesOf(documentSchemas.usefuldata, row('1'.repeat(101)))).toEqual(['Teléfono: hasta 100 caracteres.']);
  });

  test.for(['100', '02902 48-1144', '0800-555-MUNI', '48-1144'])('for emergencies can be %s', (typed) => {
    expect(documentSchemas.site.parse(fire(typed))).toEqual(fire(typed));
  });

  test.for(['', 'cien', 'int. 12', '02902 48-114', '100 / 101', '02902 48-1144 de 8 a 13'])(
    'for emergencies has to be one number that can be called, and not «%s»',
    (typed) => {
      expect(messagesOf(documentSchemas.site, fire(typed))).toEqual([
        'Teléfono: escribí un solo número al que se pueda llamar, como 107 o 0800-555-1234.',
      ]);
    },
  );

  test('for emergencies has as many digits as the numbers of the town: with another its cell would call nobody', () => {
    const site = (phone: string) => {
      const [first, ...others] = blankDocuments.site.lines;
      return { ...blankDocuments.site, phone: '02902 48-1100', lines: [{ ...first, phone }, ...others] };
    };
    for (const phone of ['154 22-3344', '48-11444', '15 48-11444']) {
      expect(documentSchemas.site.safeParse(site(phone)).error?.issues, phone).toMatchObject([
        { path: ['lines', 0, 'phone'], message: expect.stringContaining(`no se puede llamar a «${phone}»`) },
      ]);
    }
    for (const phone of ['100', '48-1144', '154 22-334', '02966 15-423344', '0800-555-MUNI'])
      expect(documentSchemas.site.parse(site(phone)), phone).toEqual(site(phone));
  });
});

describe('the address of the embedded map', () => {
  const EMBED = 'https://www.openstreetmap.org/export/embed.html?bbox=-70.1%2C-48.2%2C-70%2C-48.1&layer=mapnik';
  const site = (embedUrl: unknown) => ({ ...blankDocuments.site, map: { embedUrl, title: 'Paseos' } });
  const stored = (embedUrl: unknown) => documentSchemas.site.safeParse(site(embedUrl)).data?.map.embedUrl;

  test('is one that can be shown in a frame, or the embed code of the site', () => {
    expect(stored(EMBED)).toBe(EMBED);
    expect(
      stored(
        `<iframe width="425" height="350" src="${EMBED.replaceAll('&', '&amp;')}" ` +
          `style="border: 1px solid black"></iframe><br/>`,
      ),
    ).toBe(EMBED);
    expect(stored('')).toBe('');
  });

  test.for([
    'https://www.openstreetmap.org/#map=14/-48.1/-70',
    'https://www.google.com/maps/embed?pb=x',
    'http://www.openstreetmap.org/export/embed.html',
    'https://www.openstreetmap.org.evil.example/export/embed.html',
    'https://www.openstreetmap.org:8443/export/embed.html',
  ])('is not %s, and the message says what works', (embedUrl) => {
    expect(messagesOf(documentSchemas.site, site(embedUrl))).toEqual([
      expect.stringMatching(/solo se ven los de www\.openstreetmap\.org.*«Compartir»/),
    ]);
  });

  test('is required', () => {
    expect(messagesOf(documentSchemas.site, { ...blankDocuments.site, map: { title: '' } })).not.toEqual([]);
    expect(messagesOf(documentSchemas.site, site(7))).not.toEqual([]);
  });
});

test.for([
  'https://www.gob.ar@evil.example/',
  'https://user:secret@evil.example/',
  'https:www.gob.ar@evil.example',
  'https:\\\\www.gob.ar@evil.example/',
  'http://www.gob.ar%2f@evil.example/',
])('%s disguises where it leads, and no field or document accepts it', (address) => {
  const DISGUISED = expect.stringContaining('delante de una @') as string;
  for (const { parse } of [entities.map.fields.url, entities.greenpoint.fields.url])
    expect(messagesOf(parse, address)).toEqual([DISGUISED]);
  const { site } = blankDocuments;
  for (const value of [
    { ...site, taxUrl: address },
    { ...site, consultationUrl: address },
    { ...site, social: { ...site.social, x: address } },
    { ...site, map: { embedUrl: address, title: '' } },
  ])
    expect(messagesOf(documentSchemas.site, value)).toContainEqual(DISGUISED);
  expect(entities.story.fields.video.parse.safeParse(address).success).toBe(false);
});

describe('every error message', () => {
  test.for(['site', 'categories', 'usefuldata', 'greenpointpage'] as const)('in %s is in Spanish', (name) => {
    const messages = new Set([...spoilt(documents[name])].flatMap((value) => messagesOf(documentSchemas[name], value)));
    expect(messages.size).toBeGreaterThan(1);
    expect([...messages].filter((message) => ENGLISH.test(message) || !/\p{L}.*[.:]/u.test(message))).toEqual([]);
  });

  test('in a field of any entity is in Spanish', () => {
    const fields = Object.values(entities).flatMap((entity) => Object.values(entity.fields));
    expect(fields.length).toBeGreaterThan(40);
    const messages = new Set(
      fields.flatMap(({ parse }) => [...WRONG, undefined, '1'].flatMap((value) => messagesOf(parse, value))),
    );
    expect([...messages].filter((message) => ENGLISH.test(message))).toEqual([]);
  });
});
