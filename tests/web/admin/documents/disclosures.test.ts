import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { faultsAt, marksOf, shownFaults } from '../../../../web/src/admin/documents/form-marks.ts';
import { Disclosure } from '../../../../web/src/admin/parts/disclosures/disclosure.tsx';
import type { DisclosureMarks } from '../../../../web/src/admin/parts/disclosures/disclosure.tsx';
import { foundWords, isFoundIn, textsIn } from '../../../../web/src/admin/parts/disclosures/disclosure-search.tsx';
import { placeOfOpen } from '../../../../web/src/admin/parts/disclosures/open-entry.ts';

const NOTHING: DisclosureMarks = { faults: 0, isUnsaved: false };
function drawn(marks: Partial<DisclosureMarks>, isOpen = false): string {
  const given = {
    title: 'Mesa de Entradas',
    essential: '02902 48-1100',
    marks: { ...NOTHING, ...marks },
    fields: ['rows.0'],
    isOpen,
    open: () => {},
    close: () => {},
    children: 'los campos',
  };
  return renderToString(createElement(Disclosure, given));
}

it('a closed row shows its name and what one looks for, and nothing of what it holds', () => {
  const closed = drawn({});
  expect(closed).toContain('aria-expanded="false"');
  expect(closed).toContain('02902 48-1100');
  expect(closed).not.toContain('los campos');
  const open = drawn({}, true);
  expect(open).toContain('aria-expanded="true"');
  expect(open).toContain('los campos');
  expect(open).not.toContain('02902 48-1100');
});

it('a closed row says that something in it is wrong or not saved, and one with a question is open', () => {
  expect(drawn({ faults: 1 })).toContain('1 dato por corregir');
  expect(drawn({ faults: 2, isUnsaved: true })).toContain('2 datos por corregir');
  expect(drawn({ isUnsaved: true })).toContain('Sin guardar');
  const asked = drawn({ isAsked: true });
  expect(asked).toContain('Necesita que elijas');
  expect(asked).toContain('los campos');
});

it('the search finds accents, capitals and telephones however their digits are grouped', () => {
  const row = textsIn({ area: 'Dirección de Tránsito', phones: ['02902 48-1100 WhatsApp'], extension: '101' });
  for (const typed of ['direccion', 'TRÁNSITO', '481100', '48 1100', '02902-48', 'transito 101', ''])
    expect([typed, isFoundIn(row, typed)]).toEqual([typed, true]);
  // Digits of two fields are not one number.
  for (const typed of ['turismo', '4811001', '1100101']) expect([typed, isFoundIn(row, typed)]).toEqual([typed, false]);
});

it('the open row stays the same one while it is typed in, moved, or pushed down by another person', () => {
  const [a, b, c] = [{ area: 'a' }, { area: 'b' }, { area: 'c' }] as const;
  const open = { at: 1, entry: b, count: 3 };
  expect(placeOfOpen([a, b, c], open)).toBe(1);
  expect(placeOfOpen([a, { area: 'bb' }, c], open)).toBe(1);
  expect(placeOfOpen([b, a, c], open)).toBe(0);
  expect(placeOfOpen([{ area: 'new' }, a, b, c], open)).toBe(2);
  expect(placeOfOpen([a, c], open)).toBeNull();
  // Of two that are the same, the one in its place.
  expect(placeOfOpen([b, b, c], open)).toBe(1);
});

it('an entry that was added is not wrong before something is typed in it', () => {
  const blank = { area: '', phones: [], always: false };
  const value = { rows: [{ area: '', phones: ['x'], always: false }, blank] };
  const faults = new Map([
    ['rows.0.area', 'Falta'],
    ['rows.1.area', 'Falta'],
    ['rows', 'Demasiadas'],
  ]);
  expect([...shownFaults(faults, value, [blank]).keys()]).toEqual(['rows.0.area', 'rows']);
  expect([...shownFaults(faults, value, []).keys()]).toEqual(['rows.0.area', 'rows.1.area', 'rows']);
});

it('errors are counted where they are, and not in a row whose number begins like it', () => {
  const faults = new Map([
    ['rows.1.area', 'Falta'],
    ['rows.10.area', 'Falta'],
    ['rows.1.phones.0', 'No es un teléfono'],
  ]);
  expect([faultsAt(faults, ['rows.1']), faultsAt(faults, ['rows.10']), faultsAt(faults, ['rows.2'])]).toEqual([
    2, 1, 0,
  ]);
});

it('a section of a form says whether a field in it is wrong, not saved, or asked about', () => {
  const form = {
    value: { town: 'Otro', motto: '' },
    stored: { town: 'Uno', motto: '' },
    faults: new Map([['motto', 'No']]),
    onChange: () => {},
    questionAt: (path: readonly (string | number)[]) => (path[0] === 'motto' ? 'la pregunta' : null),
  };
  expect(marksOf(form, [['town']])).toEqual({ faults: 0, isUnsaved: true, isAsked: false });
  expect(marksOf(form, [['motto']])).toEqual({ faults: 1, isUnsaved: false, isAsked: true });
});

it('the search counts what matches, and says of what is open that it is still shown', () => {
  expect(foundWords(1, 0)).toBe('Coincide 1.');
  expect(foundWords(3, 0)).toBe('Coinciden 3.');
  expect(foundWords(1, 1)).toBe('Coincide 1. Lo que está abierto se sigue viendo, aunque no coincida.');
  expect(foundWords(0, 1)).toMatch(/^No hay nada que coincida\. Lo que está abierto/);
  // Nobody who types «als» looks for what is not open around the clock.
  expect(isFoundIn(textsIn({ area: 'Turismo', always: false }), 'als')).toBe(false);
});
