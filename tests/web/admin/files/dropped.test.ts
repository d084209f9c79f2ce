import { expect, it } from 'vitest';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { dropFault, hasFiles } from '../../../../web/src/admin/files/dropped.ts';
import type { Dropped, FileKind } from '../../../../web/src/admin/files/dropped.ts';
import { placeAt } from '../../../../web/src/admin/parts/order/reorder.ts';
import { leftWords, uploadWords } from '../../../../web/src/admin/parts/words/upload-words.ts';

const JPEG = { name: 'lago.jpg', type: 'image/jpeg' };
const TEXT = { name: 'nota.txt', type: 'text/plain' };
const PDF = { name: 'decreto.pdf', type: 'application/pdf' };
const drop = (...files: { name: string; type: string }[]): Dropped => ({ types: ['Files'], files, items: [] });
const fault = (dropped: Dropped, kind: FileKind = 'photo', isMany = true) => dropFault(dropped, kind, isMany);

it('text and links that are dragged over the place of a picture are none of its business', () => {
  expect(hasFiles({ types: ['text/plain', 'text/uri-list'] })).toBe(false);
  expect(hasFiles(drop(JPEG))).toBe(true);
});

it('photos can be dropped, and one that the system knows no type of is looked at', () => {
  expect(fault(drop(JPEG))).toBeNull();
  expect(fault(drop({ name: 'IMG_1.HEIC', type: '' }))).toBeNull();
  expect(fault(drop(PDF), 'pdf')).toBeNull();
  expect(fault(drop({ name: 'DECRETO.PDF', type: '' }), 'pdf')).toBeNull();
});

it('what is no photo or no PDF is refused by its name; beside photos the photos are taken', () => {
  expect(fault(drop(TEXT))).toBe(`«nota.txt»: ${REFUSALS.notPicture}`);
  expect(fault(drop(TEXT, PDF))).toBe(REFUSALS.notPicture);
  expect(fault(drop(JPEG), 'pdf')).toBe(`«lago.jpg»: ${REFUSALS.notPdf}`);
  expect(fault(drop(JPEG, TEXT))).toBeNull();
  expect(fault(drop())).toBe('Ahí no había ningún archivo.');
});

it('two photos on the place of one, and a folder, are refused with what can be done', () => {
  expect(fault(drop(JPEG, JPEG), 'photo', false)).toBe('Acá va una sola imagen: arrastrá una sola foto.');
  const webkitGetAsEntry = () => ({ isDirectory: true, name: 'Fotos' }) as FileSystemEntry;
  const folder = { ...drop({ name: 'Fotos', type: '' }), items: [{ kind: 'file', webkitGetAsEntry }] };
  expect(fault(folder)).toBe('«Fotos» es una carpeta. Abrila y arrastrá lo que hay adentro.');
});

it('a photo says how far it is, and offline that it goes when there is a signal', () => {
  expect(uploadWords({ status: 'pending' }, undefined, true)).toBe('Esperando su turno');
  expect(uploadWords({ status: 'pending' }, undefined, false)).toBe('Se envía cuando haya señal');
  expect(uploadWords({ status: 'sending' }, 0.4, true)).toBe('Enviando: 40 %');
  expect(uploadWords({ status: 'sending' }, undefined, true)).toBe('Enviando…');
});

it('a gallery says how many photos are left, and when the browser can be closed', () => {
  const none = { storing: null, reducing: 0, sending: 0, refused: 0 };
  expect(leftWords(none, true)).toBe('');
  expect(leftWords({ ...none, storing: { done: 3, of: 20 } }, true)).toBe(
    'Guardando las fotos en este dispositivo: 3 de 20. No cierres todavía.',
  );
  expect(leftWords({ ...none, reducing: 12, sending: 5 }, false)).toBe(
    'Faltan 17 fotos: 12 por reducir, 5 por enviar. Se envían cuando haya señal. ' +
      'Ya están guardadas en este dispositivo: podés cerrar y seguir después.',
  );
  expect(leftWords({ ...none, sending: 1, refused: 2 }, true)).toMatch(
    /^Falta 1 foto: 1 por enviar\. Ya está.* 2 fotos no se pudieron usar\.$/,
  );
});

it('a picture that is dragged over a grid goes where the finger is, in a row and between rows', () => {
  const box = (left: number, top: number) => ({ left, right: left + 90, top, bottom: top + 90, height: 90 });
  const grid = [box(0, 0), box(100, 0), box(0, 100), box(100, 100)];
  expect(placeAt(grid, 0, { x: 150, y: 50 })).toBe(1);
  expect(placeAt(grid, 3, { x: 20, y: 20 })).toBe(0);
  expect(placeAt(grid, 1, { x: 95, y: 95 })).toBe(1);
  const list = [box(0, 0), box(0, 100)];
  expect(placeAt(list, 0, { x: 500, y: 150 })).toBe(1);
});
