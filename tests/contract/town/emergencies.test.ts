import { expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import type { EmergencyLine } from '#contract/town/emergencies';
import { lineWithNumber, namesEmergency, withoutEmergencies } from '#contract/town/emergency-copies';

const LINES = blankDocuments.site.lines;

test.for([
  'Línea de violencia de género',
  'VIOLENCIA DE GENERO',
  'Violencia de género las 24 hs',
  'Línea 144 por violencia de género',
  'Bomberos',
  'Policía',
  'Emergencias médicas',
  'Ambulancia',
  'Urgencias: ambulancia',
])('«%s» is the name of an emergency line', (area) => expect(namesEmergency(area, LINES)).toBe(true));

test.for([
  'Bomberos: cuartel',
  'Policía de Santa Cruz',
  'Hospital Rural: guardia e informes',
  'Área de Género y Diversidad',
  'Desarrollo Social',
  'Emergencias',
  'Guardia de agua: emergencias',
  'Defensa Civil',
  '',
  '103',
])('«%s» is a row of its own', (area) => expect(namesEmergency(area, LINES)).toBe(false));

test('a row that repeats a line is left out, whatever number it has', () => {
  const row = {
    area: 'Línea de violencia de género',
    phones: ['02902 48-9999'],
    extension: '',
    hours: '',
    always: true,
    address: '',
    email: '',
  };
  const office = { ...row, area: 'Desarrollo Social', phones: ['144'] };
  expect(withoutEmergencies({ rows: [row, office] }, LINES)).toEqual({ rows: [office] });
});

test('a short number belongs to its emergency line; a long one may also be that of an office', () => {
  const lines = LINES.with(3, { ...LINES[3], name: 'Violencia de género', phone: '02902 48-1140' } as EmergencyLine);
  expect(lineWithNumber(lines, '1 0 7')?.name).toBe('Emergencias médicas');
  expect(lineWithNumber(lines, '02902 48-1130 / 107 (guardia)')?.name).toBe('Emergencias médicas');
  expect(lineWithNumber(lines, '103')).toBeUndefined();
  expect(lineWithNumber(lines, '02902 48-1140')).toBeUndefined();
});

test('only the lines of the town count: what it took out may be a row, and what it added may not', () => {
  const [fire, , medical] = LINES as [EmergencyLine, EmergencyLine, EmergencyLine];
  const lines = [fire, medical, { ...fire, name: 'Defensa Civil', phone: '103' }];
  expect(namesEmergency('Policía', lines)).toBe(false);
  expect(namesEmergency('Defensa civil: emergencias', lines)).toBe(true);
  expect(namesEmergency('Ambulancia', [fire])).toBe(false);
});
