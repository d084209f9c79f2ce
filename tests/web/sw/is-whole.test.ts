import { expect, test } from 'vitest';
import { CODE, isWhole, PAGE, PICTURE } from '../../../web/src/page-and-worker/is-whole.ts';

const answer = (type: string, status = 200) => new Response('x', { status, headers: { 'content-type': type } });

test.for([
  'text/javascript',
  'text/javascript; charset=utf-8',
  'application/javascript',
  'application/x-javascript',
  'text/css',
  'Text/CSS; charset=UTF-8',
  'image/svg+xml',
])('%s is code', (type) => {
  expect(isWhole(answer(type), CODE)).toBe(true);
});

test.for(['text/html', 'text/html; charset=utf-8', 'text/plain', 'application/json', 'image/webp', ''])(
  '%s is not code',
  (type) => {
    expect(isWhole(answer(type), CODE)).toBe(false);
  },
);

test('a type with ours at its end is another one', () => {
  expect(isWhole(answer('x-text/html'), PAGE)).toBe(false);
  expect(isWhole(answer('x-text/css'), CODE)).toBe(false);
  expect(isWhole(answer('x-image/png'), PICTURE)).toBe(false);
});

test('a response of our own site is ours, and one that does not say what it is is nothing', () => {
  const own = Object.defineProperty(answer('text/html'), 'type', { value: 'basic' });
  expect(isWhole(own, PAGE)).toBe(true);
  expect(isWhole(new Response(new Uint8Array(1)), /./)).toBe(false);
});

test.for([206, 301, 404, 503])('with status %i nothing is complete', (status) => {
  expect(isWhole(answer('text/html', status), PAGE)).toBe(false);
});

test('a response from another site or through a redirect is not ours', () => {
  for (const [name, value] of [
    ['type', 'opaque'],
    ['type', 'cors'],
    ['redirected', true],
  ] as const) {
    expect(isWhole(Object.defineProperty(answer('text/html'), name, { value }), PAGE)).toBe(false);
  }
});
