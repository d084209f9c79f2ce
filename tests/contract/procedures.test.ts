import { expect, test } from 'vitest';
import { byTopic, requirementsIn } from '#contract/procedures';
import type { ProcedureCard } from '#contract/records';

const made = (title: string, topic = '', values: Partial<ProcedureCard> = {}): ProcedureCard => ({
  id: title,
  created: '2026-03-15T12:00:00.000Z',
  title,
  titlekey: title,
  description: '',
  topic,
  cost: '',
  duration: '',
  office: '',
  status: 'Publicado',
  pdf: '',
  pdfname: '',
  pdfsize: 0,
  ...values,
});
const namesOf = (procedures: ProcedureCard[], search?: string) =>
  byTopic(procedures, search).map((group) => [group.topic, ...group.procedures.map(({ title }) => title)]);

test('procedures stand by topic, topics and titles in alphabetical order, and those without a topic last', () => {
  expect(
    namesOf([made('Zanja'), made('Plan de pago', 'Tasas'), made('Árboles', 'Espacios'), made('Libre deuda', 'Tasas')]),
  ).toEqual([
    ['Espacios', 'Árboles'],
    ['Tasas', 'Libre deuda', 'Plan de pago'],
    ['', 'Zanja'],
  ]);
});

test('a topic that somebody wrote with other capitals or accents is the same', () => {
  expect(namesOf([made('a', 'Vehículos'), made('b', 'vehiculos')])).toEqual([['Vehículos', 'a', 'b']]);
});

test('a search finds those that say all of its words, in any part of a card, without accents or ñ', () => {
  const all = [
    made('Licencia de conducir', 'Vehículos', { office: 'Tránsito' }),
    made('Licencia comercial', 'Comercio', { description: 'Para cañerías' }),
  ];
  expect(namesOf(all, 'licencia transito')).toEqual([['Vehículos', 'Licencia de conducir']]);
  expect(namesOf(all, 'CANERIAS')).toEqual([['Comercio', 'Licencia comercial']]);
  expect(namesOf(all, 'perro')).toEqual([]);
  expect(namesOf(all, '  ')).toHaveLength(2);
});

test('what has to be brought is a list, however staff marked its lines', () => {
  expect(requirementsIn('DNI\n\n- Foto de 4 × 4\n • Plano  \n')).toEqual(['DNI', 'Foto de 4 × 4', 'Plano']);
  expect(requirementsIn('')).toEqual([]);
});

test('a search shows those, too, that the search of the whole portal finds', () => {
  const procedures = [made('Licencia de conducir'), made('Libre deuda')];
  expect(namesOf(procedures, 'registro')).toEqual([]);
  expect(byTopic(procedures, 'registro', new Set(['Licencia de conducir']))).toEqual([
    { topic: '', procedures: [procedures[0]] },
  ]);
});
