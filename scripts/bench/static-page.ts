import { writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const SENTENCE =
  'La municipalidad informa a los vecinos que el corte de agua previsto para la mañana pasa a la tarde, y que el camión recorre los barrios altos desde las nueve.';

/**
 * Writes the smallest possible article, compressed with Brotli: its text and a few style rules. No page with more
 * content can be faster.
 */
export function writeStaticPage(file: string): void {
  const paragraphs = Array.from(
    { length: 14 },
    (_, number) => `<p>${number + 1}. ${SENTENCE.slice(number * 3)} ${SENTENCE.slice(0, 80 + number * 4)}</p>`,
  ).join('');
  const html =
    '<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Corte de agua</title>' +
    `<style>body{font:18px/1.5 sans-serif;max-width:40em;margin:auto;padding:1em}</style></head><body><h1>Corte de agua</h1>${paragraphs}</body></html>`;
  writeFileSync(file, brotliCompressSync(html));
}
