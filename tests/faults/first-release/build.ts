// Writes schema.sql and content.sql of this folder from the current program: `node
// tests/faults/first-release/build.ts`. It is used until the first release and never after it: from then on a change of
// the schema is a migration.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import type { EntityName } from '#contract/forms-and-lists';

const HERE = import.meta.dirname;
let now = Date.parse('2026-03-15T13:32:00Z');
const db = openDatabase(':memory:');
const writer = openWriter({ db, now: () => (now += 1000) });
const { id: userId } = writer.register({ userId: '', usergroup: 1, request: 'first start' }, { name: 'Administrador', username: 'admin', usergroup: 1, enable: 1 }, '$argon2id$none');
let operations = 0;
const act = () => ({ userId, usergroup: 1, request: 'a'.repeat(64), opId: `op-${(operations += 1)}` });

const story = make('story', { title: 'Abre la pileta', description: 'Desde el lunes', text: '<p>La pileta <strong>municipal</strong> abre.</p>', status: 'Publicado' });
writer.createLabel(act(), story, 'Deporte');
writer.setPicture(act(), 'story', story, { name: `pileta-${'a'.repeat(16)}`, width: 700, height: 400 });
make('agenda', { title: 'Fiesta del pueblo', date: '2026-04-02', status: 'Publicado' });
make('bulletin', { title: 'Decreto 12', number: '12', text: '<p>Se decreta.</p>', status: 'Archivado' });
make('authority', { name: 'Rosa Quiroga', position: 'Intendenta' });
make('album', { title: 'El lago', status: 'Redaccion' });
make('map', { title: 'Camping', url: 'https://www.openstreetmap.org/' });

copyFileSync(join(HERE, '../../../db/schema.sql'), join(HERE, 'schema.sql'));
writeFileSync(join(HERE, 'content.sql'), `-- What a database of the first release held: a few records, as its own writer left them.\n${contentOf().join('\n')}\n`);

function make(entity: EntityName, fields: Record<string, unknown>): string {
  const { id } = writer.create(act(), entity, { id: entity.padEnd(12, '0'), date: new Date(now).toISOString() });
  for (const [field, value] of Object.entries(fields)) writer.update(act(), entity, id, field, { value });
  return id;
}

/** Returns every row of every table as SQL, including the internal tables of the search index. */
function contentOf(): string[] {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_stat%' ORDER BY rowid").pluck().all();
  return tables.flatMap((table) => {
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    const made = /^search_(?!document)|^sqlite/.test(table) ? [`DELETE FROM ${table};`] : [];
    return [...made, ...rows.map((row) => `INSERT INTO ${table} (${columns}) VALUES (${Object.values(row).map(literal).join(', ')});`)];
  });
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : `'${String(value).replaceAll("'", "''")}'`;
}
