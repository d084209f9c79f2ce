import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { mergedIn } from './merged-in.ts';
import type { Question } from '../../../api/records/write/merged-fields.ts';
import { byRow } from '../../../api/records/write/merged-rows.ts';
import { fc } from '../property.ts';
import { openTown } from '../town.ts';

const row = (area: string, fields: object = {}) => ({
  area,
  group: 'Municipio',
  phones: [`02902 48-${1000 + area.length}`],
  extension: '',
  hours: '',
  always: false,
  address: '',
  email: '',
  ...fields,
});
type Row = ReturnType<typeof row>;
const rowByRow = byRow<Row>(['area', 'phones', 'email', 'address']);
const areas = ['Obras', 'Turismo', 'Catastro', 'Hacienda y rentas'];
const base = areas.map((area) => row(area));
const changed = (fields: Record<string, object>, rows = base) =>
  rows.map((one) => ({ ...one, ...fields[one.area] }) as Row);
const merge = (mine: Row[], theirs: Row[]) => mergedIn(rowByRow(base, mine, theirs));

describe('two people change Datos útiles', () => {
  test('and both changes are stored, the second one from a device that had not seen the first', async () => {
    const town = await openTown();
    const post = (change: object, as: string) => town.post(calls.document('usefulData'), change, { as });
    expect((await post({ value: { rows: base } }, town.editor)).body).toBe(1);
    const first = { value: { rows: changed({ Turismo: { extension: '12' } }) }, base: { rows: base } };
    const second = { value: { rows: changed({ Catastro: { extension: '15' } }) }, base: { rows: base } };
    expect((await post(first, town.editor)).body).toBe(1);
    expect((await post(second, town.admin)).body).toBe(1);
    const both = changed({ Turismo: { extension: '12' }, Catastro: { extension: '15' } });
    expect((await town.reader.document('usefuldata')).rows).toEqual(both);
    const same = { value: { rows: changed({ Turismo: { extension: '13' } }) }, base: { rows: base } };
    const asked = await post(same, town.admin);
    expect(asked).toMatchObject({ status: 409, body: { value: { rows: changed({ Turismo: { extension: '12' } }) } } });
    // «Mi versión» is sent again, based on what the answer showed, and changes nothing but that row.
    expect((await post({ ...same, base: (asked.body as { value: object }).value }, town.admin)).body).toBe(1);
    expect((await town.reader.document('usefuldata')).rows).toEqual(
      changed({ Turismo: { extension: '13' }, Catastro: { extension: '15' } }),
    );
  });

  test('each adds the same area: it is one, with what either knows of it', () => {
    const mine = [...base, row('Tránsito', { hours: '7 a 13 hs' })];
    const theirs = [row('Tránsito', { extension: '9' }), ...base];
    // It stays where it stands already.
    const both = row('Tránsito', { hours: '7 a 13 hs', extension: '9' });
    expect(merge(mine, theirs)).toEqual([both, ...base]);
    expect(merge(theirs, mine)).toEqual([...base, both]);
    const another = row('Tránsito', { phones: ['02902 48-1999'] });
    const seen = [...base, row('Tránsito')];
    // Both wrote a telephone.
    expect(rowByRow(base, [...mine.slice(0, -1), another], [...base, row('Tránsito', { extension: '9' })])).toEqual({
      seen,
      rest: seen,
    });
  });

  test('each adds the same area: what one of them left empty is no other value', () => {
    const mine = [...base, row('Tránsito', { always: true })];
    const theirs = [...base, row('Tránsito', { phones: [] })];
    const both = [...base, row('Tránsito', { always: true })];
    expect([merge(mine, theirs), merge(theirs, mine)]).toEqual([both, both]);
  });

  test('areas without telephones are not one because of that', () => {
    const [one, other] = [row('Obras', { phones: [] }), row('Turismo', { phones: [] })];
    expect(rowByRow([one], [other], [one, other])).toEqual({ merged: [other] });
  });

  test('and are asked about the field that both changed: what else they changed stays, whatever they choose', () => {
    const mine = changed({ Obras: { hours: '7 hs', extension: '4' }, Turismo: { address: 'Plaza' } });
    const theirs = changed({ Obras: { hours: '8 hs', address: 'San Martín 1' }, Catastro: { extension: '5' } });
    const question = rowByRow(base, mine, theirs) as Question<Row[]>;
    expect(question).toEqual({
      seen: changed({ Obras: { hours: '8 hs' } }),
      rest: changed({ Obras: { hours: '8 hs', extension: '4' }, Turismo: { address: 'Plaza' } }),
    });
    const both = (hours: string) =>
      changed({
        Obras: { hours, extension: '4', address: 'San Martín 1' },
        Turismo: { address: 'Plaza' },
        Catastro: { extension: '5' },
      });
    expect(rowByRow(question.seen, mine, theirs)).toEqual({ merged: both('7 hs') });
    expect(rowByRow(question.seen, question.rest, theirs)).toEqual({ merged: both('8 hs') });
  });

  test('and are asked about the area that one removed and the other changed', () => {
    const removed = base.slice(1);
    const kept = changed({ Obras: { hours: '7 hs' }, Turismo: { extension: '2' } });
    expect(rowByRow(base, removed, kept)).toEqual({
      seen: changed({ Obras: { hours: '7 hs' } }),
      rest: changed({ Obras: { hours: '7 hs' } }),
    });
    expect(rowByRow(base, kept, removed)).toEqual({
      seen: removed,
      rest: changed({ Turismo: { extension: '2' } }, removed),
    });
  });

  test('in different fields of one area, one of them its name', () => {
    const mine = changed({ Obras: { area: 'Obras y servicios' } });
    const theirs = changed({ Obras: { hours: '7 a 13 hs' } });
    expect(merge(mine, theirs)).toEqual(changed({ Obras: { area: 'Obras y servicios', hours: '7 a 13 hs' } }));
  });

  test('one moves an area, and the other changes and adds areas', () => {
    const moved = base.toReversed();
    const theirs = changed({ Obras: { extension: '4' } }).toSpliced(1, 0, row('Archivo histórico'));
    const expected = changed({ Obras: { extension: '4' } }, moved).concat(row('Archivo histórico'));
    expect(merge(moved, theirs)).toEqual(expected);
    expect(merge(theirs, moved)).toEqual(expected);
  });

  test.each([
    ['the same field of an area', changed({ Obras: { hours: '7 hs' } }), changed({ Obras: { hours: '8 hs' } })],
    ['an area that the other removed', changed({ Obras: { hours: '7 hs' } }), base.slice(1)],
    ['the order, each to another', base.toReversed(), [...base.slice(1), ...base.slice(0, 1)]],
  ])('and are asked about %s', (_, mine, theirs) => {
    expect([merge(mine, theirs), merge(theirs, mine)]).toEqual([null, null]);
  });

  // Each edit writes a word that nobody else writes.
  const edit = fc.record({
    at: fc.nat(5),
    what: fc.constantFrom('area', 'phones', 'extension', 'hours', 'add', 'remove', 'move', 'swap'),
  });
  const edits = fc.array(edit, { maxLength: 4 });
  function edited(author: string, steps: readonly { at: number; what: string }[]): Row[] {
    let rows = [...base];
    for (const [step, { at, what }] of steps.entries()) {
      const place = at % Math.max(rows.length, 1);
      const one = rows[place];
      const word = `${author}${step}`;
      if (what === 'add') rows = rows.toSpliced(place, 0, row(word));
      else if (!one) continue;
      else if (what === 'remove') rows = rows.toSpliced(place, 1);
      else if (what === 'move') rows = [...rows.toSpliced(place, 1), one];
      else if (what === 'swap') rows = [one, ...rows.toSpliced(place, 1)];
      else rows = rows.with(place, { ...one, [what]: what === 'phones' ? [word] : word });
    }
    return rows;
  }

  test('and no word of either disappears; merging again changes nothing', () => {
    fc.assert(
      fc.property(edits, edits, (hers, his) => {
        const [mine, theirs] = [edited('ella', hers), edited('otro', his)];
        const merged = merge(mine, theirs);
        if (!merged) return;
        const text = JSON.stringify(merged);
        for (const [word] of JSON.stringify([mine, theirs]).matchAll(/(ella|otro)\d/g)) expect(text).toContain(word);
        expect(merge(mine, merged)).toEqual(merged);
        expect(merge(structuredClone(mine), structuredClone(theirs))).toEqual(merged);
      }),
      { numRuns: 1000 },
    );
  });
});
