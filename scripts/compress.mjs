// The last step of the build: writes a .br and a .gz copy of every text file that browsers request, so that no request
// waits for compression. Copies that are not smaller are left out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const WEB = process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'web');
const TEXTS = new Set(['.js', '.css', '.svg', '.webmanifest']);
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

const files = readdirSync(WEB, { recursive: true })
  .map((name) => join(WEB, name))
  .filter((file) => TEXTS.has(extname(file)));

await Promise.all(
  files.map(async (file) => {
    const bytes = readFileSync(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    for (const [ending, compressed] of [
      ['.br', br],
      ['.gz', gz],
    ])
      if (compressed.length < bytes.length) writeFileSync(file + ending, compressed);
  }),
);
console.log(`${files.length} files compressed`);
