// The last step of the build: writes a .br and a .gz copy of every text file that browsers request, so that no request
// waits for compression. Copies that are not smaller are left out. It also lists the files that can be dictionaries of
// later releases (api/http/cache/dictionaries.ts).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const WEB = process.argv[2] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'web');
const TEXTS = new Set(['.js', '.css', '.svg', '.webmanifest']);
/** A file with its version or the hash of its content in its name: what stays the same from release to release. */
const VERSIONED = /^(\/assets\/(?:[\w-]+\/)*[\w-]+-)(?:[\w-]{8}|\d+(?:\.\d+)+)(\.(?:js|css))$/;
/** Minimum number of compressed bytes of a dictionary: the headers that announce and name it take a hundred. */
const MIN_SIZE = 150;
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
/**
 * A window of 256 KiB, which all but the largest files fit in, and distances written for it: scripts are 0.1 % smaller.
 */
const WINDOW = 18;

const files = readdirSync(WEB, { recursive: true })
  .map((name) => join(WEB, name))
  .filter((file) => TEXTS.has(extname(file)));

const dictionaries = {};

await Promise.all(
  files.map(async (file) => {
    const bytes = readFileSync(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [BROTLI_PARAM_QUALITY]: 11,
          [BROTLI_PARAM_SIZE_HINT]: bytes.length,
          ...(bytes.length < 2 ** WINDOW && { [BROTLI_PARAM_LGWIN]: WINDOW, [BROTLI_PARAM_NPOSTFIX]: 1 }),
        },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    for (const [ending, compressed] of [
      ['.br', br],
      ['.gz', gz],
    ])
      if (compressed.length < bytes.length) writeFileSync(file + ending, compressed);
    const path = `/${relative(WEB, file).split(sep).join('/')}`;
    const [, before, after] = VERSIONED.exec(path) ?? [];
    if (before && br.length >= MIN_SIZE && br.length < bytes.length)
      dictionaries[path] = { match: `${before}*${after}`, hash: createHash('sha256').update(bytes).digest('base64') };
  }),
);
const sorted = Object.fromEntries(Object.entries(dictionaries).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(join(WEB, '.dictionaries.json'), JSON.stringify(sorted));
console.log(`${files.length} files compressed`);
