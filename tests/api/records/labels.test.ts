import { expect, test } from 'vitest';
import { act, openDesk, problem } from './desk.ts';

function openStory() {
  const desk = openDesk();
  const { writer } = desk;
  const { id } = writer.create(act, 'story');
  writer.createLabel(act, id, 'Obras, Salud');
  const names = (labels: { name: string }[]) => labels.map(({ name }) => name);
  return { ...desk, id, names, stored: () => names(desk.records.one('story', id)?.labels ?? []) };
}
const entry = (id: string) => ({ type: 'story', id, field: 'labels' });

test('labels are added to a story behind those that it has, each once', () => {
  const { id, writer, names, stored, entriesOf } = openStory();
  const add = () => expect(names(writer.createLabel(act, id, 'salud, Niñez'))).toEqual(['Obras', 'Salud', 'Niñez']);
  expect(entriesOf(add)).toEqual([
    { ...entry(id), action: 'add', before: ['Obras', 'Salud'], after: ['Obras', 'Salud', 'Niñez'] },
  ]);
  expect(entriesOf(add)).toEqual([]);
  expect(stored()).toEqual(['Obras', 'Salud', 'Niñez']);
});

test('a label that another story has is added by its id, and one that is none is refused', () => {
  const { writer, names, entriesOf } = openStory();
  const { id } = writer.create(act, 'story');
  const add = () => expect(names(writer.addLabel(act, id, 'salud'))).toEqual(['Salud']);
  expect(entriesOf(add)).toEqual([{ ...entry(id), action: 'add', before: [], after: ['Salud'] }]);
  expect(entriesOf(add)).toEqual([]);
  expect(() => writer.addLabel(act, id, 'none')).toThrow(problem('not-found'));
});

test('a label is removed from one story, and to remove it again is no change', () => {
  const { id, writer, names, stored, entriesOf } = openStory();
  const remove = () => expect(names(writer.removeLabel(act, id, 'salud'))).toEqual(['Obras']);
  expect(entriesOf(remove)).toEqual([{ ...entry(id), action: 'remove', before: ['Obras', 'Salud'], after: ['Obras'] }]);
  expect(entriesOf(remove)).toEqual([]);
  expect(stored()).toEqual(['Obras']);
});

test.each([
  [' , ', 'Escribí el nombre de la etiqueta.'],
  ['¡!', 'Una etiqueta lleva letras o números, hasta 60 caracteres.'],
])('what names no label is refused with a word about the label: «%s»', (typed, message) => {
  const { id, writer } = openStory();
  expect(() => writer.createLabel(act, id, typed)).toThrow(problem('value', { message, details: { field: 'label' } }));
});
