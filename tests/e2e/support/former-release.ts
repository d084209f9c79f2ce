import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';

const COMPRESS = join(import.meta.dirname, '../../../scripts/compress.mjs');
/** What is the same in both releases, because it imports nothing that changes. */
const SAME = /^(?:react|rolldown-runtime|dexie)-/;
const HASHED = /-([\w-]{8})(\.(?:js|css))$/;

/**
 * Makes of a build the one of an earlier release, as another build would: one word was another, and so the names of
 * nearly all files.
 */
export function makeFormerRelease(present: string, folder: string): void {
  cpSync(present, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:js|css|json)$/.test(name),
  );
  const names = files.map((file) => basename(file)).filter((name) => HASHED.test(name) && !SAME.test(name));
  const former = (name: string) =>
    name.replace(HASHED, (_, hash: string, ending: string) => `-${[...hash].reverse().join('')}${ending}`);
  const isWorker = (file: string) => /\/sw-[\w-]{8}\.js$/.test(file);
  // The worker comes last, because it has the hashes of the others.
  for (const file of [...files].sort((one, other) => Number(isWorker(one)) - Number(isWorker(other)))) {
    let text = readFileSync(join(folder, file), 'utf8');
    if (basename(file).startsWith('pages-')) text = text.replaceAll('Noticias', 'Novedades');
    for (const name of names) text = text.replaceAll(name, former(name));
    if (isWorker(file))
      text = text.replace(/"revision":"\w+","url":"(assets\/[^"]+)"/g, (_, url: string) => {
        const hash = createHash('sha256')
          .update(readFileSync(join(folder, url)))
          .digest('hex');
        return `"revision":"${hash.slice(0, 8)}","url":"${url}"`;
      });
    writeFileSync(join(folder, file), text);
    const to = join(
      folder,
      file.replace(basename(file), names.includes(basename(file)) ? former(basename(file)) : basename(file)),
    );
    renameSync(join(folder, file), to);
  }
  rmSync(join(folder, '.dictionaries.json'));
  expect(spawnSync(process.execPath, [COMPRESS, folder]).status).toBe(0);
}
