import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

/** The tables of docs/architecture.md: its words are kept by the names in the code, its homes are there. */
const root = join(import.meta.dirname, '../..');
const ARCHITECTURE = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const rows = ARCHITECTURE.split('## Words')[1]!
  .split('\n## ')[0]!
  .matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]*) ?\|$/gm);
const glossary = [...rows]
  .map(([, word = '', not = '']) => ({ word, not: not.split(',').flatMap((one) => one.trim() || []) }))
  .filter(({ word }) => word !== 'word');

/** Where each name, and each word of a name, stands. */
const places = new Map<string, string>();

beforeAll(() => {
  for (const file of globSync('{api,web/src,scripts,lab}/**/*.{ts,tsx}', { cwd: root })) {
    for (const name of [...namesIn(readFileSync(join(root, file), 'utf8')), basename(file)]) {
      for (const one of [name, ...wordsIn(name)]) if (!places.has(one)) places.set(one, `${name} in ${file}`);
    }
  }
});

test('one word has one meaning: the glossary is short, and its words are those of the code', () => {
  expect(glossary.length).toBeGreaterThan(20);
  expect(glossary.length).toBeLessThanOrEqual(40);
  for (const { word } of glossary) {
    for (const part of word.split(' ')) expect(places.has(part) || places.has(`${part}s`), word).toBe(true);
  }
});

test('no name says with another word what the glossary has a word for', () => {
  for (const { word, not } of glossary) {
    for (const one of not) expect(places.get(one.replaceAll('`', '')), `say ${word}`).toBeUndefined();
  }
});

test('the home of each rule is a file that exists', () => {
  const table = ARCHITECTURE.split('## Where each rule lives, once')[1]!.split('\n## ')[0]!;
  const files = globSync(['{api,web,db,deploy,scripts}/**', '*.ts'], { cwd: root }).map((path) => `/${path}`);
  const named = [...table.matchAll(/`([\w./-]+(?:\/|\.(?:tsx?|sql)))`/g)].map(([, path = '']) =>
    path.replace(/\/$/, ''),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});

/** Returns the identifiers of a file; browsers' and Node's own are no names of ours. */
function namesIn(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|>[^<>{}=;]*</g, ' ');
  return (code.match(/(?<![\w$])[A-Za-z_]\w*/g) ?? []).filter((name) => !(name in globalThis));
}

/** Splits a name into its words: cardPictures, card-pictures and CARD_PICTURES are card and pictures. */
function wordsIn(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
