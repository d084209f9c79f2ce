import { beforeEach, expect, test, vi } from 'vitest';
import { keepPlace, restoreScroll } from '../../../web/src/public/scroll.ts';

const scrollTo = vi.fn();
const scrollIntoView = vi.fn();
let headingEnd = 0;

beforeEach(() => {
  vi.clearAllMocks();
  headingEnd = 120;
  vi.stubGlobal('window', { scrollTo, innerHeight: 740 });
  vi.stubGlobal('document', {
    querySelector: () => ({ scrollIntoView, getBoundingClientRect: () => ({ bottom: headingEnd }) }),
    getElementById: (id: string) => (['teléfonos', '100%'].includes(id) ? { scrollIntoView } : null),
  });
});

test.for(['#tel%C3%A9fonos', '#100%'])('an address ending in %s shows that part of the page', (hash) => {
  restoreScroll('a', false, hash);
  expect(scrollIntoView).toHaveBeenCalledOnce();
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
