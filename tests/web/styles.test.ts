import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ASSETS = join(import.meta.dirname, '../../dist/web/assets');
/** The sheets as the build has minified them. */
const sheets = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: readFileSync(join(ASSETS, name), 'utf8') }));

test('the thickness of underlines is a separate declaration: WebKit rejects the shorthand with it', () => {
  expect(sheets.length).toBeGreaterThan(5);
  const shorthands = sheets.flatMap(({ name, css }) =>
    [...css.matchAll(/text-decoration:[^;}]*\d(?:px|em|rem|%)/g)].map(([found]) => `${name}: ${found}`),
  );
  expect(shorthands).toEqual([]);
  expect(
    sheets.some(({ css }) => /\.busy\{[^}]*text-decoration-line:underline[^}]*text-decoration-thickness:3px/.test(css)),
  ).toBe(true);
});

test('what WebKit draws in search boxes and selects by itself is taken away, in what residents load and in the office', () => {
  const [residents, office] = [
    sheets.find(({ name }) => name.startsWith('all-'))?.css ?? '',
    sheets
      .filter(({ name }) => name.includes('admin'))
      .map(({ css }) => css)
      .join(''),
  ];
  expect(residents).toContain('::-webkit-search-decoration{appearance:none}');
  expect(residents).toMatch(/::-webkit-search-cancel-button\{[^}]*appearance:none/);
  expect(residents).toMatch(/\.search input\{[^}]*appearance:none/);
  expect(office).toMatch(/select\.control\{[^}]*appearance:none/);
  // A text box is as tall as the hidden copy of its text.
  expect(office).toMatch(/\.growing:after\{[^}]*content:attr\(data-text\)/);
});

test('what the editor of texts draws faintly is as plain as on the page: heads of tables, numbers of lists', () => {
  const editor = sheets.find(({ name }) => name.includes('rich-editor'))?.css ?? '';
  expect(editor).toMatch(/\.rich \.toastui-editor-contents th\{[^}]*color:inherit[^}]*font-weight:700/);
  expect(editor).toMatch(/\.rich \.toastui-editor-contents ol>li:before\{[^}]*color:inherit/);
});

test('the tools of a table are one line on a phone and on a tablet held sideways, where more would cover it', () => {
  const editor = sheets.find(({ name }) => name.includes('rich-editor'))?.css ?? '';
  expect(editor).toMatch(
    /@media \(max-width:40rem\),\(max-height:50rem\) and \(pointer:coarse\)\{\.rich \.table-tools\{[^}]*nowrap/,
  );
});

test('the year of the calendar has no arrows, which WebKit draws unless their appearance is none', () => {
  const calendar = sheets.find(({ name }) => name.includes('day-calendar-'))?.css;
  expect(calendar).toContain('.numInputWrapper ::-webkit-inner-spin-button{appearance:none}');
});
