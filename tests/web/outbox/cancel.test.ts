import { expect, test, vi } from 'vitest';
import { openDevice, ours, settle } from './device.ts';
import { ANA, edit, photo } from './tab.ts';

const JPEG = new Uint8Array([255, 216, 255]).buffer;

/** Returns a request whose progress the test controls. */
function heldXhr() {
  const xhr = {
    isAborted: false,
    isSent: false,
    status: 200,
    responseText: '1',
    upload: {} as { onprogress?: (event: { loaded: number; total: number }) => void },
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    open() {},
    setRequestHeader() {},
    send() {
      xhr.isSent = true;
    },
    getResponseHeader: (name: string) => (name === 'content-type' ? 'application/json' : null),
    abort() {
      xhr.isAborted = true;
      xhr.onabort();
    },
    goesTo: (part: number) => xhr.upload.onprogress?.({ loaded: part * 100, total: 100 }),
  };
  return xhr;
}

async function uploading() {
  const device = openDevice();
  const xhr = heldXhr();
  device.answer(() => ours(1));
  const tab = await device.openTabAs(ANA, { newXhr: () => xhr as unknown as XMLHttpRequest });
  const saved = await tab.save(photo('r1', '', 'one.webp'), JPEG);
  await settle();
  return { device, xhr, tab, opId: saved?.opId ?? '' };
}

test('an upload in progress is cancelled: the request ends, it and its bytes are removed, and what follows it is sent', async () => {
  const { device, xhr, tab, opId } = await uploading();
  await tab.save(edit('r1', 'title', 'a', 'b'));
  xhr.goesTo(0.4);
  expect(await tab.discard([opId])).toEqual([opId]);
  await settle();
  expect(xhr.isAborted).toBe(true);
  await tab.drain('button');
  expect(tab.lines()).toEqual([]);
  expect(await device.rows()).toMatchObject({ operations: [], files: [] });
  expect(device.calls.map(({ body }) => body?.value)).toEqual(['b']);
  expect(tab.getSnapshot().progress.size).toBe(0);
  expect(tab.told.filter(({ is }) => is === 'done')).toHaveLength(1);
});

test('an upload that has not started can be cancelled too, and its request is never made', async () => {
  const device = openDevice();
  const xhr = heldXhr();
  const tab = await device.openTabAs(ANA, { newXhr: () => xhr as unknown as XMLHttpRequest });
  // The operation is marked as being sent while its bytes are still being read.
  const isTaken = new Promise<readonly string[]>((resolve) => {
    const end = tab.subscribe(() => {
      if (tab.getSnapshot().progress.size === 0) return;
      end();
      resolve(tab.discard(tab.getSnapshot().operations.map(({ opId }) => opId)));
    });
  });
  await tab.save(photo('r1', '', 'one.webp'), JPEG);
  expect(await isTaken).toHaveLength(1);
  await settle();
  expect(xhr.isSent).toBe(false);
  expect(tab.lines()).toEqual([]);
  expect(await device.rows()).toMatchObject({ operations: [], files: [] });
});

test('an upload that was sent completely may have been applied: it cannot be cancelled, and its answer counts', async () => {
  const { xhr, tab, opId } = await uploading();
  xhr.goesTo(1);
  expect(await tab.discard([opId])).toEqual([]);
  await settle();
  expect(xhr.isAborted).toBe(false);
  expect(tab.lines()).toEqual(['one.webp sending']);
  xhr.onload();
  await settle();
  expect(tab.lines()).toEqual([]);
  expect(tab.told).toContainEqual(
    expect.objectContaining({ is: 'done', operation: expect.objectContaining({ opId }) as unknown }),
  );
});

test('an upload that another tab is sending is cancelled by that tab', async () => {
  const { device, xhr, tab, opId } = await uploading();
  xhr.goesTo(0.4);
  const other = device.openTab();
  await other.drain('start');
  await other.discard([opId]);
  await settle();
  expect(xhr.isAborted).toBe(false);
  expect(tab.lines()).toEqual(['one.webp sending']);
});

test('an upload whose bytes cannot be read is not shown as being sent, and is sent once they can', async () => {
  const device = openDevice();
  const xhr = heldXhr();
  const tab = await device.openTabAs(ANA, { newXhr: () => xhr as unknown as XMLHttpRequest });
  const { get } = IDBObjectStore.prototype;
  const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name === 'files') throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    return get.call(this, key);
  });
  const saved = await tab.save(photo('r1', '', 'one.webp'), JPEG);
  await settle();
  broken.mockRestore();
  expect(xhr.isSent).toBe(false);
  expect(await tab.discard([saved?.opId ?? ''])).toEqual([]);
  expect(tab.getSnapshot().progress.size).toBe(0);
  // The delay before the queue is told, and then the delay before it tries again.
  await device.wait(60);
  await device.wait(60);
  expect(xhr.isSent).toBe(true);
});
