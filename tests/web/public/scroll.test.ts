import { beforeEach, expect, test, vi } from 'vitest';
import { keepPlace, restoreScroll } from '../../../web/src/public/scroll.ts';

const scrollTo = vi.fn();
const scrollIntoView = vi.fn();
let headingEnd = 0;

beforeEach(() => {
  vi.clearAllMocks();
  headingEnd = 120;
  vi.stubGlobal('window', { scrollTo, innerHeight: 740 });
  const parts = new Map(['teléfonos', '100%'].map((id) => [id, { scrollIntoView }]));
  vi.stubGlobal('document', {
    querySelector: () => ({ scrollIntoView, getBoundingClientRect: () => ({ bottom: headingEnd }) }),
    getElementById: (id: string) => parts.get(id) ?? null,
  });
});

test.for(['#tel%C3%A9fonos', '#100%'])(
  'an address ending in %s shows that part of the page, which can take the focus',
  (hash) => {
    const part = document.getElementById(decodeURIComponent(hash.slice(1).replace(/%$/, '%25')))!;
    const set = vi.fn();
    Object.defineProperty(part, 'tabIndex', { get: () => -1, set, configurable: true });
    expect(restoreScroll('a', false, hash)).toBe(part);
    expect(set).toHaveBeenCalledExactlyOnceWith(-1);
    expect(scrollIntoView).toHaveBeenCalledOnce();
  },
);

test('whoever comes back to an anchor finds the page as it was left', () => {
  expect(restoreScroll('a', true, '#100%')).toBeNull();
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test.for(['#%', '#%E9', '#otra', ''])(
  'an address ending in %j, which names no part, shows the top of the page',
  (hash) => {
    restoreScroll('a', false, hash);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
    expect(scrollIntoView).not.toHaveBeenCalled();
  },
);

test('where alerts fill the screen, what was asked for is shown', () => {
  headingEnd = 760;
  restoreScroll('a', false, '');
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test('what a person is reading comes back to its place where the page was drawn anew with more above it', () => {
  const scrollBy = vi.fn();
  let drawn = [
    ['Antes', -300],
    ['Impreso', 0],
    ['Fecha', 40],
    ['Lo que leo', 120],
    ['Fecha', 500],
  ] as [string, number][];
  vi.stubGlobal('window', { scrollY: 700, innerHeight: 800, scrollBy });
  vi.stubGlobal('document', {
    querySelectorAll: () =>
      drawn.map(([textContent, top]) => ({
        textContent,
        getBoundingClientRect: () => ({ top }),
        getClientRects: () => (textContent === 'Impreso' ? [] : [{ top }]),
      })),
  });
  const putBack = keepPlace();
  // A date that stands there twice is no place, nor is what is printed only.
  drawn = [
    ['Alerta', -480],
    ...drawn.map(([text, top]): [string, number] => [text, text === 'Impreso' ? 0 : top + 180]),
  ];
  putBack();
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 180, behavior: 'instant' });
});

test('nothing is scrolled for a person at the top of a page, who sees what has come', () => {
  const scrollBy = vi.fn();
  vi.stubGlobal('window', { scrollY: 0, innerHeight: 800, scrollBy });
  keepPlace()();
  expect(scrollBy).not.toHaveBeenCalled();
});
