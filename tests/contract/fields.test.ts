import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { blank, ENTITY_NAMES, fieldAt, fieldsOf } from '#contract/forms-and-lists';
import { CEILINGS, day, moment, optionalDay, time } from '#contract/fields';
import { parseVideo, videoOf } from '#contract/values/videos';

describe('every field of every entity', () => {
  for (const entity of ENTITY_NAMES) {
    for (const [name, field] of fieldsOf(entity)) {
      it(`${entity}.${name} has a canonical form that does not change again`, () => {
        const anything = fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string(),
          fc.webUrl(),
          fc.emailAddress(),
          fc.boolean(),
          fc.integer(),
          fc.constantFrom(...(field.choices ?? [{ value: '' }]).map((one) => one.value)),
        );
        fc.assert(
          fc.property(anything, (given) => {
            const once = field.parse.safeParse(given);
            if (!once.success) {
              expect(once.error.issues[0]?.message).toMatch(/[a-záéíóúñ]/);
              return;
            }
            expect(field.parse.parse(once.data)).toBe(once.data);
          }),
        );
      });

      it(`${entity}.${name} refuses what is not a value`, () => {
        for (const given of [null, undefined, {}, [], { value: 1 }, ['x'], Number.NaN])
          expect(field.parse.safeParse(given).success).toBe(false);
      });
    }
  }
});

it('the names in update addresses are those of spec section 7.4', () => {
  expect(fieldAt('album', 'shortDescription')?.name).toBe('shortdescription');
  expect(fieldAt('agenda', 'labelId')?.name).toBe('label');
  expect(fieldAt('album', 'shortdescription')).toBeNull();
  expect(fieldAt('story', 'id; DROP TABLE story')).toBeNull();
  expect(fieldAt('story', 'constructor')).toBeNull();
});

it('a blank record is the same on every device: a draft dated the day it was made in the town', () => {
  const at = Date.parse('2026-03-15T02:00:00Z');
  expect(blank('story', 'abc', at)).toEqual({
    title: '',
    description: '',
    date: '2026-03-14',
    status: 'Redaccion',
    highlight: 0,
    text: '',
    video: '',
  });
  expect(blank('user', 'abc', at)).toMatchObject({ username: 'abc', usergroup: 2, enable: 0 });
});

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube-dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube-dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube-dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo-76979871'],
    ['https://player.vimeo.com/video/76979871?h=1', 'vimeo-76979871'],
    ['https://www.facebook.com/watch/?v=1234567890123', 'facebook-1234567890123'],
    ['https://m.facebook.com/watch/live/?v=1234567890123&ref=x', 'facebook-1234567890123'],
    ['https://www.facebook.com/municipio/videos/1234567890123/', 'facebook-1234567890123'],
    ['https://es-la.facebook.com/municipio/videos/acto-del-25/1234567890123', 'facebook-1234567890123'],
    ['https://web.facebook.com/reel/1234567890123', 'facebook-1234567890123'],
    ['https://www.facebook.com/share/v/1AbC2dEf/?mibextid=x', 'facebook-1AbC2dEf'],
    ['https://fb.watch/aB3_x-9/', 'facebook-aB3_x-9'],
  ])('%s is recognized', (url, id) => {
    expect(videoOf(url)?.id).toBe(id);
    expect(videoOf(videoOf(url)?.url ?? '')).toEqual(videoOf(url));
  });

  it.each([
    'javascript:alert(1)',
    'http://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://u:p@vimeo.com/76979871',
    'https://www.facebook.com/municipio',
    'https://www.facebook.com/municipio/photos/1234567890123',
    'https://facebook.com.evil.example/watch/?v=1234567890123',
    'https://example.org/',
    '',
    'x',
  ])('%s is not a video', (url) => {
    expect(parseVideo(url)).toBeNull();
  });

  it('may be a file on any https site', () => {
    expect(parseVideo('https://archivo.example/obra.mp4')).toMatchObject({
      provider: 'file',
      url: 'https://archivo.example/obra.mp4',
    });
  });
});

test.for([
  ['15-03-26', '2026-03-15'],
  ['5/3/07', '2007-03-05'],
  ['0026-03-15', '2026-03-15'],
  ['2026-03-15', '2026-03-15'],
  ['1900-01-01', '1900-01-01'],
])('the day %s is %s', ([typed, whole]) => {
  expect(day('Fecha').parse.parse(typed)).toBe(whole);
});

test('a moment takes a year of two digits as a day does', () => {
  const parse = (typed: string) => moment('Desde').parse.parse(typed);
  expect(parse('24/11/26 18.30')).toBe('2026-11-24T18:30');
  expect(parse('0026-11-24T18:30')).toBe('2026-11-24T18:30');
});

test.for([
  ['', ''],
  ['  ', ''],
  ['15/3/26', '2026-03-15'],
])('the optional day «%s» is «%s»', ([typed, whole]) => {
  expect(optionalDay('Último día').parse.parse(typed)).toBe(whole);
});

test.for([
  ['', ''],
  ['18', '18:00'],
  ['8', '08:00'],
  ['18.30', '18:30'],
  ['18,30', '18:30'],
  ['18:30 hs', '18:30'],
  ['18.30hs.', '18:30'],
  ['18 hs', '18:00'],
  ['18h30', '18:30'],
  ['1830', '18:30'],
  ['830', '08:30'],
  ['18 horas', '18:00'],
  ['6 pm', '18:00'],
  ['6:30 p. m.', '18:30'],
  ['12 am', '00:00'],
  ['12:15 PM', '12:15'],
  ['00:00', '00:00'],
  ['24', '00:00'],
  ['18:30:00', '18:30'],
])('the time «%s» is «%s»', ([typed, whole]) => {
  expect(time('Hora').parse.parse(typed)).toBe(whole);
});

test.for(['25', '24:01', '18:60', '18:3', '13 pm', '0 am', '-1', 'a la tarde', '18:30:15', '18-21'])(
  '%j is not a time, and the message says what one looks like',
  (typed) => {
    expect(time('Hora').parse.safeParse(typed).error?.issues[0]?.message).toBe(
      'La hora va de 00:00 a 23:59, como 18:30.',
    );
  },
);

test.for(['0202-03-15', '1899-12-31', '2101-01-01', '15-03', '15-03-2', '15-03-202', '2026-3-15', '', '15-03-20261'])(
  '%j is not a day, and the message says what one looks like',
  (typed) => {
    expect(day('Fecha').parse.safeParse(typed).error?.issues[0]?.message).toBe(
      'La fecha tiene que ser un día del calendario entre 1900 y 2100, como 15-03-2026.',
    );
  },
);

test('the ceiling of a text is at least twice what is recommended for it', () => {
  const hinted = ENTITY_NAMES.flatMap((entity) => fieldsOf(entity)).filter(([, { kind }]) => CEILINGS[kind]);
  expect(hinted.length).toBeGreaterThan(30);
  const near = hinted.filter(([, { kind, recommendedLength = 0 }]) => (CEILINGS[kind] ?? 0) < 2 * recommendedLength);
  expect(near.map(([name]) => name)).toEqual([]);
});
