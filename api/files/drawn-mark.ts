import { LAND, pointsOf, skylineNamed } from '../contract/town/skylines.ts';
import type { SkylineName } from '../contract/town/skylines.ts';

/** What a mark shows: the landscape of a town under a sun of its second colour. */
export interface Mark {
  skyline: SkylineName;
  second: string;
}

/** Draws the mark of a town as a square SVG document, as `.mark` in `web/src/styles/components.css`. */
export function drawnMark({ skyline, second }: Mark, { rounded = false } = {}): string {
  const { mark, light } = skylineNamed(skyline);
  const { sky, land, water } = { ...LAND, ...light };
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 100 100">' +
    `<clipPath id="tile"><rect width="100" height="100" rx="${rounded ? 18 : 0}"/></clipPath>` +
    `<g clip-path="url(#tile)">` +
    `<rect width="100" height="100" fill="${sky}"/><circle cx="53" cy="34" r="15.6" fill="${second}"/>` +
    `<polygon fill="${land}" points="${pointsOf(mark, { top: 0, width: 100, height: 100 })}"/>` +
    `<rect y="72" width="100" height="28" fill="${water}"/></g></svg>`
  );
}

/** Draws the outline of the mark, in white on nothing: the land, and the sun apart from it. */
export function drawnBadge({ skyline }: Mark): string {
  const land = pointsOf(skylineNamed(skyline).mark, { top: 0, width: 100, height: 100 });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 100 100">' +
    '<mask id="sky"><rect width="100" height="100" fill="#fff"/>' +
    `<polygon points="${land}" stroke="#000" stroke-width="10"/></mask>` +
    `<circle cx="53" cy="30" r="20" fill="#fff" mask="url(#sky)"/><polygon points="${land}" fill="#fff"/></svg>`
  );
}
