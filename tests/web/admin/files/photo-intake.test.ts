import { expect, it } from 'vitest';
import type { Pick as Picked } from '../../../../web/src/offline/outbox/outbox-db.ts';
import { NotKept, openOutboxStore } from '../../../../web/src/offline/outbox/outbox-db.ts';
import { openOutbox } from '../../../../web/src/offline/outbox/outbox.ts';
import { mayRetry, takeIn } from '../../../../web/src/admin/files/gallery/photo-intake.ts';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import type { LoadedFile } from '../../../../web/src/admin/files/photo.ts';
import { ANA } from '../../outbox/tab.ts';

const ALBUM = { record: { id: 'al', images: [] }, seq: 1 } as never;
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
let last = 0;

/**
 * A device of Ana's without a network; `tab` opens another tab of it, or the same again after the browser was killed.
 */
async function openDevice() {
  const name = `photos-${(last += 1)}`;
  const tab = async () => {
    const outbox = openOutbox({
      store: openOutboxStore(name),
      locks: null,
      channel: null,
      newXhr: null,
      fetch: () => Promise.reject(new TypeError('no network')),
      isOffline: () => true,
      setTimer: () => () => {},
    });
    await outbox.logIn(ANA);
    const waiting = () => outbox.getSnapshot().operations;
    const workspace = {
      save: async (operation: object, bytes?: ArrayBuffer, pick?: string) =>
        void (await outbox.save({ ...operation, userId: 'ana' } as never, bytes, pick)),
      settled: async () => {},
      store: { one: async () => ALBUM },
      state: () => ({ landed: [], waiting: waiting() }),
      pickedBytes: outbox.pickedBytes,
      notePick: outbox.notePick,
    } as unknown as Parameters<typeof takeIn>[0];
    return { outbox, workspace, waiting };
  };
  const pick = (number: number): Picked => ({
    key: `pick${number}`,
    userId: 'ana',
    entity: 'album',
    recordId: 'al',
    name: `foto ${number}.jpg`,
    mime: 'image/jpeg',
    at: 1,
    number,
    tries: 0,
  });
  return { tab, pick };
}
const small = async (photo: LoadedFile): Promise<LoadedFile> => ({ ...photo, bytes: bytesOf(`small ${photo.name}`) });
const namesOf = (waiting: readonly { body: { name?: unknown } }[]) => waiting.map(({ body }) => body.name);

it('photos that were picked are there, in their order, after the browser was closed before they were reduced', async () => {
  const { tab, pick } = await openDevice();
  const before = await tab();
  for (const number of [2, 1, 3]) await before.outbox.keepPick(pick(number), bytesOf(`large ${number}`));
  before.outbox.close();
  const after = await tab();
  expect((await after.outbox.picksOf('ana')).map(({ name }) => name)).toEqual([
    'foto 1.jpg',
    'foto 2.jpg',
    'foto 3.jpg',
  ]);
  expect(await after.outbox.picksOf('beto')).toEqual([]);
  for (const one of await after.outbox.picksOf('ana')) await takeIn(after.workspace, one, small);
  expect(namesOf(after.waiting())).toEqual(['foto 1.jpg', 'foto 2.jpg', 'foto 3.jpg']);
  expect(await after.outbox.picksOf('ana')).toEqual([]);
  expect(await after.outbox.pickedBytes('pick1')).toBeNull();
});

it('a photo that two tabs reduce at the same time is sent once', async () => {
  const { tab, pick } = await openDevice();
  const [one, other] = [await tab(), await tab()];
  await one.outbox.keepPick(pick(1), bytesOf('large'));
  const ready = Promise.withResolvers<void>();
  const late = takeIn(other.workspace, pick(1), async (photo) => {
    await ready.promise;
    // Another tab's browser may encode the same photo otherwise.
    return { ...photo, bytes: bytesOf('small, otherwise') };
  });
  await takeIn(one.workspace, pick(1), small);
  ready.resolve();
  await late;
  await other.outbox.drain('button');
  expect(other.waiting()).toHaveLength(1);
  expect(await other.outbox.picksOf('ana')).toEqual([]);
});

it('a photo that cannot be opened says why, keeps its bytes, and can be tried again', async () => {
  const { tab, pick } = await openDevice();
  const { outbox, workspace, waiting } = await tab();
  await outbox.keepPick(pick(1), bytesOf('large'));
  await takeIn(workspace, pick(1), () => Promise.reject(new Error('No se abre.')));
  expect(await outbox.picksOf('ana')).toMatchObject([{ fault: 'No se abre.' }]);
  await outbox.notePick('pick1', { tries: 0, fault: undefined });
  const [again] = (await outbox.picksOf('ana')) as [Picked];
  expect(again).not.toHaveProperty('fault');
  await takeIn(workspace, again, small);
  expect(namesOf(waiting())).toEqual(['foto 1.jpg']);
});

it('a photo that has closed the browser again and again is not tried any more', async () => {
  const { tab, pick } = await openDevice();
  let browser = await tab();
  await browser.outbox.keepPick(pick(1), bytesOf('large'));
  for (let time = 0; time < 3; time += 1) {
    const [one] = (await browser.outbox.picksOf('ana')) as [Picked];
    const begun = Promise.withResolvers<void>();
    // The browser dies while it decodes: nothing comes after.
    void takeIn(browser.workspace, one, () => {
      begun.resolve();
      return new Promise(() => {});
    });
    await begun.promise;
    browser.outbox.close();
    browser = await tab();
  }
  const [one] = (await browser.outbox.picksOf('ana')) as [Picked];
  await takeIn(browser.workspace, one, small);
  expect((await browser.outbox.picksOf('ana'))[0]?.fault).toMatch(/^Este dispositivo no pudo con esta foto/);
  expect(browser.waiting()).toEqual([]);
});

it('the same photo twice is one, and a photo for an album that is gone says so', async () => {
  const { tab, pick } = await openDevice();
  const { outbox, workspace } = await tab();
  for (const number of [1, 2]) await outbox.keepPick({ ...pick(number), name: 'lago.jpg' }, bytesOf('same'));
  for (const one of await outbox.picksOf('ana')) await takeIn(workspace, one, async (photo) => photo);
  expect(await outbox.picksOf('ana')).toMatchObject([{ key: 'pick2', fault: 'Esa imagen ya está.' }]);
  await outbox.keepPick(pick(3), bytesOf('other'));
  await takeIn({ ...workspace, store: { one: async () => null } } as never, pick(3), async (photo) => photo);
  expect((await outbox.picksOf('ana'))[1]?.fault).toBe('No se puede sumar acá: el registro ya no existe.');
});

it('a device without room keeps the photo among the picked ones', async () => {
  const { tab, pick } = await openDevice();
  const { outbox, workspace } = await tab();
  await outbox.keepPick(pick(1), bytesOf('large'));
  const full = { ...workspace, save: () => Promise.reject(new NotKept('full')) };
  await expect(takeIn(full, pick(1), small)).rejects.toThrow('No queda lugar en este dispositivo');
  expect(await outbox.picksOf('ana')).toMatchObject([{ tries: 1 }]);
  expect(await outbox.pickedBytes('pick1')).not.toBeNull();
});

it('trying again is offered unless it would end in the same way', () => {
  expect(['Esa imagen ya está.', REFUSALS.notPicture, REFUSALS.emptyPicture].filter(mayRetry)).toEqual([]);
  expect([REFUSALS.heic, 'No se puede sumar acá: el registro ya no existe.'].every(mayRetry)).toBe(true);
});
