/**
 * The landscapes that a town can have on its pages, drawn flat. Residents load none of them: the style sheets contain
 * the first, and the server writes another one into its documents.
 */

/** Points in percent of the box, from the left edge to the right one; the ground below them is added. */
type Line = readonly (readonly [number, number])[];

interface Skyline {
  label: string;
  /** Over the width of a page. */
  ridge: Line;
  /** In the square mark of the header, above the lake, which begins at 72 %. */
  mark: Line;
  /** The colours of the land, light and dark, by their names in `tokens.css`; those of the first where left out. */
  light?: Land;
  dark?: Land;
}
type Land = Partial<Record<'far' | 'land' | 'water' | 'near', string>>;

/** The colours of the land that are in the style sheets. */
export const LAND = { sky: '#cfe8ec', land: '#b4552b', water: '#1a8a9b' };

export const skylines = {
  mesetas: {
    label: 'Mesetas',
    ridge: [
      [0, 62], [7, 34], [20, 34], [24, 50], [29, 12], [46, 12], [52, 84], [57, 4], [73, 4], [79, 44], [84, 26],
      [94, 26], [100, 54],
    ], // oxfmt-ignore
    mark: [[0, 47], [9, 34], [34, 34], [53, 72], [69, 28], [88, 28], [100, 47]], // oxfmt-ignore
  },
  sierras: {
    label: 'Sierras',
    ridge: [
      [0, 70], [6, 50], [12, 38], [17, 34], [22, 40], [28, 58], [33, 48], [38, 28], [43, 13], [47, 8], [51, 14],
      [56, 34], [61, 52], [66, 42], [71, 26], [76, 18], [80, 22], [85, 38], [90, 54], [95, 48], [100, 40],
    ], // oxfmt-ignore
    mark: [[0, 60], [12, 42], [24, 36], [36, 44], [44, 56], [56, 36], [70, 24], [84, 34], [100, 56]], // oxfmt-ignore
    light: { far: '#a9cbb9', land: '#5d7d49', water: '#8fae63', near: '#d8c27c' },
    dark: { far: '#1f3a33', land: '#2f4526', water: '#3a4a24', near: '#5a4c20' },
  },
  llanura: {
    label: 'Llanura',
    ridge: [
      [0, 80], [7, 80], [7.4, 64], [9, 54], [11, 50], [13, 54], [14.6, 62], [15, 58], [17, 54], [18.6, 62], [19, 80],
      [40.6, 80], [41.4, 34], [40.2, 28], [39.9, 16], [40.6, 6], [41.7, 2], [42.8, 6], [43.5, 16], [43.2, 28],
      [42, 34], [42.8, 80], [72, 80], [72, 36], [73.2, 28], [74.8, 28], [76, 36], [76, 44], [77, 38], [78.6, 38],
      [79.6, 44], [79.6, 80], [92, 80], [92.6, 68], [94.4, 62], [96, 66], [97, 80], [100, 80],
    ], // oxfmt-ignore
    mark: [
      [0, 62], [14, 62], [22, 34], [16, 28], [16, 16], [24, 10], [32, 16], [32, 28], [26, 34], [34, 62], [62, 62],
      [62, 38], [70, 32], [78, 38], [78, 62], [100, 62],
    ], // oxfmt-ignore
    light: { far: '#b5d3b0', land: '#5c7f3c', water: '#8aad52', near: '#e0bf55' },
    dark: { far: '#20392c', land: '#2c431f', water: '#3b4c22', near: '#66521a' },
  },
  costa: {
    label: 'Costa',
    ridge: [
      [0, 44], [5, 40], [7, 40], [7.5, 12], [7.2, 12], [7.2, 4], [9, 4], [9, 12], [8.7, 12], [9.2, 40], [15, 42],
      [20, 56], [24, 78], [29, 74], [32, 80], [37, 74], [40, 80], [45, 74], [48, 80], [53, 74], [56, 80], [61, 74],
      [64, 80], [70, 74], [76, 62], [82, 52], [88, 48], [94, 54], [100, 64],
    ], // oxfmt-ignore
    mark: [
      [0, 50], [18, 50], [22, 18], [20, 18], [20, 8], [36, 8], [36, 18], [34, 18], [38, 50], [52, 56], [62, 72],
      [100, 72],
    ], // oxfmt-ignore
    light: { far: '#9fcbe0', land: '#c99a55', water: '#2687ad', near: '#e8d3a0' },
    dark: { far: '#1b3650', land: '#5c4522', water: '#0f4059', near: '#6a5a34' },
  },
  rio: {
    label: 'Río',
    ridge: [
      [0, 58], [2, 44], [5, 38], [8, 44], [10, 40], [13, 30], [17, 28], [20, 36], [22, 52], [25, 60], [27, 82],
      [41, 84], [44, 64], [46, 52], [49, 44], [52, 50], [54, 46], [57, 40], [60, 48], [62, 62], [65, 82], [80, 84],
      [83, 60], [85, 48], [88, 40], [91, 46], [93, 36], [96, 32], [99, 40], [100, 46],
    ], // oxfmt-ignore
    mark: [
      [0, 46], [8, 34], [18, 30], [28, 36], [34, 50], [40, 72], [62, 72], [66, 54], [74, 40], [84, 36], [94, 42],
      [100, 52],
    ], // oxfmt-ignore
    light: { far: '#a9cfae', land: '#3f7f4d', water: '#a8834e', near: '#cdb26b' },
    dark: { far: '#1d3b33', land: '#21452b', water: '#4a381e', near: '#5c4d22' },
  },
  bosque: {
    label: 'Bosque',
    ridge: [
      [0, 66], [2.5, 30], [5, 66], [7, 44], [9, 68], [12.5, 14], [16, 66], [18, 40], [20, 66], [23, 24], [26, 68],
      [28, 48], [30, 70], [34, 8], [38, 68], [40, 42], [42, 68], [45, 26], [48, 68], [50, 50], [52, 70], [55.5, 18],
      [59, 66], [61, 38], [63, 66], [66.5, 6], [70, 68], [72, 46], [74, 68], [77, 28], [80, 68], [83.5, 12],
      [87, 68], [89, 44], [91, 68], [94, 26], [97, 66], [100, 36],
    ], // oxfmt-ignore
    mark: [
      [0, 64], [14, 34], [26, 64], [42, 14], [58, 64], [66, 44], [72, 60], [86, 26], [100, 62],
    ], // oxfmt-ignore
    light: { far: '#9ecbb8', land: '#2b6546', water: '#2a8496', near: '#86a052' },
    dark: { far: '#1b3a35', land: '#1b4030', water: '#103f4b', near: '#43521f' },
  },
  ninguno: {
    label: 'Sin paisaje',
    ridge: [],
    mark: [[0, 60], [100, 60]], // oxfmt-ignore
    light: { far: '#b9cbd2', land: '#7f929b', water: '#5f8794', near: '#c3ccd0' },
    dark: { far: '#23343d', land: '#34454e', water: '#1d3a44', near: '#2c3a42' },
  },
} as const satisfies Record<string, Skyline>;
export type SkylineName = keyof typeof skylines;
export const isSkyline = (name: string): name is SkylineName => Object.hasOwn(skylines, name);
export const SKYLINES = Object.keys(skylines) as [SkylineName, ...SkylineName[]];

export const skylineNamed = (name: SkylineName): Skyline => skylines[name];

/** Returns a line with the ground below it, as a polygon of CSS; without a line, one of no area. */
export const polygonOf = (line: Line) =>
  `polygon(${grounded(line)
    .map(([x, y]) => `${x}% ${y}%`)
    .join()})`;

/** Returns the same as points of an SVG polygon in a box. */
export const pointsOf = (line: Line, box: { top: number; width: number; height: number }) =>
  grounded(line)
    .map(([x, y]) => `${(x / 100) * box.width},${box.top + (y / 100) * box.height}`)
    .join(' ');

const grounded = (line: Line): Line => (line.length > 0 ? [...line, [100, 100], [0, 100]] : [[0, 0]]);
