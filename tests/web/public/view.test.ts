import { expect, test } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import { pages } from '#contract/addresses/pages';
import type { PublicReader } from '#contract/reader';
import { viewAt } from '../../../web/src/public/portal.tsx';
import { viewOf } from '../../../web/src/public/view.ts';

/** What the frame of every page reads. */
const layoutReads = {
  document: (type: string) => Promise.resolve(type === 'site' ? { name: 'Municipalidad' } : firstCategories),
  menu: () => Promise.resolve({ items: [], sections: [] }),
  alerts: () => Promise.resolve([]),
};
const noReader = layoutReads as unknown as PublicReader;

/** Returns what a page asks its reader for when an address is opened. */
async function askedFor(path: string): Promise<string> {
  const asked: unknown[] = [];
  const reader = new Proxy({} as PublicReader, {
    get:
      (_, method: string) =>
      (...args: unknown[]) => {
        if (!(method in layoutReads)) asked.push([method, ...args]);
        const answer = method === 'highlighted' ? [] : { items: [], pages: 0 };
        return method in layoutReads ? layoutReads[method as 'document'](args[0] as string) : Promise.resolve(answer);
      },
  });
  await viewOf({ path, origin: 'https://portal.example', reader, today: '2026-03-15' });
  return JSON.stringify(asked);
}

test.for(['agua potable', 'año', 'leña, ripio y nieve', '100 %', '50%25', 'y/o', '¿dónde? #1 & más', '"><script>'])(
  '%s is searched for as it was written, from any address',
  async (words) => {
    const written = JSON.stringify(words);
    expect(await askedFor(pages.search(words))).toContain(written);
    expect(await askedFor(pages.bulletinSearch('all', words))).toContain(written);
    expect(await askedFor(pages.bulletinSearch('Decreto', words))).toContain(written);
    expect(await askedFor(pages.storiesByLabel(words))).toContain(written);
  },
);

test.for([
  ['/agenda', undefined, null],
  ['/agenda/cultura', 'cultura', null],
  ['/agenda/fecha/14-03-2026', undefined, ['2026-03-14', '2026-03-14']],
  ['/agenda/cultura/fecha/20-03-2026_14-03-2026', 'cultura', ['2026-03-14', '2026-03-20']],
] as const)('%s requests the events of that category and those days', async ([path, label, days]) => {
  const range = days && { from: days[0], to: days[1] };
  // The calendar marks a year of them from the month that it opens with.
  const year = { from: '2026-03-01', to: '2027-03-01' };
  expect(await askedFor(path)).toBe(
    JSON.stringify([
      ['list', 'agenda', { by: label, range }],
      ['days', 'agenda', { by: label, range: year }],
      // What of today is over is no longer in the list of what comes.
      ...(days && days[0] <= '2026-03-15' && days[1] >= '2026-03-15' ? [['list', 'agenda', { by: label }]] : []),
    ]),
  );
});

test.for([
  ['/agenda?desde=2026-03-14&hasta=2026-03-20', '/agenda/fecha/14-03-2026_20-03-2026'],
  ['/agenda/cultura?desde=2026-03-14&hasta=', '/agenda/cultura/fecha/14-03-2026'],
  ['/agenda/all?desde=2026-03-14', '/agenda/fecha/14-03-2026'],
  ['/agenda/all/fecha/14-03-2026', '/agenda/fecha/14-03-2026'],
  ['/agenda/all', '/agenda'],
  ['/no/existe', '/'],
  ['/noticias/leer', '/'],
  ['/agenda/fecha', '/'],
  ['/boletin/buscar', '/'],
])('%s leads to %s', async ([path, to]) => {
  const view = await viewOf({ path: path!, origin: 'https://portal.example', reader: noReader, today: '2026-03-15' });
  expect(view).toMatchObject({ to });
});

test('an address typed with a stray character is taken as it is', async () => {
  expect(await askedFor('/buscador/100%')).toContain('"100%"');
  expect(await askedFor('/buscador/50% de año')).toContain('"50% de año"');
});

