import { expect, it } from 'vitest';
import {
  bulkActsOf,
  bulkQuestion,
  doneWords,
  isListedBy,
  operationsOf,
  undoingOf,
} from '../../../../web/src/admin/list/bulk.ts';
import type { BulkAct } from '../../../../web/src/admin/list/bulk.ts';
import { DEFAULT_QUERY } from '../../../../web/src/admin/list/list-query.ts';
import { removedWords } from '../../../../web/src/admin/parts/words/removal-words.ts';
import type { RecordEntity } from '#contract/record-types';
import { saveInSteps } from '../../../../web/src/admin/list/use-bulk.ts';
import { update } from '../../../../web/src/admin/workspace/new-operations.ts';
import type { UnsignedOperation } from '../../../../web/src/admin/workspace/new-operations.ts';
import { overlayOne } from '../../../../web/src/admin/workspace/overlay.ts';
import type { Fields } from '../../../../web/src/offline/store/stored-record.ts';
import { operation, story } from '../operations.ts';

const label = (name: string) => ({ id: name.toLowerCase(), name, namehashed: name.toLowerCase() });
const after = (stored: ReturnType<typeof story>, done: readonly UnsignedOperation[]) =>
  overlayOne('story', stored, 'a', { landed: done.map((one) => operation(one)), waiting: [] })?.record as Fields;
const seen = ({ status, highlight, labels }: Fields) => ({
  status,
  highlight,
  labels: (labels as { id: string }[]).map(({ id }) => id),
});

it.each<[string, BulkAct, object]>([
  ['published', { is: 'status', to: 'Publicado' }, { status: 'Publicado' }],
  ['hidden', { is: 'status', to: 'Oculto' }, { status: 'Oculto' }],
  ['highlighted', { is: 'highlight', to: 1 }, { highlight: 1 }],
  ['labelled', { is: 'label-add', names: ['Obras', 'Salud'] }, { labels: ['agua', 'obras', 'salud'] }],
  ['freed of a label', { is: 'label-remove', names: ['agua'] }, { labels: [] }],
])('a story is %s with others, which is undone exactly', (_, act, wanted) => {
  const stored = story('a', { status: 'Redaccion', labels: [label('Agua')] });
  const done = operationsOf('story', stored.record, act);
  const then = after(stored, done);
  expect(seen(then)).toMatchObject(wanted);
  // A second press does nothing to it.
  expect(operationsOf('story', then, act)).toEqual([]);
  expect(seen(after(stored, [...done, ...undoingOf('story', stored.record, act)]))).toEqual(seen(stored.record));
});

it('undoing leaves alone what was so before', () => {
  const stored = story('a', { status: 'Publicado', highlight: 1, labels: [label('Agua')] });
  for (const act of [
    { is: 'status', to: 'Publicado' },
    { is: 'highlight', to: 1 },
    { is: 'label-add', names: ['agua'] },
    { is: 'label-remove', names: ['Salud'] },
  ] as const) {
    expect(operationsOf('story', stored.record, act)).toEqual([]);
    expect(undoingOf('story', stored.record, act)).toEqual([]);
  }
});

it('each type has what can be done to it; an alert is not published with others', () => {
  expect(bulkActsOf('story')).toEqual({
    statuses: ['Publicado', 'Oculto', 'Archivado'],
    isHighlighted: true,
    hasLabels: true,
  });
  expect(bulkActsOf('bulletin')).toMatchObject({ isHighlighted: false, hasLabels: false });
  expect(bulkActsOf('alert').statuses).toEqual(['Oculto', 'Archivado']);
  expect(bulkActsOf('map').statuses).toEqual([]);
});

it('before several are published, one is told what residents would see unfinished', () => {
  const rows = [story('a', { title: '' }), story('b', { text: '<p>[Completar: la fecha]</p>' }), story('c')];
  expect(bulkQuestion('story', rows, { is: 'status', to: 'Publicado' }, 1)).toMatchObject({
    text: 'Vas a publicar 3 noticias',
    note:
      'Salen en el sitio enseguida, o cuando haya conexión. Hay 1 noticia sin título. ' +
      'Hay 1 noticia con partes por completar. Hay 1 noticia con texto sin guardar: sale sin ese texto.',
    isRemoval: true,
  });
  expect(bulkQuestion('story', [story('c')], { is: 'status', to: 'Publicado' })).toMatchObject({ isRemoval: false });
  expect(bulkQuestion('story', rows, { is: 'highlight', to: 1 })).toBeNull();
});

