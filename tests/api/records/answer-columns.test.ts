import { expect, test } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import { columnsOf } from '../../../api/db/answer-columns.ts';
import { ENTITY_NAMES, fieldsOf } from '#contract/forms-and-lists';

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  pk: number;
}

test.for(ENTITY_NAMES)('the columns of %s are those that forms-and-lists.ts declares', (entity) => {
  const db = openDatabase(':memory:');
  const columns = db.pragma(`table_info(${entity})`) as Column[];
  const secrets = entity === 'user' ? ['password_hash', 'password_temporary', 'device_key'] : [];
  const declared = [...columnsOf(entity), ...secrets];
  expect(columns.map(({ name }) => name).sort()).toEqual(declared.sort());

  for (const [name, field] of fieldsOf(entity).filter(([, { kind }]) => kind !== 'password')) {
    const column = columns.find((one) => one.name === name);
    const isNumber = field.kind === 'flag' || typeof field.blank === 'number';
    expect([name, column?.type]).toEqual([name, isNumber ? 'INTEGER' : 'TEXT']);
    expect([name, column?.notnull]).toEqual([name, 1]);
  }
  db.close();
});

test('a column accepts exactly the choices that its field offers', () => {
  const db = openDatabase(':memory:');
  for (const entity of ENTITY_NAMES) {
    const { sql } = db
      .prepare<[string], { sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
      .get(entity) ?? { sql: '' };
    for (const [name, field] of fieldsOf(entity).filter(([, { kind }]) => kind === 'choice')) {
      const listed = new RegExp(`CHECK \\(${name} IN \\(([^)]*)\\)`)
        .exec(sql)?.[1]
        ?.split(',')
        .map((one) => one.replaceAll("'", '').trim());
      expect([`${entity}.${name}`, listed]).toEqual([
        `${entity}.${name}`,
        field.choices?.map(({ value }) => String(value)),
      ]);
    }
  }
  expect(ENTITY_NAMES.length).toBeGreaterThanOrEqual(8);
  db.close();
});

test('every table is strict, and the database is opened so that it survives a power cut', () => {
  const db = openDatabase(':memory:');
  const loose = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' " +
        "AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  expect(loose).toEqual([]);
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  db.close();
});
