import { expect, it } from 'vitest';
import { entities } from '#contract/forms-and-lists';
import type { Field } from '#contract/fields';
import { fieldState, hintWords, outcomeOf, settledState } from '../../../../web/src/admin/field/field-state.ts';
import { operationOf } from '../../../../web/src/admin/workspace/overlay.ts';
import { readTyped } from '../../../../web/src/admin/field/editing.ts';
import { update } from '../../../../web/src/admin/workspace/new-operations.ts';
import { operation } from '../operations.ts';

const { title, video, date } = entities.story.fields as unknown as Record<string, Field>;
const edit = (status: 'pending' | 'sending' | 'conflict' | 'rejected' | 'held') =>
  operation(update('story', 'a', 'title', 'Dos', 'Uno'), { status });
const state = (operations: ReturnType<typeof edit>[], more = {}) =>
  fieldState({ field: 'title', operations, isEditing: false, wasSaved: false, ...more });

it('a field shows the state of its value', () => {
  expect(state([])).toBe('unchanged');
  expect(state([], { isEditing: true })).toBe('editing');
  expect(state([edit('pending')])).toBe('stored');
  expect(state([edit('sending')])).toBe('stored');
  expect(state([edit('held')])).toBe('held');
  expect(state([], { wasSaved: true })).toBe('sent');
  expect(state([edit('conflict')])).toBe('conflict');
  expect(state([edit('rejected')])).toBe('rejected');
});

it('what needs the person is shown before what waits for the network', () => {
  const parked = edit('conflict');
  expect(operationOf('title', [parked, edit('pending')])).toBe(parked);
});

it('a change that is no longer pending was sent, discarded, or undone by its author', () => {
  const last = { status: 'pending' as const, base: 'Feria', theirs: undefined };
  const conflict = { status: 'conflict' as const, base: 'Feria', theirs: { value: 'Fiesta', by: 'Edu', at: '' } };
  expect(outcomeOf(last, 'Feria del libro', 'Feria del libro')).toBe('sent');
  expect(outcomeOf(last, 'Feria', 'Feria del libro')).toBe('dropped');
  expect(outcomeOf(last, 'Feria', 'Feria')).toBe('unchanged');
  // The server has stored the value in its canonical form.
  expect(outcomeOf(last, 'Feria del  libro', 'Feria del libro')).toBe('sent');
  expect([outcomeOf(conflict, 'Fiesta', 'Feria del libro'), outcomeOf(conflict, 'Feria', 'Feria del libro')]).toEqual([
    'theirs',
    'theirs',
  ]);
  expect(outcomeOf(conflict, 'Feria del libro', 'Feria del libro')).toBe('sent');
});

it('a field that a button changed says that it was sent, and nothing of what was discarded', () => {
  const last = { status: 'pending' as const, base: '2026-07-02T12:00', theirs: undefined };
  expect(settledState('unchanged', undefined, '2026-07-01T18:00')).toBe('unchanged');
  expect(settledState('unchanged', last, '2026-07-01T18:00')).toBe('sent');
  expect(settledState('unchanged', last, '2026-07-02T12:00')).toBe('unchanged');
  expect(settledState('editing', last, '2026-07-01T18:00')).toBe('editing');
  expect(settledState('sent', last, '2026-07-02T12:00', '2026-07-01T18:00')).toBe('dropped');
});

it('only what really changed is saved: canonical forms are compared', () => {
  expect(readTyped(title!, '  Feria   del libro ', 'Feria del libro')).toEqual({ is: 'same' });
  expect(readTyped(title!, 'Feria del libro', 'Feria')).toEqual({ is: 'changed', value: 'Feria del libro' });
  expect(readTyped(date!, '15/03/2026', '2026-03-15')).toEqual({ is: 'same' });
});

it('a text above the ceiling of its field is refused on the device, and one stored already can stay or be shortened', () => {
  const stored = 'x'.repeat(900);
  expect(readTyped(title!, 'x'.repeat(501), '')).toEqual({
    is: 'invalid',
    message: 'Es demasiado largo: tiene 501 caracteres y puede tener hasta 500.',
  });
  expect(readTyped(title!, stored, stored)).toEqual({ is: 'same' });
  expect(readTyped(title!, 'Feria', stored)).toEqual({ is: 'changed', value: 'Feria' });
});

it('an invalid value is explained and not saved', () => {
  expect(readTyped(video!, 'no es un video', '')).toMatchObject({
    is: 'invalid',
    message: expect.stringContaining('YouTube'),
  });
});

it('a stored value that would be invalid today is not a change while nobody edits it', () => {
  expect(readTyped(video!, 'https://viejo.example/', 'https://viejo.example/')).toEqual({ is: 'same' });
});

it('a counter speaks near the recommended length, warns beyond it, and counts what a reader sees', () => {
  expect(hintWords(title!, 'ñ'.repeat(119))).toBeNull();
  expect(hintWords(title!, 'ñ'.repeat(120))).toEqual({ text: '120 de 150 caracteres', isOver: false });
  expect(hintWords(title!, 'x'.repeat(151))).toEqual({
    text: '151 de 150 caracteres: es más largo de lo recomendado',
    isOver: true,
  });
  const read = (html: string) => hintWords(entities.story.fields.text, html);
  expect(read('')).toBeNull();
  expect(read('<p>Hola <strong>mundo</strong></p>')?.text).toBe('2 palabras, menos de un minuto de lectura');
  expect(read(`<p>$ 1.500, de 8:30 a 12. ${'agua '.repeat(1500)}</p>`)).toEqual({
    text: '1.505 palabras, 6 minutos de lectura: es más largo de lo recomendado',
    isOver: true,
  });
  expect(hintWords(video!, 'x')).toBeNull();
});
