/** Number of first bytes of a file by which its kind is recognized. */
export const HEAD_LENGTH = 64;

/** `other-iso` is a file in the container of AVIF and HEIC (ISO 14496-12) that names neither as its brand. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'other-iso';

/** Returns the kind of a picture, null for any other file. @param head its first 64 bytes, a character each */
export function pictureKindOf(head: string): PictureKind | null {
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (!head.startsWith('ftyp', 4)) return null;
  const brands = brandsOf(head);
  if (brands.some((brand) => AVIF.has(brand))) return 'avif';
  return brands.some((brand) => HEIF.has(brand)) ? 'heic' : 'other-iso';
}

/** Does a file begin as an SVG drawing? @param head its first bytes, a character each */
export const isSvg = (head: string) => /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!doctype svg)/i.test(head);

/** Does a file begin as a PDF? @param head its first bytes, a character each */
export const isPdf = (head: string) => head.startsWith('%PDF-');

const AVIF: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIF: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Returns the brand of a file and those it is compatible with (ISO 14496-12, 4.3): the rest of its first box. */
function brandsOf(head: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(head.slice(0, 4), (byte) => byte.charCodeAt(0));
  const boxLength = ((a * 256 + b) * 256 + c) * 256 + d;
  return head.slice(8, Math.min(boxLength, HEAD_LENGTH)).match(/.{4}/gs) ?? [];
}
