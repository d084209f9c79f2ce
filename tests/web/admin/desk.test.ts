// Before Dexie, which looks for it when it loads.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDesk } from '../../../web/src/admin/open-desk.ts';
import { update } from '../../../web/src/admin/changes.ts';
import { openDevice, settle } from '../outbox/device.ts';
import { ANA, BETO } from '../outbox/tab.ts';

const PLACE = { entity: 'story', recordId: 'a', field: 'text' };
const page = Object.assign(new EventTarget(), { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });
const location = { pathname: '/admin/noticia/a', search: '', reload: vi.fn(), replace: vi.fn() };

beforeEach(() => {
  location.reload.mockReset();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: true, locks: null });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

it('what is left on the screen of somebody whose place another person has taken stays theirs', async () => {
  const device = openDevice();
  device.answer(() => 'down');
  const tab = await device.openTabAs(ANA);
  const desk = await openDesk(tab, ANA);
  // Another person logs in, in another tab or over this page, while Ana's half a sentence stands in a field.
  await tab.logIn(BETO);
  await settle();
  expect(location.reload).toHaveBeenCalledOnce();
  // The page is on its way out: fields keep their drafts, and those that were left are saved.
  await desk.keepDraft(PLACE, { value: 'half a sentence', base: '' });
  await desk.save(update('story', 'a', 'title', 'of Ana', ''));
  const { operations, drafts } = await device.rows();
  expect(operations.map(({ userId, value }) => [userId, value])).toEqual([[ANA.user.id, 'of Ana']]);
  expect(drafts.map(({ userId, value }) => [userId, value])).toEqual([[ANA.user.id, 'half a sentence']]);
  expect(await desk.draft(PLACE)).toMatchObject({ value: 'half a sentence' });
});

it('what was sent stays on the screen until a pull has brought it, also where the device has no room to note it', async () => {
  const device = openDevice();
  const tab = await device.openTabAs(ANA);
  const desk = await openDesk(tab, ANA);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.transaction.db.name === 'portal-admin') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return put.apply(this, given);
  });
  await desk.save(update('story', 'a', 'title', 'sent', ''));
  await tab.drain('button');
  await settle();
  expect(desk.state()).toMatchObject({ waiting: [], landed: [{ value: 'sent' }] });
  vi.restoreAllMocks();
});