it('what was done agrees with what it was done to, in number and gender', () => {
  const words = (entity: RecordEntity, count: number, act: BulkAct) => doneWords(entity, count, act, true);
  const hide = { is: 'status', to: 'Oculto' } as const;
  expect([1, 2].map((count) => words('story', count, hide))).toEqual(['1 noticia oculta', '2 noticias ocultas']);
  expect([1, 2].map((count) => words('bulletin', count, hide))).toEqual(['1 boletín oculto', '2 boletines ocultos']);
  expect(words('page', 2, { is: 'status', to: 'Publicado' })).toBe('2 páginas publicadas');
  expect(words('alert', 1, { is: 'status', to: 'Archivado' })).toBe('1 alerta archivada');
  expect(words('agenda', 3, { is: 'highlight', to: 1 })).toBe('3 eventos destacados');
  expect([1, 2].map((count) => words('album', count, { is: 'highlight', to: 0 }))).toEqual([
    '1 álbum ya no se destaca',
    '2 álbumes ya no se destacan',
  ]);
  expect(words('story', 2, { is: 'label-add', names: ['obras'] })).toBe('2 noticias con #obras');
  expect(words('story', 1, { is: 'label-remove', names: ['obras'] })).toBe('1 noticia sin #obras');
  // Without a network nothing has changed in public.
  expect(doneWords('story', 2, hide, false)).toBe('2 noticias ocultas: el sitio cambia cuando vuelva la señal');
  const deleted = (entity: RecordEntity, ...ids: string[]) =>
    removedWords(
      entity,
      ids.map((id) => story(id).record),
    );
  expect(deleted('story', 'a', 'b')).toBe('2 noticias eliminadas');
  expect(deleted('story', 'a')).toBe('Eliminada: «Noticia a»');
  expect(deleted('album', 'a')).toBe('Eliminado: «Noticia a»');
});

it('archiving a draft warns that the public will be able to read it', () => {
  const [published, draft] = [story('a'), story('b', { status: 'Redaccion' })];
  const act = { is: 'status', to: 'Archivado' } as const;
  expect(bulkQuestion('story', [published], act)?.note).not.toMatch(/sin publicar/);
  expect(bulkQuestion('story', [published, draft], act)).toMatchObject({
    text: 'Vas a archivar 2 noticias',
    note: expect.stringMatching(/Hay 1 noticia sin publicar: al archivar se va a poder leer\.$/),
  });
});

it('the next row gets the focus where those that were changed leave the filtered list', () => {
  const hide = { is: 'status', to: 'Oculto' } as const;
  expect(isListedBy(DEFAULT_QUERY, hide)).toBe(true);
  expect(isListedBy({ ...DEFAULT_QUERY, status: 'Oculto' }, hide)).toBe(true);
  expect(isListedBy({ ...DEFAULT_QUERY, status: 'Publicado' }, hide)).toBe(false);
  expect(isListedBy({ ...DEFAULT_QUERY, label: 'agua' }, { is: 'label-remove', names: ['Agua'] })).toBe(false);
});

it('many changes are stored some at a time, each once, and one knows how far it is and what failed', async () => {
  const changes = Array.from({ length: 45 }, (_, at) => [update('story', `s${at}`, 'highlight', 1, 0)]);
  const stored: string[] = [];
  const steps: number[] = [];
  const saveAll = async (some: readonly UnsignedOperation[]) => {
    stored.push(...some.map(({ recordId }) => recordId));
  };
  expect(await saveInSteps({ saveAll }, changes, (done) => steps.push(done))).toEqual({ done: 45, fault: null });
  expect(steps).toEqual([20, 40, 45]);
  expect(new Set(stored).size).toBe(45);
  expect(stored).toHaveLength(45);

  let calls = 0;
  const full = async () => {
    if ((calls += 1) > 1) throw new Error('No hay lugar.');
  };
  expect(await saveInSteps({ saveAll: full }, changes, () => {})).toEqual({
    done: 20,
    fault: new Error('No hay lugar.'),
  });
});
