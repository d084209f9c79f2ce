import { expect, test } from 'vitest';
import { web } from '#contract/fields';
import { linkAddress } from '#contract/values/links';

test.for([
  ['ejemplo.com', 'https://ejemplo.com'],
  ['www.x.gob.ar/a?b=1#c', 'https://www.x.gob.ar/a?b=1#c'],
  [' Ejemplo.com.ar ', 'https://Ejemplo.com.ar'],
  ['ñandú.com.ar/ñ', 'https://ñandú.com.ar/ñ'],
  ['ejemplo.com:8080/x', 'https://ejemplo.com:8080/x'],
  ['192.168.0.1/a', 'https://192.168.0.1/a'],
  ['nombre.apellido@muni.gob.ar', 'mailto:nombre.apellido@muni.gob.ar'],
  ['2966 42-1234', 'tel:2966421234'],
  ['+54 (2966) 42.1234', 'tel:+542966421234'],
  ['02966 42-1234', 'tel:+542966421234'],
  ['0800-555-MUNI', 'tel:08005556864'],
  ['107', 'tel:107'],
  ['https://ejemplo.com', 'https://ejemplo.com'],
  ['HTTP://a.b/ c', 'HTTP://a.b/ c'],
  ['mailto:a@b.ar', 'mailto:a@b.ar'],
  ['tel:100', 'tel:100'],
  ['/noticias', '/noticias'],
  ['#arriba', '#arriba'],
  ['?pagina=2', '?pagina=2'],
])('the link %j leads to %j', ([typed = '', address = '']) => {
  expect(linkAddress(typed)).toBe(address);
  expect(linkAddress(address)).toBe(address);
});

test.for([
  '',
  ' ',
  'noticias',
  'el sitio',
  'ejemplo.com y otro',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'file:///etc',
  'https:',
  '//',
  '//ejemplo.com',
  '/\\ejemplo.com',
  '//x',
  '/\\x',
  '\\\\x',
  'www.gob.ar@evil.example/x',
  'a@b',
  'a@b@c.ar',
  '.com',
  'a..b',
  '-a.com',
  '12',
  '02966 42-1234 / 42-1235',
  '02966 42-1234 int. 12',
  'ftp://ejemplo.com',
  'vbscript:x.com',
])('%j is not the address of a link', (typed) => {
  expect(linkAddress(typed)).toBeNull();
});

test.for([
  ['ejemplo.com', 'https://ejemplo.com/'],
  ['www.x.gob.ar/a', 'https://www.x.gob.ar/a'],
  ['http://a.ar', 'http://a.ar/'],
])('the page %j is stored as %j', ([typed = '', address = '']) => {
  expect(web('Dirección web').parse.parse(typed)).toBe(address);
});

test.for([
  'nombre@ejemplo.com',
  '2966 42-1234',
  '/noticias',
  'noticias',
  '//ejemplo.com',
  'javascript:alert(1)',
  'www.gob.ar@evil.example',
  'mailto:a@b.ar',
])('%j is not a page', (typed) => {
  const read = web('Dirección web').parse.safeParse(typed);
  expect(read.error?.issues[0]?.message).toMatch(/como https:\/\/ejemplo\.gob\.ar\.$/);
});
