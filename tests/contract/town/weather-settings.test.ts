import { expect, test } from 'vitest';
import { blankDocuments, siteSchema } from '#contract/town/documents';
import { NO_WEATHER, SMN_FEED } from '#contract/town/weather-settings';

const faultOf = (weather: object) =>
  siteSchema.safeParse({ ...blankDocuments.site, weather: { ...NO_WEATHER, ...weather } }).error?.issues[0];
const PLACE = '-32.1234, -61.5678';

test('a town is without the warnings of the weather service until an Admin says from where, and for which place', () => {
  expect(siteSchema.safeParse(blankDocuments.site).success).toBe(true);
  expect(faultOf({})).toBeUndefined();
  expect(faultOf({ feed: SMN_FEED, place: PLACE })).toBeUndefined();
  expect(faultOf({ feed: SMN_FEED })).toMatchObject({
    path: ['weather', 'place'],
    message: expect.stringMatching(/^Falta el lugar/) as string,
  });
});

test.for([
  'http://ssl.smn.gob.ar/CAP/AR.php',
  'https://127.0.0.1/a.xml',
  'https://2130706433/a.xml',
  'https://[::1]/a.xml',
  'https://localhost/a.xml',
  'https://impresora/a.xml',
  'https://smn.gob.ar:8443/a.xml',
  'https://smn.gob.ar@evil.example/',
  'ftp://smn.gob.ar/a.xml',
  'smn.gob.ar',
  'hola',
])('%s is no address of a service', (feed) => {
  expect(faultOf({ feed, place: PLACE })).toMatchObject({
    path: ['weather', 'feed'],
    message: expect.stringMatching(/^Dirección de las alertas: empieza con https/) as string,
  });
});

test('a place that is none is refused in words, where it stands', () => {
  expect(faultOf({ place: 'hola' })).toMatchObject({
    path: ['weather', 'place'],
    message: expect.stringMatching(/^Lugar del pueblo: Renglón 1: escribí latitud/) as string,
  });
  expect(faultOf({ pushFrom: 'azul' })).toMatchObject({ path: ['weather', 'pushFrom'] });
});
