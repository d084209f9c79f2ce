import { expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/messages/history-entry';
import {
  creation,
  document,
  galleryAddition,
  labelAddition,
  pictureRemoval,
  labelRemoval,
  pageText,
  pdf,
  removal,
  update,
  videoAddition,
  videoRemoval,
} from '../../../web/src/admin/workspace/new-operations.ts';
import { goneName } from '../../../web/src/admin/field/gone-choices.tsx';
import {
  deedWords,
  editScreen,
  fieldOf,
  groupName,
  groupsOf,
  namesOf,
  isOfGone,
} from '../../../web/src/admin/parts/words/operation-words.ts';
import { discardedOf, refusalWords } from '../../../web/src/admin/field/parked-choices.tsx';
import { ownWords } from '../../../web/src/admin/field/own-text.tsx';
import { areShort } from '../../../web/src/admin/field/versions.tsx';
import { theirName } from '../../../web/src/admin/parts/words/conflict-words.ts';
import { ageWords, badgeWords, operationWords } from '../../../web/src/admin/parts/words/state-words.ts';
import type { WorkspaceState } from '../../../web/src/admin/workspace/workspace.ts';
import type { AdminStore } from '../../../web/src/offline/store/admin-store.ts';
import type { StoredRecord } from '../../../web/src/offline/store/stored-record.ts';
import type { Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation, story } from './operations.ts';

it('changes are listed by record, in their order', () => {
  const operations = [
    update('story', 'a', 'title', 'Uno', ''),
    update('agenda', 'a', 'title', 'Dos', ''),
    update('story', 'a', 'video', '', 'x'),
  ].map((wish) => operation(wish));
  expect(groupsOf(operations).map(({ entity, operations: own }) => [entity, own.length])).toEqual([
    ['story', 2],
    ['agenda', 1],
  ]);
});

it('each change is described in words', () => {
  const file = { mime: 'application/pdf', bytes: 1 };
  const words = [
    creation('story', 'a', 0),
    update('agenda', 'a', 'label', 'Cultura', 'Turismo'),
    labelAddition('a', 'Obras públicas'),
    labelRemoval('a', 'obras'),
    galleryAddition('album', 'al', 'foto.jpg', 'foto-1', { mime: 'image/jpeg', bytes: 1 }),
    pdf('bulletin', 'b', 'decreto.pdf', 'x.pdf', '', file),
    pageText('<p>Hola</p>', ''),
    removal('story', 'a', 1),
  ].map((wish) => deedWords(operation(wish)));
  expect(words).toEqual([
    'Crear',
    'Categoría',
    'Agregar la etiqueta «Obras públicas»',
    'Quitar la etiqueta «obras»',
    'Subir una imagen',
    'Subir el PDF decreto.pdf',
    'Texto',
    'Eliminar',
  ]);
});

it('of a document, what was changed of it is shown, in words', () => {
  const row = (area: string, phone: string) => ({ area, phones: [phone], hours: [], address: '', mail: '' });
  const before = { rows: [row('Corralón', '02902 48-1100'), row('Vivero', '02902 48-1101')] };
  const after = { rows: [row('Corralón', '02902 48-1199'), row('Vivero', '02902 48-1101')] };
  const words = ownWords(operation(document('usefuldata', after, before)));
  expect(words).toContain('Corralón:');
  expect(words).toContain('48-1199');
  expect(words).not.toMatch(/Vivero|[{}"]/);
});

it('the green-point page also has a rich text, which is shown and compared as one', () => {
  expect(fieldOf('greenpointpage', 'txt')).toMatchObject({ kind: 'html', label: 'Texto' });
  expect(fieldOf('greenpointpage', undefined)).toBeNull();
});

it('a record is shown with its type and name, and links to its screen', () => {
  expect(groupName('story', story('a').record)).toBe('Noticia «Noticia a»');
  expect(groupName('usefuldata', null)).toBe('Datos útiles');
  expect(editScreen('story', 'a')).toBe('/admin/noticia/a');
  expect(editScreen('greenpointpage', 'greenpointpage')).toBe('/admin/puntosverdes');
});

it('the badge shows the network, what waits for it, and what waits for a person', () => {
  const of = (...statuses: Operation['status'][]) => statuses.map((status) => ({ status }));
  expect(badgeWords(false, of('pending', 'sending', 'pending'), false)).toBe('Sin conexión · 3 cambios sin enviar');
  expect(badgeWords(true, of('pending'), false)).toBe('1 cambio sin enviar');
  expect(badgeWords(true, of('conflict'), false)).toBe('1 cambio necesita que elijas');
  expect(badgeWords(false, of('conflict', 'rejected', 'pending'), false)).toBe(
    'Sin conexión · 2 cambios necesitan que elijas · 1 cambio sin enviar',
  );
  expect(badgeWords(true, of('held', 'held', 'pending'), false)).toBe('1 cambio sin enviar · 2 cambios sin publicar');
  const lastError = { status: 403, code: 'forbidden', message: '' };
  expect(badgeWords(true, [{ status: 'rejected', lastError }], false)).toBe('1 cambio rechazado');
  expect(badgeWords(false, [], false)).toBe('Sin conexión');
  expect(badgeWords(true, [], false)).toBe('Todo enviado');
  expect(badgeWords(true, [], false, true)).toBe('Guardando…');
  expect(badgeWords(true, [], true)).toBe('Hay texto sin guardar');
  expect(badgeWords(false, of('pending'), true)).toBe('Sin conexión · Hay texto sin guardar · 1 cambio sin enviar');
});

it('the other version is labelled with its author, and both are shown in place when they are short', () => {
  expect(theirName('Mirta', 'Ana')).toBe('La de Mirta');
  expect(theirName('', 'Ana')).toBe('La otra versión');
  const title = fieldOf('story', 'title');
  expect(areShort('story', title, 'Corte de agua', 'Corte de luz')).toBe(true);
  expect(areShort('story', title, 'x'.repeat(201), '')).toBe(false);
  expect(areShort('story', fieldOf('story', 'text'), `<p>${'a '.repeat(90)}</p>`, '')).toBe(true);
});

it('a change of a deleted record is distinguished from one of a picture or video removed from its record', () => {
  const refused = {
    status: 'rejected' as const,
    lastError: { status: 410, code: 'deleted', message: 'Este registro fue eliminado.' },
  };
  expect(isOfGone(operation(update('story', 'a', 'title', 'Uno', ''), refused))).toBe(true);
  expect(isOfGone(operation(labelAddition('a', 'Feria'), refused))).toBe(true);
  expect(isOfGone(operation(videoAddition('a', 'https://vimeo.com/76979871'), refused))).toBe(true);
  expect(isOfGone(operation(videoRemoval('a', 'vimeo-76979871'), refused))).toBe(false);
  expect(isOfGone(operation(update('story', 'a', 'title', 'Uno', '')))).toBe(false);
});

it('the state of a change says what happens next', () => {
  const edit = update('story', 'a', 'title', 'Uno', '');
  expect(operationWords(operation(edit), false)).toContain('cuando vuelva la señal');
  expect(operationWords(operation(edit, { status: 'sending' }), true)).toBe('Enviando');
  expect(operationWords(operation(edit, { status: 'conflict' }), true)).toContain('otra persona');
});

it('ages are rounded down to what people say', () => {
  const minute = 60_000;
  expect([0, minute, 90 * minute, 25 * 60 * minute, 72 * 60 * minute].map(ageWords)).toEqual([
    'recién',
    'hace 1 minuto',
    'hace 1 hora',
    'hace 1 día',
    'hace 3 días',
  ]);
});

it('a question about changes names each record, and what was changed of it', async () => {
  const operations = [
    update('story', 'a', 'title', 'Uno', ''),
    update('story', 'a', 'description', 'Dos', ''),
    update('agenda', 'b', 'label', 'Cultura', 'Turismo'),
  ].map((wish) => operation(wish));
  const names = await namesOf(operations, async ({ entity }) => {
    const shown = entity === 'agenda' ? { id: 'b', title: 'Feria' } : null;
    return { shown, left: shown };
  });
  expect(names).toEqual(['Noticia «Uno»: Título, Copete', 'Evento «Feria»: Categoría']);
});

it('a question about discarding a title names the record by the title that stays', async () => {
  const operations = [
    operation(update('story', 'a', 'title', 'Otro título', 'Noticia a')),
    operation(update('story', 'a', 'description', 'Copete', '')),
  ];
  const questionAbout = (kept: StoredRecord | null, ...discarded: Operation[]) => {
    const state = () => ({ landed: [], waiting: operations }) as unknown as WorkspaceState;
    const store = { one: async () => kept } as unknown as AdminStore;
    const reader = { settled: async () => {}, store, state };
    return namesOf(discarded, (group) => discardedOf(reader, group, discarded));
  };
  const [title, text] = operations as [Operation, Operation];
  expect(await questionAbout(story('a'), title, text)).toEqual([
    'Noticia «Noticia a», que acá se llama «Otro título»: Título, Copete',
  ]);
  // Where its title stays, it is called as on the screen.
  expect(await questionAbout(story('a'), text)).toEqual(['Noticia «Otro título»: Copete']);
  expect(await questionAbout(story('a', { title: '' }), title)).toEqual(['Noticia «Otro título»: Título']);
});

it('a record that another person deleted has its name from the history, and until that is known from its pending changes', () => {
  const titled = [operation(update('story', 'a', 'title', '', 'Fiesta'))];
  const entry = { type: 'story', name: 'Fiesta del pueblo' } as HistoryEntry;
  expect(goneName('story', [], entry)).toBe('Noticia «Fiesta del pueblo»');
  expect(goneName('story', titled, null)).toBe('Noticia «Fiesta»');
  expect(goneName('story', [operation(update('story', 'a', 'description', 'x', ''))], null)).toBe('Noticia');
});

it('a change whose record has no trace on the server is not to be corrected', () => {
  const refused = (code: string, message: string) => ({
    status: 'rejected' as const,
    lastError: { status: 404, code, message },
  });
  const lost = refused('not-found', 'No encontramos lo que buscás.');
  expect(refusalWords(operation(update('story', 'a', 'title', 'Uno', ''), lost))).toBe(
    'Lo que cambiaste ya no está en el servidor. Copiá tu texto si te sirve, y descartá el cambio.',
  );
  expect(refusalWords(operation(labelAddition('a', 'Feria'), lost))).toBe(
    'Lo que cambiaste ya no está en el servidor: podés descartar el cambio.',
  );
  expect(refusalWords(operation(update('story', 'a', 'title', 'Uno', ''), refused('value', 'Es largo.')))).toBe(
    'Es largo. Corregí el valor, o elegí qué hacer.',
  );
  const noRights = refused('forbidden', 'Solo los administradores pueden hacer eso.');
  expect(refusalWords(operation(update('authority', 'a', 'name', 'Ana', ''), noRights))).toBe(
    'Solo los administradores pueden hacer eso. Copiá tu texto para pasárselo a quien pueda, ' +
      'y después descartá el cambio.',
  );
  expect(refusalWords(operation(pictureRemoval('authority', 'a', 'foto'), noRights))).toBe(
    'Solo los administradores pueden hacer eso. Descartá el cambio.',
  );
});
