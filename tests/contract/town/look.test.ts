import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { lookStyle, paletteOf, skylineOf } from '#contract/town/look';
import { BUILT_LOOK } from '#contract/town/look-built';
import { polygonOf, SKYLINES, skylineNamed, skylines } from '#contract/town/skylines';
import { contrast } from '#contract/values/colours';

const TOKENS = readFileSync(new URL('../../../web/src/styles/tokens.css', import.meta.url), 'utf8');
/** The values of a custom property in the style sheets: the light one, and the dark one if it has one. */
const tokens = (name: string) =>
  [...TOKENS.matchAll(new RegExp(`--${name}:\\s*([^;]+);`, 'g'))].map(([, value]) => String(value));
const [paper = '', darkPaper = ''] = tokens('paper');
const [mist = '', darkMist = ''] = tokens('mist');
const whole = (hex: string) => (hex.length === 4 ? `#${Array.from(hex.slice(1), (one) => one + one).join('')}` : hex);

const HOSTILE = ['#ffffff', '#000000', '#ffff00', '#808080', '#7f7f00', '#00ff00', '#ff00ff', '#0b6e5f', '#ffc631'];

describe('whatever colours a town chooses', () => {
  test.for(HOSTILE.flatMap((accent) => HOSTILE.map((second) => [accent, second] as const)))(
    'text can be read with %s and %s, in light and in dark',
    ([accent, second]) => {
      const palette = paletteOf({ accent, second });
      const pairs = [
        ['#ffffff', palette.plane],
        [palette.link, whole(paper)],
        [palette.link, mist],
        [palette.darkLink, darkPaper],
        [palette.darkLink, darkMist],
        [palette.onSecond, palette.second],
      ] as const;
      expect(pairs.filter(([text, ground]) => contrast(text, ground) < 4.5)).toEqual([]);
    },
  );

  test('every grey, and every pure hue, leaves the text on it readable', () => {
    const part = (value: number) => value.toString(16).padStart(2, '0');
    const greys = Array.from({ length: 256 }, (_, at) => `#${part(at)}${part(at)}${part(at)}`);
    const hues = Array.from({ length: 256 }, (_, at) => [`#ff${part(at)}00`, `#00ff${part(at)}`, `#${part(at)}00ff`]);
    for (const colour of [...greys, ...hues.flat()]) {
      const { onSecond, plane } = paletteOf({ accent: colour, second: colour });
      expect([colour, contrast(onSecond, colour) >= 4.5]).toEqual([colour, true]);
      expect([colour, contrast(plane, '#ffffff') >= 4.5]).toEqual([colour, true]);
    }
  });

  test('what is no colour is left out of the style', () => {
    expect(lookStyle({ ...BUILT_LOOK, accent: 'red}</style>', second: 'url(x)' })).not.toMatch(/red|url/);
    expect(lookStyle({ ...BUILT_LOOK, accent: 'red', second: '#ff0000' })).toContain(
      '--second:#ff0000;--on-second:#1a1500',
    );
  });
});

test('a colour that is dark enough stays as it was chosen', () => {
  expect(paletteOf({ ...BUILT_LOOK, accent: '#003366' }).plane).toBe('#003366');
});

describe('a landscape', () => {
  const points = (polygon = '') =>
    [...polygon.matchAll(/(\d+)%?\s+(\d+)%?/g)].map(([, x, y]) => [Number(x), Number(y)]);

  test('is the one in the style sheets unless the town has chosen another', () => {
    expect(points(tokens('ridge')[0])).toEqual(points(polygonOf(skylines.mesetas.ridge)));
    expect(points(tokens('mark')[0])).toEqual(points(polygonOf(skylines.mesetas.mark)));
    expect([tokens('second')[0], tokens('on-second')[0]]).toEqual([
      paletteOf({ ...BUILT_LOOK, accent: '#00586b' }).second,
      paletteOf({ ...BUILT_LOOK, accent: '#00586b' }).onSecond,
    ]);
  });

  test.for(SKYLINES)('%s stays in its box, from edge to edge, and above the water of the mark', (name) => {
    const { ridge, mark } = skylineNamed(name);
    for (const line of [ridge, mark]) {
      expect(line.flat().filter((part) => part < 0 || part > 100)).toEqual([]);
      if (line.length > 0) expect([line[0]?.[0], line.at(-1)?.[0]]).toEqual([0, 100]);
    }
    expect(mark.filter(([, y]) => y > 72)).toEqual([]);
  });

  test('is not there in an empty portal until an Admin chooses one', () => {
    expect(skylineOf(blankDocuments.site)).toBe('ninguno');
    expect(lookStyle(blankDocuments.site)).toContain('--ridge:polygon(0% 0%)');
  });

  test('writes its line and its colours into documents, and the first one nothing', () => {
    const style = (skyline: (typeof SKYLINES)[number]) => lookStyle({ ...BUILT_LOOK, accent: '#0b6e5f', skyline });
    expect(style(BUILT_LOOK.skyline)).not.toMatch(/ridge|mark|land/);
    expect(style('bosque')).toContain(`--ridge:${polygonOf(skylines.bosque.ridge)}`);
    expect(style('bosque')).toContain(`--land:${skylines.bosque.light.land}`);
    expect(style('ninguno')).toContain('--ridge:polygon(0% 0%)');
  });
});

test('the point that every cut of the photo keeps is in documents, unless it is the middle', () => {
  const style = (x: number, y: number) => lookStyle({ ...BUILT_LOOK, accent: '#0b6e5f', photo: { x, y } });
  expect(style(20, 75)).toContain('--focus:20% 75%');
  expect(style(50, 50)).not.toContain('--focus');
});
