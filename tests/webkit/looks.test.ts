import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logIn, openTown } from './town.ts';
import type { Town } from './town.ts';
import { ENTER } from './webdriver.ts';

const ASSETS = join(import.meta.dirname, '../../dist/web/assets');
let town: Town;

beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town?.close());

it('WebKit accepts every declaration of our minified style sheets', async () => {
  const names = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const sheets = names.filter((name) => !VENDORED.test(name)).map((name) => readFileSync(join(ASSETS, name), 'utf8'));
  expect(sheets.length).toBeGreaterThan(6);
  await town.browser.goto('/');
  const isRefused = (all: [string, string][]) => all.filter(([property, value]) => !CSS.supports(property, value));
  const refused = await town.browser.run(isRefused, declarationsIn(sheets.join('\n')));
  expect(refused.filter(([property]) => !ELSEWHERE.test(property))).toEqual([]);
});

it('days with events are underlined', async () => {
  await town.browser.goto('/agenda');
  await town.browser.until(() => document.querySelector('.calendar .busy') !== null);
  expect(await town.browser.run(underlines)).toEqual(['underline 3px']);
});

it('each group of the useful numbers begins with a line, and a text box is as tall as its text', async () => {
  await logIn(town.browser);
  await town.browser.goto('/admin/datosutiles');
  await town.browser.until(() => document.querySelectorAll('.group legend').length > 3);
  const lines = await town.browser.run(() =>
    [...document.querySelectorAll('.group')].map((group) => {
      const legend = group.querySelector('legend') as HTMLElement;
      const isWhole = legend.getBoundingClientRect().width === group.getBoundingClientRect().width;
      const isAbove =
        legend.getBoundingClientRect().bottom <= (legend.nextElementSibling?.getBoundingClientRect().top ?? 0);
      return `${getComputedStyle(legend).borderTopWidth} ${isWhole} ${isAbove}`;
    }),
  );
  expect(new Set(lines)).toEqual(new Set(['2px true true']));
  await town.browser.click('(//textarea)[1]');
  await town.browser.type(`02902 48-1101${ENTER}`.repeat(12));
  // The keys are pressed before the page has drawn what they have typed.
  await town.browser.until(() => {
    const { scrollHeight, clientHeight } = document.querySelector('textarea') as HTMLTextAreaElement;
    return scrollHeight === clientHeight && clientHeight > 12 * 20;
  });
});

it('a choice is drawn by the portal, with room for its arrow', async () => {
  await town.browser.goto('/admin');
  await town.browser.click('//button[normalize-space()="Crear noticia"]');
  await town.browser.until(() => document.querySelector('select') !== null);
  const look = await town.browser.run(() => {
    const { appearance, backgroundImage, height } = getComputedStyle(document.querySelector('select') as Element);
    return { appearance, arrow: backgroundImage.startsWith('conic-gradient'), isTall: parseFloat(height) >= 44 };
  });
  expect(look).toEqual({ appearance: 'none', arrow: true, isTall: true });
});

/** Runs in the page. @returns how the days with events are underlined */
function underlines(): string[] {
  const styles = [...document.querySelectorAll('.calendar .busy')].map((day) => getComputedStyle(day));
  return [
    ...new Set(
      styles.map(
        ({ textDecorationLine, textDecorationThickness }) => `${textDecorationLine} ${textDecorationThickness}`,
      ),
    ),
  ];
}

/** Style sheets of libraries, which contain prefixed properties of other engines. */
const VENDORED = /json-editor|rich-editor/;
/** Properties of other engines and of WebKit on phones, which only complement the declarations next to them. */
const ELSEWHERE = /text-size-adjust|forced-color-adjust|^-moz-|^-ms-/;

/** Pages of paper, whose descriptors `CSS.supports` does not know. */
const PAPER = /@page\b[^{]*\{[^}]*\}/g;

/**
 * Returns the properties and values of style sheets, with variables replaced by their values, because engines accept
 * any declaration with a variable. The first value of each is used, that of light colours; one set to `initial` has
 * none (CSS Custom Properties, 2).
 */
function declarationsIn(css: string): [property: string, value: string][] {
  const found = [...css.replaceAll(PAPER, '').matchAll(/[{;](--)?([-\w]+):((?:[^;{}"]|"[^"]*")*)(?=[;}])/g)];
  const variables = new Map(
    found
      .filter(([, isVariable]) => isVariable)
      .map(([, , name = '', value = '']): [string, string | undefined] => [
        name,
        value === 'initial' ? undefined : value,
      ])
      .toReversed(),
  );
  const valueOf = (_: string, name: string, fallback = '') => ` ${variables.get(name) ?? fallback} `;
  const whole = (value: string): string =>
    value.includes('var(') ? whole(value.replace(/var\(--([\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g, valueOf)) : value;
  return found
    .filter(([, isVariable]) => !isVariable)
    .map(([, , property = '', value = '']): [string, string] => [property, whole(value).replace('!important', '')])
    .filter(([, value]) => !value.includes('-moz-'));
}
