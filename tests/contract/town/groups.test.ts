import { expect, test } from 'vitest';
import { documentSchemas } from '#contract/town/documents';
import { groupOf, withGroups } from '#contract/town/suggested-groups';

test.for([
  ['Hospital Rural: guardia e informes', 'Salud'],
  ['Defensa Civil', 'Emergencias'],
  ['Cooperativa Eléctrica: emergencias', 'Emergencias'],
  ['Comisaría', 'Seguridad'],
  ['Jardín 12', 'Educación'],
  ['Parques y jardines', 'Municipio'],
  ['Agua y Saneamiento: guardia por pérdidas', 'Servicios'],
  ['Museo', 'Cultura y deporte'],
  ['Terminal de Ómnibus', 'Transporte y turismo'],
  ['Veterinaria El Ovejero', 'Otros'],
  ['Mesa de Entradas', 'Municipio'],
] as const)('an area without a group gets one by its name: %s is in %s', ([area, group]) => {
  expect(groupOf({ area })).toBe(group);
});

test('the group that a town has chosen stays', () => {
  const rows = [
    { area: 'Hospital', group: 'Otros' as const },
    { area: 'Museo', hours: '9 h' },
  ];
  expect(withGroups({ rows }).rows).toEqual([rows[0], { area: 'Museo', hours: '9 h', group: 'Cultura y deporte' }]);
});

test('a row may be sent without a group, as earlier releases do, but not with one that pages do not have', () => {
  const row = { area: 'Museo', phones: [], extension: '', hours: '', always: false, address: '', email: '' };
  const faults = (group: object) =>
    documentSchemas.usefuldata.safeParse({ rows: [{ ...row, ...group }] }).error?.issues.map(({ message }) => message);
  expect(faults({})).toBeUndefined();
  expect(faults({ group: 'Salud' })).toBeUndefined();
  expect(faults({ group: 'Panaderías' })).toEqual([expect.stringMatching(/^Grupo: uno de estos: Emergencias, Salud/)]);
});
