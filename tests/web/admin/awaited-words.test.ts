import { expect, it } from 'vitest';
import { unsentWords } from '../../../web/src/admin/edit/alert-bar.tsx';
import { awaitedWords } from '../../../web/src/admin/parts/words/awaited-words.ts';
import { seenOnSiteWords } from '../../../web/src/admin/parts/words/status-words.ts';
import { sitePage, viewPage } from '../../../web/src/admin/parts/words/record-words.ts';
import { operationWords } from '../../../web/src/admin/parts/words/state-words.ts';
import {
  creation,
  galleryAddition,
  pdf,
  PDF_MIME,
  picture,
  update,
} from '../../../web/src/admin/workspace/new-operations.ts';
import { overlayOne } from '../../../web/src/admin/workspace/overlay.ts';
import type { Fields, StoredRecord } from '../../../web/src/offline/store/stored-record.ts';
import type { RecordEntity, Status } from '#contract/record-types';
import type { Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation, story } from './operations.ts';

const ANA = { user: { id: 'ana', username: 'ana', name: 'Ana', usergroup: 1 }, token: 'ana-1' };
const ONLINE = { isOnline: true, session: ANA };
const OFFLINE = { isOnline: false, session: ANA };
const LOGGED_OUT = { isOnline: true, session: { ...ANA, token: null } };
const REFUSED = { status: 'rejected', lastError: { status: 422, code: 'invalid', message: 'No.' } } as const;

const decree = (status = 'Redaccion'): StoredRecord => ({
  record: { id: 'b', title: 'Decreto 12', titlekey: 'decreto-12', status, pdf: '', date: '2026-03-01' } as Fields,
  seq: 1,
});
const upload = (more: Partial<Operation> = {}) =>
  operation(pdf('bulletin', 'b', 'decreto.pdf', 'x.pdf', '', { mime: PDF_MIME, bytes: 9 }), more);
const publish = (more: Partial<Operation> = {}) =>
  operation(update('bulletin', 'b', 'status', 'Publicado', 'Redaccion'), more);
function shown(type: RecordEntity, kept: StoredRecord | null, waiting: Operation[], landed: Operation[] = []) {
  const id = kept?.record.id ?? waiting[0]?.recordId ?? '';
  const found = overlayOne(type, kept, id, { landed, waiting });
  if (!found) throw new Error(`no ${type} ${id}`);
  return found;
}
const words = (state: typeof ONLINE | typeof LOGGED_OUT, ...waiting: Operation[]) =>
  awaitedWords('bulletin', shown('bulletin', decree(), waiting), state);

it('a bulletin that is published while its PDF waits is not on the site, and says what it waits for', () => {
  const waiting = [upload(), publish()];
  const bulletin = shown('bulletin', decree(), waiting);
  expect(bulletin.record.status).toBe('Publicado');
  expect(sitePage('bulletin', bulletin)).toBeNull();
  expect(viewPage('bulletin', bulletin)).toMatch(/vista=previa/);
  expect(words(ONLINE, ...waiting)).toEqual({
    lack: 'Todavía no está en el sitio',
    reason: 'Se publica cuando llegue el PDF',
    is: 'waiting',
  });
  expect(words(OFFLINE, ...waiting)?.reason).toBe('Se publica cuando vuelva la señal y llegue el PDF');
  expect(words(LOGGED_OUT, ...waiting)?.reason).toBe('Se publica cuando vuelvas a ingresar y llegue el PDF');
  expect(words(OFFLINE, publish())?.reason).toBe('Se publica cuando vuelva la señal');
  expect(words(ONLINE, publish())).toMatchObject({ is: 'going', reason: 'Se está enviando' });
  expect(words(ONLINE, publish({ lastError: { status: 503, code: 'busy', message: '' } }))?.is).toBe('waiting');
});

it('a PDF that was refused keeps its bulletin from being published, and its author is asked', () => {
  expect(words(ONLINE, upload(REFUSED), publish())).toEqual({
    lack: 'Todavía no está en el sitio',
    reason: 'No se publica: el servidor rechazó el PDF',
    advice: 'Elegí otro archivo, o descartá ese',
    is: 'asked',
  });
  const title = operation(update('bulletin', 'b', 'title', 'Decreto', 'x'), { status: 'conflict' });
  expect(words(ONLINE, title, publish())?.reason).toBe('No se publica: falta que elijas en «Título»');
  // What was saved after it was published does not keep it from that.
  expect(words(ONLINE, publish(), upload(REFUSED))?.is).toBe('going');
  expect(words(ONLINE, publish({ status: 'conflict' }))?.reason).toMatch(/^No se publicó: otra persona/);
  expect(words(ONLINE, publish(REFUSED))?.reason).toMatch(/^No se publicó: el servidor no lo aceptó/);
});

