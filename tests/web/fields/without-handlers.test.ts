import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutHandlers } from '../../../web/src/fields/rich-text/pasted/without-handlers.ts';

it.each([
  ['<p onclick="alert(1)">a</p>', '<p >a</p>'],
  ["<img src=x onerror='alert(1)' alt=y>", '<img src=x  alt=y>'],
  ['<IMG/OnError=alert(1)/src=x>', '<IMG >'],
  ['<a href="x"onclick="y"class="z">a</a>', '<a href="x" class="z">a</a>'],
  ['<p onclick = "a > b" title="c > d">', '<p  title="c > d">'],
  ['<p title="onclick=1" data-on="2">onclick=3</p>', '<p title="onclick=1" data-on="2">onclick=3</p>'],
  ['<p onclick="never closed>text', '<p '],
  ['a<style>p { color: red }</style>b<STYLE media=all>x</ style ></style\n>c', 'abc'],
  ['a<style>never closed', 'a'],
  ['<styled onload=x>a', '<styled >a'],
  ['1 < 2 y <3', '1 < 2 y <3'],
  ['', ''],
])('%s is left without what would be reported', (given, left) => {
  expect(withoutHandlers(given)).toBe(left);
});

it('text without tags stays as it is, and nothing but spaces is ever added', () => {
  fc.assert(
    fc.property(
      fc.string().map((text) => text.replaceAll('<', '')),
      (text) => withoutHandlers(text) === text,
    ),
  );
  const piece = fc.oneof(
    fc.constantFrom(
      '<p',
      '<a ',
      ' on',
      'click',
      '=',
      '"',
      "'",
      '>',
      '/',
      '</p>',
      '<style>',
      '</style>',
      '<',
      ' ',
      '\n',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const given = pieces.join('');
      const left = withoutHandlers(given);
      return left.length <= given.length + pieces.length && !/<[a-z]+ onclick=/i.test(left);
    }),
  );
});

it.each([
  ['"', '<a b="'],
  ['tags', '<a '],
  ['styles', '<style>'],
  ['equals', '<a =='],
  ['spaces', '<a            b'],
])('a megabyte of %s is handled quickly', (_, piece) => {
  const given = piece.repeat((1024 * 1024) / piece.length);
  const start = process.cpuUsage().user;
  withoutHandlers(given);
  expect((process.cpuUsage().user - start) / 1000).toBeLessThan(2000);
});
