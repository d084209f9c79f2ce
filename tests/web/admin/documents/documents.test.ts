import { expect, it } from 'vitest';
import { blankDocuments, siteSchema, usefulDataSchema } from '#contract/town/documents';
import { leadTo } from '../../../../web/src/admin/documents/form-marks.ts';
import { rowsOf } from '../../../../web/src/admin/documents/useful-data-screen.tsx';
import { faultsOf, moved, valueAt, withValueAt } from '../../../../web/src/admin/parts/words/document-paths.ts';

it('a value deep in a document is changed without touching the old one', () => {
  const before = { rows: [{ area: 'A' }, { area: 'B' }] };
  const after = withValueAt(before, ['rows', 1, 'area'], 'C');
  expect(after).toEqual({ rows: [{ area: 'A' }, { area: 'C' }] });
  expect(valueAt(before, ['rows', 1, 'area'])).toBe('B');
});

it('an error is reported at its place', () => {
  const site = withValueAt(blankDocuments.site, ['emergencies', 'fire'], 'cien');
  expect([...faultsOf(siteSchema, site).keys()]).toEqual(['emergencies.fire']);
  expect(faultsOf(usefulDataSchema, { rows: [] }).size).toBe(0);
});

it('a form that has a part of a document leads to its own errors first, and then to the screen of the rest', () => {
  const rest = { title: 'Sitio', address: '/admin/sitio' };
  const part = { key: 'menu', rest };
  expect(leadTo(['lines.3.phone', 'menu.items.0.name'], part)).toEqual({ field: 'menu.items.0.name' });
  expect(leadTo(['lines.3.phone'], part)).toEqual({ field: 'lines.3.phone', rest });
  expect(leadTo(['menus'], part)).toEqual({ field: 'menus', rest });
  expect(leadTo(['lines.3.phone'])).toEqual({ field: 'lines.3.phone' });
  expect(leadTo([], part)).toBe(undefined);
});

it('rows can be moved, and the first and last stay within the list', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('useful data typed as JSON in another shape can still be opened as a form', () => {
  const blank = { area: '', phones: [], extension: '', hours: '', always: false, address: '', email: '' };
  const turismo = { ...blank, area: 'Turismo', phones: ['4000'] };
  expect(rowsOf({ rows: [turismo] })).toEqual([turismo]);
  expect(rowsOf({ rows: [{ area: 'Turismo' }, null] })).toEqual([{ ...blank, area: 'Turismo' }, blank]);
  for (const value of [{}, null, { rows: 'no' }]) expect(rowsOf(value)).toEqual([]);
});
