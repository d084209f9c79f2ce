import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUSES } from '../lint/floors.mjs';
import { houseOf } from './house.ts';
import { sourcesIn } from './imports.ts';
import { described, drawn } from './picture.ts';

/**
 * `npm run house [-- FOLDER…] [--svg FOLDER]`: draws which folder imports which, in words or as pictures. Without
 * folders, the houses whose floors the linter keeps.
 */
const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({ options: { svg: { type: 'string' } }, allowPositionals: true });
const folders = positionals.length > 0 ? positionals : Object.keys(HOUSES);
for (const folder of folders) {
  const house = houseOf(
    folder,
    sourcesIn(root, folder),
    HOUSES[folder]?.map(({ rooms }) => rooms),
  );
  console.log(`${described(house)}\n`);
  if (values.svg) writeFileSync(join(values.svg, `${folder.replaceAll('/', '-')}.svg`), drawn(house));
}
