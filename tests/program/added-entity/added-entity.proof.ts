import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * What a new entity needs ('Extending it' in README.md): declaration, labels, table with migration, page, structured
 * data.
 */
const DECLARATION = `
  notice: {
    fields: { title: 'line', date: 'day', status: STATUSES, text: 'html' },
    page: '/comunicados/:id/:titlekey', titlekeyOf: 'title', pictures: 'one', listedBy: 'date', filledWith: 'newest',
    search: { result: 'Aviso', title: 'title', texts: ['text'] },
  },
} as const satisfies Record<string, RecordTraits>;`;
const WORDS = `
  notice: {
    singular: 'aviso', several: 'avisos', plural: 'Avisos', create: 'Crear aviso',
    confirmDelete: 'Estas por eliminar definitivamente este aviso', columns: ['title', 'date', 'status'],
    fields: { title: { label: 'Título' }, date: { label: 'Fecha' }, status, text: { label: 'Texto' } },
  },
};

interface AnyWords`;
const TABLE = `
CREATE TABLE notice (
  id TEXT PRIMARY KEY,
  created TEXT NOT NULL,
  title TEXT NOT NULL,
  titlekey TEXT NOT NULL,
  date TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('Redaccion', 'Publicado', 'Archivado', 'Oculto')),
  text TEXT NOT NULL
) STRICT;
`;
const ROUTE = "  { path: '/comunicados/:id/:title?', page: 'notice' },\n  { path: '/buscador', page: 'search' },";

test('an entity is added with its declaration, labels, table, migration and page, and can then do all that others can', () => {
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
  change('web/src/public/routes.ts', "  { path: '/buscador', page: 'search' },", ROUTE);
  change(
    'web/src/structured-data/graph.ts',
    '  search: () => null,',
    '  notice: withoutRecords,\n  search: () => null,',
  );
  writeFileSync(join(copy, 'db/schema.sql'), readFileSync(join(copy, 'db/schema.sql'), 'utf8') + TABLE);
  const steps = readdirSync(join(copy, 'db/migrations')).filter((name) => name.endsWith('.sql')).length;
  writeFileSync(join(copy, `db/migrations/${String(steps + 2).padStart(3, '0')}-notice.sql`), TABLE);
  cpSync(join(import.meta.dirname, 'page.tsx.txt'), join(copy, 'web/src/public/pages/notice.tsx'));
  cpSync(join(import.meta.dirname, 'checks.ts.txt'), join(copy, 'tests/api/notice.test.ts'));

  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  const modules = join(copy, 'node_modules');
  expect(failureOf(() => run(join(modules, 'typescript/bin/tsc'), '-p', 'tsconfig.json'))).toBe('');
  const tests = ['tests/api/notice.test.ts', 'tests/api/records/answer-columns.test.ts'];
  expect(failureOf(() => run(join(modules, 'vitest/vitest.mjs'), 'run', '--project', 'api', ...tests))).toBe('');
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
  for (const place of ['api', 'web', 'db/migrations', 'db/demo', 'db/schema.sql', 'tests', 'scripts', 'package.json']) {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    cpSync(join(ROOT, place), join(copy, place), { recursive: true });
  }
  for (const file of readdirSync(ROOT).filter((name) => /^(tsconfig.*\.json|.*\.config\.ts)$/.test(name)))
    cpSync(join(ROOT, file), join(copy, file));
  for (const made of ['node_modules', 'dist']) symlinkSync(join(ROOT, made), join(copy, made));
  return copy;
}