/** Answers any question about single records with one that has the id and slug of the addresses below. */
const oneOfEach = new Proxy({} as PublicReader, {
  get: (_, method: string) => (type: string) => {
    const record = {
      id: 'aaaaaaaaaaaa',
      titlekey: 'corte-de-agua',
      title: 'Corte',
      description: '',
      shortdescription: '',
      field: '',
      bclass: 'Decreto',
      number: '1',
      text: '',
      date: '2026-03-15',
    };
    const answers: Partial<Record<string, unknown>> = {
      alerts: [],
      relatedStories: [],
      highlighted: [],
      lastLabels: [],
      days: [],
      document: { site: { name: 'Municipalidad' }, categories: firstCategories, digest: {} }[type],
    };
    const isOne = ['record', 'named'].includes(method);
    return Promise.resolve(answers[method] ?? (isOne ? record : { items: [], pages: 1 }));
  },
});
const seenAt = (path: string) =>
  viewOf({ path, origin: 'https://portal.example', reader: oneOfEach, today: '2026-03-15' });

test.for([
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/noticias/leer/aaaaaaaaaaaa/otro-titulo'],
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/noticias/leer/aaaaaaaaaaaa'],
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/noticias/leer/aaaaaaaaaaaa/'],
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/noticias/leer/aaaaaaaaaaaa/Corte-de-agua?pagina=2'],
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/noticias/leer/aaaaaaaaaaaa/a%C3%B1o%2F%E1%3F'],
  ['/noticias/leer/aaaaaaaaaaaa/corte-de-agua', '/Noticias/LEER/aaaaaaaaaaaa/corte-de-agua'],
  ['/agenda/leer/aaaaaaaaaaaa/corte-de-agua', '/agenda/leer/aaaaaaaaaaaa/otro'],
  ['/boletin/leer/aaaaaaaaaaaa/corte-de-agua', '/boletin/leer/aaaaaaaaaaaa/-'],
  ['/pagina/aaaaaaaaaaaa/corte-de-agua', '/pagina/aaaaaaaaaaaa'],
  ['/alertas/aaaaaaaaaaaa/corte-de-agua', '/alertas/aaaaaaaaaaaa'],
  ['/turismo/aaaaaaaaaaaa', '/Turismo/aaaaaaaaaaaa'],
  ['/gobierno/corte-de-agua', '/gobierno/Corte-de-Agua'],
])('%s is the one address of its record: %s leads there for good', async ([own, other]) => {
  expect(await seenAt(other!)).toMatchObject({ to: own, status: 301 });
  expect(await seenAt(`${own}?fbclid=1`)).toMatchObject({ url: `https://portal.example${own}` });
});

test.for([
  ['/', '/?pagina=3'],
  ['/noticias', '/noticias?pagina=1&texto=x'],
  ['/noticias?pagina=2', '/noticias?pagina=2&desde=2026-01-01'],
  ['/noticias/obras', '/noticias/obras?pagina=0'],
  ['/agenda/cultura', '/agenda/Cultura?pagina=2'],
  ['/agenda/fecha/14-03-2026', '/agenda/fecha/14-03-2026_14-03-2026'],
  ['/turismo?pagina=2', '/turismo?pagina=2&clase=x'],
  ['/boletin/decreto', '/boletin/Decreto?pagina=1'],
  ['/boletin?desde=2026-03-01&hasta=2026-03-02', '/boletin?hasta=2026-03-02&desde=2026-03-01'],
])('%s is what search engines are told of %s', async ([own, other]) => {
  expect(await seenAt(other!)).toMatchObject({ url: `https://portal.example${own}` });
});

test.for([
  ['/boletin/leer/abcdefghijkl/decreto', 'not-on-device'],
  ['/uploads/bulletin/abcdefghijkl/decreto.pdf', 'file-not-on-device'],
])('%s has nothing to show, and shows the alerts that the device has', async ([path = '', kind]) => {
  const alerts = [{ id: 'viento' }];
  const reader = {
    ...layoutReads,
    alerts: () => Promise.resolve(alerts),
    record: () => Promise.reject(new Error('NotHeld')),
  } as unknown as PublicReader;
  const shown = await viewAt(path, {
    view: async (at) => ({
      view: await viewOf({ path: at, origin: 'https://portal.example', reader, today: '2026-03-15' }),
      partial: true,
    }),
    subscribe: () => () => {},
    isNotHeld: () => true,
  });
  expect(shown).toMatchObject({ path, kind, layout: { alerts } });
});
