import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { HOUSES } from '../../scripts/lint/floors.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONTRACT = 'The contract imports only zod and itself.';
const VALUES = 'Values stand at the bottom of the contract: they import only zod, limits and each other.';
const API = 'The API never imports the web; api/http/render.ts loads the built bundle.';
const WEB = 'web and api meet only in #contract/*.';
const STAFF = 'What a resident loads never imports web/src/admin or web/src/fields.';
const WEIGHT = 'No validation code in what a resident loads: import types only.';
const ENTITY = 'Components know no entity.';

/** The file, its code, and the linter's complaint: one of the messages above or the name of a rule. */
const REFUSED: [file: string, code: string, complaint: string][] = [
  ['api/contract/a.ts', `export { openDatabase } from '../db/open.ts';`, CONTRACT],
  ['api/contract/b.ts', `export { readFileSync } from 'node:fs';`, CONTRACT],
  ['api/contract/c.ts', `export { useState } from 'react';`, CONTRACT],
  ['api/contract/d.ts', `export type { Database } from 'better-sqlite3';`, CONTRACT],
  ['api/contract/e.ts', `export { portal } from '../../web/src/public/portal.tsx';`, CONTRACT],
  ['api/contract/values/a.ts', `export { openDatabase } from '../../db/open.ts';`, VALUES],
  ['api/contract/values/d.ts', `export type { AnyRecord } from '../records.ts';`, VALUES],
  ['api/contract/values/e.ts', `export { isPdf } from '#contract/uploaded/file-kinds';`, VALUES],
  ['api/contract/town/a.ts', `export { openDatabase } from '../../db/open.ts';`, CONTRACT],
  ['api/contract/town/b.ts', `export { readFileSync } from 'node:fs';`, CONTRACT],
  ['api/contract/town/c.ts', `export { useState } from 'react';`, CONTRACT],
  ['api/contract/values/b.ts', `export { readFileSync } from 'node:fs';`, VALUES],
  ['api/contract/f.ts', `export const width = () => window.innerWidth;`, 'eslint(no-restricted-globals)'],
  ['api/a.ts', `export { portal } from '../web/src/public/portal.tsx';`, API],
  ['api/b.ts', `export type { Portal } from '../web/src/public/portal.tsx';`, API],
  ['api/routes/c.ts', `export { render } from '../../dist/server/entry-server.js';`, API],
  ['api/routes/d.ts', `export const page = () => import('../../web/src/public/portal.tsx');`, API],
  ['api/http/render.ts', `export { portal } from '../../web/src/public/portal.tsx';`, API],
  ['web/src/public/a.tsx', `export { openDatabase } from '../../../api/records/open.ts';`, WEB],
  ['web/src/public/b.tsx', `export { dates } from '../../../api/contract/values/dates.ts';`, WEB],
  ['web/src/public/c.tsx', `export { Editor } from '../admin/editor.tsx';`, STAFF],
  ['web/src/public/parts/d.tsx', `export { Amount } from '../../fields/amount.tsx';`, STAFF],
  ['web/src/public/e.tsx', `export const Editor = () => import('../admin/editor.tsx');`, STAFF],
  ['web/src/public/f.tsx', `export { z } from 'zod';`, WEIGHT],
  ['web/src/public/g.tsx', `export { kinds } from '#contract/fields';`, WEIGHT],
  ['web/src/public/h.tsx', `export { entities } from '#contract/forms-and-lists';`, WEIGHT],
  ['web/src/public/i.tsx', `export { documents } from '#contract/town/documents';`, WEIGHT],
  ['web/src/public/j.tsx', `export const zod = () => import('zod');`, WEIGHT],
  [
    'web/src/public/k.tsx',
    `import { type ZodType } from 'zod'; export type Kind = ZodType;`,
    'typescript(no-import-type-side-effects)',
  ],
  ['web/src/components/a.tsx', `export { openDatabase } from '../../../api/records/open.ts';`, WEB],
  ['web/src/components/b.tsx', `export { Editor } from '../admin/editor.tsx';`, STAFF],
  ['web/src/components/c.tsx', `export { Amount } from '../fields/amount.tsx';`, STAFF],
  ['web/src/components/d.tsx', `export type { Entity } from '#contract/forms-and-lists';`, ENTITY],
  ['web/src/components/e.tsx', `export { z } from 'zod/mini';`, WEIGHT],
  ['web/src/sw/a.ts', `export { openDatabase } from '../../../api/records/open.ts';`, WEB],
  ['web/src/sw/b.ts', `export { kinds } from '#contract/fields';`, WEIGHT],
  ['web/src/offline/a.ts', `export { z } from 'zod';`, WEIGHT],
  ['web/src/offline/fill/b.ts', `export { entities } from '#contract/forms-and-lists';`, WEIGHT],
  ['web/src/main.tsx', `export { z } from 'zod';`, WEIGHT],
  ['web/src/admin/a.tsx', `export { openDatabase } from '../../../api/records/open.ts';`, WEB],
  ['web/src/fields/a.tsx', `export { readFileSync } from 'node:fs';`, 'There is no Node in a browser.'],
  ['web/src/admin/b.tsx', `console.log('hola');`, 'eslint(no-console)'],
  ['api/e.ts', `export const pass = (value: any) => value;`, 'typescript(no-explicit-any)'],
  ['api/f.ts', `const unused = 1;`, 'eslint(no-unused-vars)'],
  ['api/g.ts', `import { h } from './h.ts'; export const g = () => h();`, 'import(no-cycle)'],
  ['api/h.ts', `import { g } from './g.ts'; export const h = (): unknown => g();`, 'import(no-cycle)'],
  ['api/routes/o.ts', `import type { P } from './p.ts'; export type O = P;`, 'import(no-cycle)'],
  ['api/routes/p.ts', `import type { O } from './o.ts'; export type P = O | 1;`, 'import(no-cycle)'],
  ['api/i.ts', `export const NAMES: Partial<Record<string, string>> = { inicio: 'Inicio' };`, 'portal(own-keys)'],
  ['web/src/i.ts', `export const NAMES: { readonly [to: string]: string } = { inicio: 'Inicio' };`, 'portal(own-keys)'],
  ['api/j.ts', `export const name = (to: string) => ({ inicio: 'Inicio' })[to];`, 'portal(own-keys)'],
  [
    'api/k.ts',
    `const names = { inicio: 'Inicio' }; export const name = (to: string) => names[to as keyof typeof names];`,
    'portal(own-keys)',
  ],
  ['api/l.ts', `export const isName = (to: string) => to in { inicio: 'Inicio' };`, 'portal(own-keys)'],
  ['api/m.ts', `export const headers = { Location: '//otro.example/' };`, 'portal(own-location)'],
  ['api/n.ts', `export const to = (res: { redirect(to: string): void }) => res.redirect('/');`, 'portal(own-location)'],
  ['tests/a.test.ts', `import { test } from 'vitest'; test.skip('later', () => {});`, 'vitest(no-disabled-tests)'],
  ['tests/b.test.ts', `import { test } from 'vitest'; test.only('this', () => {});`, 'vitest(no-focused-tests)'],
];

