/** Colours as `#rrggbb`, their contrast (WCAG 2.2) and their lightness as people see it (OKLCH, CSS Color 4). */

type Triple = [number, number, number];

export const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** Returns the contrast of two colours, 1 to 21. Text needs 4.5 (WCAG 1.4.3). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the first of the colours that can be read on all grounds; the last one if none can. */
export function readable(colours: Iterable<string>, grounds: readonly string[], least = 4.5): string {
  let last = '#000000';
  for (const colour of colours) {
    last = colour;
    if (grounds.every((ground) => contrast(colour, ground) >= least)) break;
  }
  return last;
}

/** Yields a colour with less and less light, from at most the given lightness on, and not more vivid than `chroma`. */
export function* darker(colour: string, lightest: number, chroma = 1): Generator<string> {
  const { lightness, ...tone } = toOklch(colour);
  for (let at = Math.min(lightness, lightest); at > 0; at -= 0.01) yield fromOklch(at, tone, chroma);
  yield '#000000';
}

/** Yields a colour with more and more light, from at least the given lightness on, and not more vivid than `chroma`. */
export function* lighter(colour: string, darkest: number, chroma = 1): Generator<string> {
  const { lightness, ...tone } = toOklch(colour);
  for (let at = Math.max(lightness, darkest); at < 1; at += 0.01) yield fromOklch(at, tone, chroma);
  yield '#ffffff';
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (colour: string) =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Triple;

interface Tone {
  a: number;
  b: number;
}

function toOklch(colour: string): Tone & { lightness: number } {
  const [red, green, blue] = linear(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromOklch(lightness: number, { a, b }: Tone, chroma: number): string {
  const scale = Math.min(1, chroma / (Math.hypot(a, b) || 1));
  const [x, y] = [a * scale, b * scale];
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const parts: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${parts.map(toHex).join('')}`;
}

function toHex(part: number): string {
  const share = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, share)))
    .toString(16)
    .padStart(2, '0');
}
