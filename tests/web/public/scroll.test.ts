import { beforeEach, expect, test, vi } from 'vitest';
import { restoreScroll } from '../../../web/src/public/scroll.ts';

const scrollTo = vi.fn();
const scrollIntoView = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('window', { scrollTo });
  vi.stubGlobal('document', {
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
  },
);