/** From each room to another on its floor, or to the floor above it; and from the top to a room without a floor. */
const UPWARD = Object.entries(HOUSES).flatMap(([house, floors]) => {
  const path = (room: string, file: string) => `${house}/${room.includes('.') ? room : `${room}/${file}.ts`}`;
  const step = (from: string, to: string): [string, string, string] => {
    const target = path(to, `from-${from.split('.')[0]}`);
    const file = path(from, `to-${to.split('.')[0]}`);
    const source = posix.relative(posix.dirname(file), target);
    const code = `export { one } from '${source.startsWith('.') ? source : `./${source}`}';`;
    return [file, code, `In ${house}, ${to} is not below ${from}.`];
  };
  return floors.flatMap(({ rooms }, at) => {
    const beside = rooms.slice(1).map((room) => step(room, rooms[0] ?? ''));
    const [above] = floors[at + 1]?.rooms ?? [];
    return [...beside, ...rooms.flatMap((room) => (above ? [step(room, above)] : []))].filter(
      ([file]) => posix.dirname(file) !== house,
    );
  });
});
for (const one of UPWARD) REFUSED.push(one);
for (const house of Object.keys(HOUSES))
  REFUSED.push([
    `${house}/attic/a.ts`,
    `export { one } from '../${HOUSES[house]?.[0]?.rooms[0]}/a.ts';`,
    'attic has no floor in scripts/lint/floors.mjs.',
  ]);

const ALLOWED: [file: string, code: string][] = [
  ['api/contract/free-a.ts', `export { z } from 'zod'; export * from './free-b.ts';`],
  ['api/contract/free-b.ts', `export { limits } from '#contract/limits';`],
  ['api/contract/values/free.ts', `export { z } from 'zod'; export { limits } from '../limits.ts';`],
  ['api/routes/free.ts', `export { dates } from '../contract/values/dates.ts';`],
  [
    'web/src/public/free.tsx',
    `import type { Entity } from '#contract/forms-and-lists'; import type { z } from 'zod'; ` +
      `export type Two = [Entity, z.ZodType]; ` +
      `export { dates } from '#contract/values/dates';`,
  ],
  ['api/free-names.ts', `export const NAMES = new Map<string, string>([['inicio', 'Inicio']]);`],
  ['web/src/sw/free.ts', `import type { Field } from '#contract/fields'; export type Kept = Field;`],
  [
    'web/src/admin/free.tsx',
    `export { z } from 'zod'; export { entities } from '#contract/forms-and-lists'; ` +
      `export { Amount } from '../fields/amount.tsx';`,
  ],
  ['web/src/offline/outbox/free.ts', `export { kinds } from '#contract/fields';`],
];

const root = join(import.meta.dirname, '..', '..');
let town: string;
let complaints: { file: string; code: string; help: string; message: string }[];

beforeAll(async () => {
  town = await mkdtemp(join(tmpdir(), 'directions-'));
  await Promise.all(
    ['.oxlintrc.json', 'package.json', 'tsconfig.json', 'scripts/lint'].map((file) =>
      cp(join(root, file), join(town, file), { recursive: true }),
    ),
  );
  await Promise.all([...REFUSED, ...ALLOWED].map(([file, code]) => write(join(town, file), code)));
  complaints = await lint(town);
});

afterAll(() => rm(town, { recursive: true, force: true }));

test.each(REFUSED)('%s may not say: %s', (file, _code, complaint) => {
  expect(
    complaints.filter((found) => found.file === file).flatMap(({ code, help, message }) => [code, help, message]),
  ).toContain(complaint);
});

test.each(ALLOWED)('%s may say: %s', (file) => {
  expect(complaints.filter((found) => found.file === file)).toEqual([]);
});

async function write(file: string, code: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${code}\n`);
}

/** Runs the linter. Its exit code is ignored, because it is 1 for any complaint. @returns the complaints */
function lint(folder: string): Promise<typeof complaints> {
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  return new Promise((done) => {
    execFile(process.execPath, [oxlint, '-f', 'json'], { cwd: folder }, (_error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: { filename: string; code: string; help?: string; message: string }[];
      };
      done(diagnostics.map(({ filename: file, code, help = '', message }) => ({ file, code, help, message })));
    });
  });
}
