import type { Site } from './documents.ts';
import { BUILT_LOOK } from './look-built.ts';
import { polygonOf, skylineNamed } from './skylines.ts';
import type { SkylineName } from './skylines.ts';
import { darker, isColour, lighter, readable } from '../values/colours.ts';

/**
 * How the pages of a town look: its landscape, and its colours, adjusted so that text keeps its contrast whatever is
 * chosen. Only the server and the back office load this.
 */

/** The colours shown in place of a value that is no colour; the same as in `web/src/styles/tokens.css`. */
const ACCENT = '#00586b';

/** Backgrounds of text: `--paper` and `--mist`, light and dark, in `web/src/styles/tokens.css`. */
const LIGHT_GROUNDS = ['#ffffff', '#edf3f2'];
const DARK_GROUNDS = ['#0b161c', '#13232b'];
/** Text on the second colour: the first of these that can be read. One of the last two always can. */
const INKS = ['#1a1500', '#ffffff', '#000000'];

export type Look = Pick<Site, 'accent' | 'second' | 'skyline' | 'photo'>;

export const skylineOf = ({ skyline }: Pick<Site, 'skyline'>): SkylineName => skyline;

/**
 * Returns the colours of a town.
 * - `plane`: ground of white text
 * - `link`, `darkLink`: text on the light and the dark page
 * - `second`: the ground of emergency numbers; `onSecond`: text on it
 */
export function paletteOf({ accent, second }: Pick<Look, 'accent' | 'second'>) {
  const first = isColour(accent) ? accent : ACCENT;
  const other = isColour(second) ? second : BUILT_LOOK.second;
  return {
    plane: readable(darker(first, 0.42, 0.12), ['#ffffff']),
    link: readable(darker(first, 0.42, 0.12), LIGHT_GROUNDS),
    darkLink: readable(lighter(first, 0.82, 0.1), DARK_GROUNDS),
    second: other,
    onSecond: readable(INKS, [other]),
  };
}

/** Returns the custom properties that differ from those in the style sheets: for light, and further ones for dark. */
export function lookProperties(site: Look): Record<'light' | 'dark', Record<string, string>> {
  const { plane, link, darkLink, second, onSecond } = paletteOf(site);
  const colours = {
    plane,
    link,
    ...(second === BUILT_LOOK.second ? {} : { second, 'on-second': onSecond }),
  };
  const name = skylineOf(site);
  const { ridge, mark, light = {}, dark = {} } = skylineNamed(name);
  const shape = name === BUILT_LOOK.skyline ? {} : { ridge: polygonOf(ridge), mark: polygonOf(mark) };
  const flat = ridge.length === 0 ? { height: '1rem' } : {};
  const { x, y } = site.photo;
  const focus = x === 50 && y === 50 ? {} : { focus: `${x}% ${y}%` };
  return { light: { ...colours, ...shape, ...flat, ...light, ...focus }, dark: { link: darkLink, ...dark } };
}

/** Returns the same as a style sheet. */
export function lookStyle(site: Look): string {
  const { light, dark } = lookProperties(site);
  return `:root{${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`;
}

const properties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
