import { expect, it } from 'vitest';
import { isListed, isReadable } from '#contract/visibility';

it.each([
  ['Redaccion', false, false],
  ['Oculto', false, false],
  ['Archivado', true, false],
  ['Publicado', true, true],
] as const)('a story in %s: readable %s, listed %s', (status, readable, listed) => {
  expect(isReadable('story', { status })).toBe(readable);
  expect(isListed('story', { status })).toBe(listed);
});

it('a record without a status is public once it has content', () => {
  expect(isReadable('authority', { name: 'Elsa', position: '' })).toBe(false);
  expect(isReadable('authority', { name: 'Elsa', position: 'Intendenta' })).toBe(true);
  expect(isListed('map', { title: 'Sendero', url: '' })).toBe(false);
  expect(isListed('greenpoint', { title: 'Plaza', url: 'https://mapa.example/' })).toBe(true);
});

it('what has neither a status nor a content that it must have is public', () => {
  expect(isReadable('usefuldata', {})).toBe(true);
  expect(isListed('site', {})).toBe(true);
});
