import { expect, test } from 'vitest';
import { isPdf, pictureKindOf } from '#contract/uploaded/file-kinds';

/**
 * The first box of a file in the container of AVIF and HEIC: its brand, a version, and the brands it is compatible
 * with.
 */
const box = (brand: string, ...compatible: string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`;

test.for([
  ['a JPEG', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'png'],
  ['a PNG that a transfer as text has broken', '\x89PNG\n\x1a\n', null],
  ['a WebP', 'RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['a sound in the container of WebP', 'RIFF\x10\0\0\0WAVEfmt ', null],
  ['an AVIF', box('avif', 'mif1'), 'avif'],
  ['an AVIF by the brands it is compatible with', box('mif1', 'avif'), 'avif'],
  ['a photo of an iPhone', box('heic', 'mif1', 'heic'), 'heic'],
  ['a video', box('isom', 'mp42'), 'other-iso'],
  ['a video with the letters of a brand behind its first box', `${box('isom', 'mp42')}avif`, 'other-iso'],
  ['a text', 'GIF o JPEG, lo que sea', null],
  ['nothing', '', null],
] as const)('%s is recognized by its first bytes', ([, head, kind]) => {
  expect(pictureKindOf(head)).toBe(kind);
});

test('a PDF is recognized by its first bytes, whatever its file extension', () => {
  expect(isPdf('%PDF-1.7\n')).toBe(true);
  expect(isPdf('<html>%PDF-1.7')).toBe(false);
});
