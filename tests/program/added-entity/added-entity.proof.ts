import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { latestOf, readMigrations } from '../../../api/db/migrations.ts';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * What a new entity needs ('Extending it' in README.md): declaration, labels, section, table with migration, its two
 * pages, their addresses, structured data.
 */
const DECLARATION = `
  pharmacy: {
    fields: { name: 'line', address: 'line', date: 'day', lastDay: 'optionalDay', status: STATUSES, text: 'html' },
    page: '/farmacias/:id/:titlekey', titlekeyOf: 'name', pictures: 'one', order: 'soonest', filledWith: 'upcoming',
    search: { result: 'Farmacia', title: 'name', texts: ['address', 'text'] },
  },
} as const satisfies Record<string, RecordTraits>;`;
const WORDS = `
  pharmacy: {
    singular: 'farmacia', several: 'farmacias', plural: 'Farmacias', create: 'Crear turno',
    confirmDelete: 'Estas por eliminar definitivamente este turno', columns: ['name', 'date', 'status'],
    fields: {
      name: { label: 'Nombre' }, address: { label: 'Dirección' }, date: { label: 'Desde' },
      lastDay: { label: 'Hasta' }, status, text: { label: 'Texto' },
    },
  },
};

interface AnyWords`;
const SECTION = `
  {
    address: '/farmacias', name: 'Farmacias de turno', page: 'pharmacies', types: ['pharmacy'], kept: 'Farmacias',
    feed: 'atom', topic: { name: 'farmacias', place: 6, words: 'Cuando se publica un turno.', mostDays: 2 },
  },
] as const satisfies readonly SectionTraits[];`;
const TABLE = `
CREATE TABLE pharmacy (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  name TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  address TEXT NOT NULL,
  date TEXT NOT NULL,
  lastDay TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL
) STRICT;
`;
const ROUTES = `
  { path: '/farmacias', page: 'pharmacies' },
  { path: recordRoute('pharmacy'), page: 'records/pharmacy' },
  { path: '/buscador', page: 'search' },`;
const FIELD = "text: 'html', phones: 'phones' },\n    addedFields: ['phones'],\n    page: '/farmacias";
const FIELD_WORDS = "phones: { label: 'Teléfonos' }";
const COLUMN = "phones TEXT NOT NULL DEFAULT ''";

/** A page without records that is a section. */
const PAGE_SECTION = `
  { address: '/cementerio', name: 'Cementerio', page: 'cemetery', types: [] },
] as const satisfies readonly SectionTraits[];`;

test('a pharmacy on duty is added in nine files, a field to it in four and a page in four, and all can do what others can', () => {
  const copy = copyOfTree();
  const change = (file: string, before: string, after: string) => {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(before), file).toHaveLength(2);
    writeFileSync(
      join(copy, file),
      text.replace(before, () => after),
    );
  };
  change('api/contract/record-types.ts', '\n} as const satisfies Record<string, RecordTraits>;', DECLARATION);
  change('api/contract/forms-and-lists.ts', '\n};\n\ninterface AnyWords', WORDS);
  change('api/contract/sections.ts', '\n] as const satisfies readonly SectionTraits[];', SECTION);
  change('web/src/public/routes.ts', "\n  { path: '/buscador', page: 'search' },", ROUTES);
  change(
    'web/src/structured-data/graph.ts',
    '  search: () => null,',
    "  pharmacies: withoutRecords,\n  'records/pharmacy': withoutRecords,\n  search: () => null,",
  );
  const addTo = (file: string, sql: string) => writeFileSync(join(copy, file), sql, { flag: 'a' });
  const latest = latestOf(readMigrations(join(copy, 'db/migrations')));
  const migration = (after: number) => `db/migrations/${String(latest + after).padStart(3, '0')}-pharmacy.sql`;
  addTo('db/schema.sql', TABLE);
  addTo(migration(1), TABLE);
  // A field that is added in a later release.
  change('api/contract/record-types.ts', "text: 'html' },\n    page: '/farmacias", FIELD);
  change(
    'api/contract/forms-and-lists.ts',
    "lastDay: { label: 'Hasta' },",
    `lastDay: { label: 'Hasta' }, ${FIELD_WORDS},`,
  );
  change('db/schema.sql', '  text TEXT NOT NULL\n) STRICT;\n', `  text TEXT NOT NULL,\n  ${COLUMN}\n) STRICT;\n`);
  addTo(migration(2), `ALTER TABLE pharmacy ADD COLUMN ${COLUMN};`);
  // A page.
  change('api/contract/sections.ts', '\n] as const satisfies readonly SectionTraits[];', PAGE_SECTION);
  change(
    'web/src/public/routes.ts',
    "\n  { path: '/buscador', page: 'search' },",
    "\n  { path: '/cementerio', page: 'cemetery' },\n  { path: '/buscador', page: 'search' },",
  );
  change(
    'web/src/structured-data/graph.ts',
    '  search: () => null,',
    '  cemetery: withoutRecords,\n  search: () => null,',
  );
  cpSync(join(import.meta.dirname, 'bare-page.tsx.txt'), join(copy, 'web/src/public/pages/cemetery.tsx'));
  cpSync(join(import.meta.dirname, 'list-page.tsx.txt'), join(copy, 'web/src/public/pages/pharmacies.tsx'));
  cpSync(join(import.meta.dirname, 'page.tsx.txt'), join(copy, 'web/src/public/pages/records/pharmacy.tsx'));
  cpSync(join(import.meta.dirname, 'checks.ts.txt'), join(copy, 'tests/api/pharmacy.test.ts'));

  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  const modules = join(copy, 'node_modules');
  expect(failureOf(() => run(join(modules, 'typescript/bin/tsc'), '-p', 'tsconfig.json'))).toBe('');
  const tests = [
    'tests/api/pharmacy.test.ts',
    'tests/api/records/answer-columns.test.ts',
    'tests/contract/sections.test.ts',
  ];
  const projects = ['--project', 'api', '--project', 'contract'];
  expect(failureOf(() => run(join(modules, 'vitest/vitest.mjs'), 'run', ...projects, ...tests))).toBe('');
});

/** Runs a command. @returns everything it printed if it failed, otherwise '' */
function failureOf(command: () => string): string {
  try {
    command();
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ''}${stderr ?? ''}` || String(error);
  }
}

/** Copies the sources and links the installed packages and the built site. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'portal-added-entity-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const place of [
    'api',
    'web',
    'db/migrations',
    'db/demo',
    'db/schema.sql',
    'tests',
    'scripts',
    'lab',
    'package.json',
  ]) {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    cpSync(join(ROOT, place), join(copy, place), { recursive: true });
  }
  for (const file of readdirSync(ROOT).filter((name) => /^(tsconfig.*\.json|.*\.config\.ts)$/.test(name)))
    cpSync(join(ROOT, file), join(copy, file));
  for (const made of ['node_modules', 'dist']) symlinkSync(join(ROOT, made), join(copy, made));
  return copy;
}
