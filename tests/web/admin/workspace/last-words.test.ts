import { beforeEach, expect, test, vi } from 'vitest';
import { noteText, notedTexts } from '../../../../web/src/admin/workspace/last-words.ts';

const KEY = { userId: 'ana', entity: 'story', recordId: 'a', field: 'title' };
const draft = (value: string) => ({ value, base: '', at: 1 });
const left = (userId = 'ana') => notedTexts(userId).map((one) => ({ ...one.key, ...one.draft }));

beforeEach(() => {
  const kept: Record<string, string> = {};
  const storage = Object.create({
    getItem: (name: string) => kept[name] ?? null,
    setItem(name: string, value: string) {
      kept[name] = value;
      expose();
    },
    removeItem(name: string) {
      delete kept[name];
      expose();
    },
  }) as Record<string, string>;
  function expose() {
    for (const name of Object.keys(storage)) delete storage[name];
    Object.assign(storage, kept);
  }
  vi.stubGlobal('localStorage', storage);
});

test('a text that a page could not store is there for its author, and for nobody else', () => {
  noteText(KEY, draft('Corte de a'));
  expect(left()).toEqual([{ ...KEY, ...draft('Corte de a') }]);
  expect(left('edu')).toEqual([]);
  notedTexts('ana')[0]?.forget();
  expect(left()).toEqual([]);
});

test('a text that was stored leaves the note of a later one', () => {
  const forgetFirst = noteText(KEY, draft('Corte'));
  const forgetLast = noteText(KEY, draft('Corte de agua'));
  forgetFirst();
  expect(left()).toEqual([{ ...KEY, ...draft('Corte de agua') }]);
  forgetLast();
  expect(left()).toEqual([]);
});

test('where a browser keeps nothing, nothing is noted and nothing fails', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    getItem() {
      throw new DOMException('no', 'SecurityError');
    },
  });
  noteText(KEY, draft('Corte'))();
  expect(notedTexts('ana')).toEqual([]);
});