it('what is archived is said to be archived, before it is on the site and once it is', () => {
  const archive = (more: Partial<Operation> = {}) =>
    operation(update('bulletin', 'b', 'status', 'Archivado', 'Redaccion'), more);
  expect(words(OFFLINE, archive())?.reason).toBe('Se archiva cuando vuelva la señal');
  expect(words(ONLINE, upload(REFUSED), archive())?.reason).toBe('No se archiva: el servidor rechazó el PDF');
  expect(words(ONLINE, archive({ status: 'conflict' }))?.reason).toMatch(/^No se archivó: otra persona/);
  expect(words(ONLINE, archive(REFUSED))?.reason).toMatch(/^No se archivó: el servidor no lo aceptó/);
  const seen = (type: RecordEntity, status: Status) => seenOnSiteWords(type, { status }).join(': ');
  expect(seen('story', 'Publicado')).toBe('Publicado: ya se ve en el sitio.');
  expect(seen('story', 'Archivado')).toBe(
    'Archivada: no está en las listas del sitio; quien tenga la dirección la puede leer, y el buscador la encuentra.',
  );
  expect(seen('bulletin', 'Archivado')).toMatch(/^Archivado: .* lo puede leer, y el buscador lo encuentra\.$/);
});

it('what is on the site is offered at the address that it has there', () => {
  const renamed = operation(update('story', 'a', 'title', 'Otro título', 'Noticia a'));
  const waiting = shown('story', story('a'), [renamed]);
  expect(sitePage('story', waiting)).toBe('/noticias/leer/a/noticia-a');
  expect(awaitedWords('story', waiting, OFFLINE)).toBeNull();
  expect(sitePage('story', shown('story', story('a'), [], [renamed]))).toBe('/noticias/leer/a/otro-titulo');
  // What was hidden here is on its way out.
  const hidden = operation(update('story', 'a', 'status', 'Oculto', 'Publicado'));
  expect(viewPage('story', shown('story', story('a'), [hidden]))).toMatch(/vista=previa/);
  const published = operation(update('bulletin', 'b', 'status', 'Publicado', 'Redaccion'));
  expect(sitePage('bulletin', shown('bulletin', decree(), [], [published]))).toBe('/boletin/leer/b/decreto-12');
});

it('a record that only this device knows is not on the site, with or without a status', () => {
  const made = operation(creation('map', 'm', 0));
  const parts = [
    operation(update('map', 'm', 'title', 'Plaza', '')),
    operation(update('map', 'm', 'url', 'https://www.openstreetmap.org/#map=1/2/3', '')),
  ];
  const map = shown('map', null, [made, ...parts]);
  expect(viewPage('map', map)).toBeNull();
  expect(awaitedWords('map', map, OFFLINE)?.reason).toBe('Se publica cuando vuelva la señal');
});

it('a public record whose new file did not arrive says that nobody sees it', () => {
  const photo = (more: Partial<Operation> = {}) =>
    operation(picture('story', 'a', 'foto-1', '', { mime: 'image/jpeg', bytes: 9 }), more);
  const of = (state: typeof ONLINE, ...waiting: Operation[]) =>
    awaitedWords('story', shown('story', story('a'), waiting), state);
  expect(of(ONLINE, photo(REFUSED))).toMatchObject({
    lack: 'El público todavía no ve la imagen que subiste',
    reason: 'No llegó: el servidor rechazó la imagen',
    is: 'asked',
  });
  expect(of(OFFLINE, photo())?.reason).toBe('Se envía cuando vuelva la señal');
  expect(of(ONLINE, photo())).toBeNull();
  const album = {
    record: { id: 'al', title: 'Lago', status: 'Publicado', images: [], videos: [] } as unknown as Fields,
  };
  const photos = ['foto-1', 'foto-2'].map((name) =>
    operation(galleryAddition('album', 'al', `${name}.jpg`, name, { mime: 'image/jpeg', bytes: 9 })),
  );
  expect(awaitedWords('album', shown('album', { ...album, seq: 1 }, photos), OFFLINE)?.lack).toBe(
    'El público todavía no ve las 2 imágenes que subiste',
  );
});

it('what is not published, or held until it is, waits for nothing', () => {
  expect(words(OFFLINE, upload())).toBeNull();
  const held = operation(picture('story', 'a', 'foto-1', '', { mime: 'image/jpeg', bytes: 9 }), { status: 'held' });
  expect(awaitedWords('story', shown('story', story('a'), [held]), OFFLINE)).toBeNull();
});

it('an alert that is on its way is not called published', () => {
  const draft: StoredRecord = { record: { id: 'al', headline: 'Viento', status: 'Redaccion' } as Fields, seq: 1 };
  const status = operation(update('alert', 'al', 'status', 'Publicado', 'Redaccion'));
  expect(unsentWords(shown('alert', draft, [status]), ONLINE)).toBe('Todavía no está en el sitio. Se está enviando.');
  expect(unsentWords(shown('alert', draft, [], [status]), ONLINE)).toBeNull();
});

it('a change that waits for a choice about another one says so', () => {
  expect(operationWords(publish(), true, 'Subir el PDF decreto.pdf')).toBe(
    'Se envía cuando elijas qué hacer con «Subir el PDF decreto.pdf»',
  );
});
