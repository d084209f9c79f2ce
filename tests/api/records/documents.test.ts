import { describe, expect, test } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import type { RecordOf } from '#contract/records';
import type { DocumentName } from '#contract/town/documents';
import { act, openDesk, problem } from './desk.ts';

const row = (area: string, hours = '') => ({
  area,
  group: 'Municipio',
  phones: ['02902 48-1100'],
  extension: '',
  hours,
  always: false,
  address: '',
  email: '',
});

function openDocuments() {
  const desk = openDesk();
  const { writer, records, db } = desk;
  const { id: _, image: __, ...site } = records.one('site', 'site') as RecordOf<'site'>;
  return {
    ...desk,
    site,
    set: (name: DocumentName, value: unknown, base?: unknown) => writer.setDocument(act, name, value, base),
    changeOf: (type: string) => db.prepare('SELECT seq FROM change WHERE type = ?').pluck().get(type),
  };
}
const conflict = (value: unknown) => problem('conflict', { details: expect.objectContaining({ value }) });
const refused = (field: string) => problem('value', { details: { field } });

describe('a document that is saved as it is stored', () => {
  test('is no change, whatever its author saw', () => {
    const { set, entriesOf } = openDocuments();
    const txt = { txt: '<p>Uno</p>' };
    set('greenpointpage', txt);
    for (const seen of [{ txt: '' }, 7])
      expect(entriesOf(() => expect(set('greenpointpage', txt, seen)).toBe(1))).toEqual([]);
  });

  test('with only what another has changed alike is no change', () => {
    const { site, set, entriesOf, records } = openDocuments();
    set('site', { ...site, town: 'Los Ñires', motto: 'Viento' });
    expect(entriesOf(() => expect(set('site', { ...site, town: 'Los Ñires' }, site)).toBe(1))).toEqual([]);
    expect(records.one('site', 'site')).toMatchObject({ town: 'Los Ñires', motto: 'Viento' });
  });
});

describe('what a person saw before they saved a document', () => {
  test.each([7, 'text', null, {}, { rows: 7 }, { txt: 7 }, firstCategories])(
    'may be anything, and then what is stored stays: %j',
    (base) => {
      const { site, set } = openDocuments();
      const rows = [row('Obras')];
      expect(() => set('usefuldata', { rows }, base)).toThrow(conflict({ rows: [] }));
      expect(() => set('site', { ...site, town: 'x' }, base)).toThrow(conflict(expect.objectContaining(site)));
      expect(() => set('greenpointpage', { txt: '<p>x</p>' }, base)).toThrow(conflict(''));
    },
  );

  test('may have rows of Datos útiles that are emergency lines since', () => {
    const { set, records } = openDocuments();
    set('usefuldata', { rows: [row('Obras')] });
    const seen = { rows: [row('Bomberos'), row('Obras')] };
    expect(set('usefuldata', { rows: [row('Obras', '7 a 13 hs')] }, seen)).toBe(1);
    expect(records.one('usefuldata', 'usefuldata')?.rows).toEqual([row('Obras', '7 a 13 hs')]);
  });

  test('may be in another form of what is stored', () => {
    const { set, records } = openDocuments();
    set('greenpointpage', { txt: '<p>Uno</p>' });
    expect(set('greenpointpage', { txt: '<p>Dos</p>' }, { txt: '<p onclick="x">Uno</p>' })).toBe(1);
    expect(records.one('greenpointpage', 'greenpointpage')?.txt).toBe('<p>Dos</p>');
  });
});

describe('a document of another form is refused', () => {
  test.each([7, 'text', null])('as a whole: %j', (value) => {
    const { set } = openDocuments();
    for (const name of ['site', 'categories', 'usefuldata', 'greenpointpage'] as const)
      expect(() => set(name, value)).toThrow(refused('value'));
  });

  test('with a picture, except Sitio with the shield that it was read with; or without what every page shows', () => {
    const { site, set } = openDocuments();
    const image = { name: 'escudo', width: 512, height: 512 };
    expect(() => set('usefuldata', { rows: [], image })).toThrow(refused('value'));
    const { lines: _, ...silent } = site;
    expect(() => set('site', silent)).toThrow(problem('value'));
    expect(set('site', { ...site, image, town: 'Los Ñires' }, { ...site, image })).toBe(1);
  });

  test('with a category missing that is in use, which the answer names by its list', () => {
    const { set, writer } = openDocuments();
    writer.create(act, 'bulletin');
    const [decree, ...others] = firstCategories.bulletin as [Category, ...Category[]];
    expect(() => set('categories', { ...firstCategories, bulletin: others })).toThrow(
      problem('value', {
        details: { field: 'value.bulletin' },
        message: '«Decreto» está en uso: no se puede quitar, pero sí retirar o cambiarle el nombre.',
      }),
    );
    const renamed = { ...decree, name: 'Decretos', retired: true };
    expect(set('categories', { ...firstCategories, bulletin: [renamed, ...others] })).toBe(1);
  });
});

describe('the emergency lines', () => {
  const line = { name: 'Defensa Civil', phone: '103', note: '', always: true };

  test('are part of what devices get of Datos útiles, which nothing else of Sitio is', () => {
    const { site, set, changeOf } = openDocuments();
    const before = changeOf('usefuldata');
    set('site', { ...site, town: 'Los Ñires' });
    set('categories', { ...firstCategories, bulletin: firstCategories.bulletin.slice(1) });
    set('greenpointpage', { txt: '<p>Uno</p>' });
    expect(changeOf('usefuldata')).toBe(before);
    set('site', { ...site, town: 'Los Ñires', lines: [...site.lines, line] });
    expect(changeOf('usefuldata')).not.toBe(before);
  });

  test('have no copy among Datos útiles', () => {
    const { set } = openDocuments();
    expect(() => set('usefuldata', { rows: [row('Obras'), row('Bomberos')] })).toThrow(problem('value'));
  });

  test('that are sent are stored, even with numbers beside them that have changed', () => {
    const { site, set, records } = openDocuments();
    const lines = [line, { ...line, name: 'Guardia', phone: '02902 48-1130' }];
    set('site', { ...site, lines, genderViolencePhone: '02902 48-1199' });
    expect(records.one('site', 'site')?.lines).toEqual(lines);
  });
});
