import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';

const COMPRESS = join(import.meta.dirname, '../../../scripts/compress.mjs');
const HASHED = /-([\w-]{8})(\.(?:js|css))$/;

/**
 * Makes of a build the one of an earlier release, as another build would: one word was another, and so the names of
 * nearly all files: of each that names one whose name is another. What names none of them is the same in both.
 */
export function makeFormerRelease(present: string, folder: string): void {
  cpSync(present, folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:js|css|json)$/.test(name),
  );
  const names = changedNames(folder, files);
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

/** The names of the files whose text or name was another in the former release. */
function changedNames(folder: string, files: string[]): string[] {
  let names: string[] = [];
  const isChanged = (file: string, text: string) =>
    HASHED.test(basename(file)) && (basename(file).startsWith('pages-') || names.some((name) => text.includes(name)));
  const texts = files.map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')]);
  for (let before = -1; before < names.length;) {
    before = names.length;
    names = texts.filter(([file, text]) => isChanged(file, text)).map(([file]) => basename(file));
  }
  return names;
}
