import { describe, expect, test } from 'vitest';
import type { EntityName } from '#contract/forms-and-lists';
import { firstCategories } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import type { EmergencyLine } from '#contract/town/emergencies';
import type { MenuEntry } from '#contract/town/menu-entries';
import type { Site } from '#contract/town/documents';
import type { RecordOf } from '#contract/records';
import { Problem } from '#contract/problems';
import { act, openDesk } from './desk.ts';

/**
 * Two people save changes of the same value, the second one without knowing of the first one's.
 * @returns what is stored then; 'asked' if the second one is refused, which leaves what the first one has stored
 */
function savedBoth<V>(
  { entriesOf }: ReturnType<typeof openDesk>,
  save: (value: V, base?: V) => unknown,
  stored: () => unknown,
  [base, first, second]: [V, V, V],
) {
  save(base);
  save(first, base);
  const before = stored();
  try {
    save(second, base);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    expect(stored()).toEqual(before);
    return 'asked';
  }
  const both = stored();
  // The same once more changes nothing.
  expect(entriesOf(() => save(second, base))).toEqual([]);
  expect(stored()).toEqual(both);
  return both;
}

/** The outcomes of two changes, whoever is the first. */
const eitherWay = <V>(merge: (base: V, first: V, second: V) => unknown, [base, mine, theirs]: [V, V, V]) => [
  merge(base, theirs, mine),
  merge(base, mine, theirs),
];

describe('two people change Datos útiles', () => {
  const row = (area: string, fields: object = {}) => ({
    area,
    group: 'Municipio',
    phones: [`02902 48-${1000 + area.length}`],
    extension: '',
    hours: '',
    always: false,
    address: '',
    email: '',
    ...fields,
  });
  type Row = ReturnType<typeof row>;
  function merge(...versions: [base: Row[], first: Row[], second: Row[]]) {
    const desk = openDesk();
    const { writer, records } = desk;
    const save = (rows: Row[], base?: Row[]) => writer.setDocument(act, 'usefuldata', { rows }, base && { rows: base });
    return savedBoth(desk, save, () => records.one('usefuldata', 'usefuldata')?.rows, versions);
  }
  const base = ['Obras', 'Turismo', 'Catastro', 'Hacienda y rentas'].map((area) => row(area));
  const [works, tourism, registry, finance] = base as [Row, Row, Row, Row];
  const archive = row('Archivo histórico');
  const changed = (fields: Record<string, object>) => base.map((one) => ({ ...one, ...fields[one.area] }) as Row);

  test.each<[string, Row[], Row[], Row[]]>([
    [
      'a number alike, and each another field of the area',
      changed({ Obras: { phones: ['109'], hours: '7 hs' } }),
      changed({ Obras: { phones: ['109'], address: 'Mitre 1' } }),
      changed({ Obras: { phones: ['109'], hours: '7 hs', address: 'Mitre 1' } }),
    ],
    [
      'the order alike, and one of them an area',
      [...base.slice(1), works],
      [...base.slice(1), { ...works, hours: '7 hs' }],
      [...base.slice(1), { ...works, hours: '7 hs' }],
    ],
    ['one removes an area, the other another one', base.slice(1), base.slice(0, 3), base.slice(1, 3)],
    ['both remove the same area', base.slice(1), base.slice(1), base.slice(1)],
    ['both remove an area, and one adds one', [...base.slice(1), archive], base.slice(1), [...base.slice(1), archive]],
    [
      'both put the same area in the place of one',
      [archive, ...base.slice(1)],
      [archive, ...base.slice(1, 3), { ...finance, hours: '7 hs' }],
      [archive, ...base.slice(1, 3), { ...finance, hours: '7 hs' }],
    ],
    [
      'both add areas behind different ones',
      [works, row('Ella'), row('Ella también'), ...base.slice(1)],
      [works, tourism, row('Otro'), registry, finance],
      [works, row('Ella'), row('Ella también'), tourism, row('Otro'), registry, finance],
    ],
    ['both add the same area', [...base, archive], [...base, archive], [...base, archive]],
  ])('%s: all of it is stored', (_, mine, theirs, both) => {
    expect(eitherWay(merge, [base, mine, theirs])).toEqual([both, both]);
  });

  test('in two areas with the same name and number, of which only the hours differ', () => {
    const [morning, evening] = [row('Guardia', { hours: '7 a 13 hs' }), row('Guardia', { hours: '14 a 20 hs' })];
    const [mine, theirs] = [
      { ...evening, hours: '15 a 20 hs' },
      { ...evening, extension: '4' },
    ];
    expect(merge([morning, evening], [morning, mine], [morning, theirs])).toEqual([
      morning,
      { ...mine, extension: '4' },
    ]);
  });

  test.each<[string, Row[], Row[], Row[]]>([
    ['what each put in the place of an area', base, [row('Ella'), ...base.slice(1)], [row('Otro'), ...base.slice(1)]],
    [
      'an area in whose place there is one that has no number and no address either',
      [row('Obras', { phones: [] }), tourism],
      [row('Prensa', { phones: [] }), tourism],
      [row('Obras', { phones: [], hours: '7 hs' }), tourism],
    ],
    [
      'an area of which one changed the name and the other all else by which it is recognized',
      [works],
      [{ ...works, area: 'Obras y servicios' }],
      [{ ...works, phones: ['109'] }],
    ],
    [
      'areas of the same name, of which the other kept one with another number',
      [row('Obras', { phones: ['109'] }), row('Obras', { phones: ['110'] })],
      [row('Obras', { phones: ['111'] })],
      [row('Obras', { phones: ['109'], hours: '7 hs' }), row('Obras', { phones: ['110'] })],
    ],
    [
      'an area that the other made into two of its name',
      [row('Obras', { phones: ['109'] })],
      [row('Obras', { phones: ['110'] }), row('Obras', { phones: ['111'] })],
      [row('Obras', { phones: ['109'], hours: '7 hs' })],
    ],
  ])('and are asked about %s', (_, seen, mine, theirs) => {
    expect(eitherWay(merge, [seen, mine, theirs])).toEqual(['asked', 'asked']);
  });
});

describe('two people change Sitio', () => {
  function merge(change: (site: Site, value: never) => Site, ...values: unknown[]) {
    const desk = openDesk();
    const { writer, records } = desk;
    const stored = () => {
      const { id: _, image: __, ...site } = records.one('site', 'site') as RecordOf<'site'>;
      return site;
    };
    const site = stored();
    const versions = values.map((value) => change(site, value as never)) as [Site, Site, Site];
    const save = (value: Site, base?: Site) => writer.setDocument(act, 'site', value, base);
    return savedBoth(desk, save, stored, versions);
  }
  const link = (to: string, name: string) => ({ to, name, isHidden: false });
  const group = (name: string, ...items: ReturnType<typeof link>[]) => ({ ...link('', name), items });
  const withMenu = (site: Site, items: MenuEntry[]): Site => ({ ...site, menu: { hidesEmpty: false, items } });
  const mergeMenus = (...versions: MenuEntry[][]) => {
    const both = merge(withMenu, ...versions);
    return both === 'asked' ? both : (both as Site).menu?.items;
  };
  const line = (name: string, phone: string, note = ''): EmergencyLine => ({ name, phone, note, always: true });
  const mergeLines = (...versions: EmergencyLine[][]) => {
    const both = merge((site, lines: EmergencyLine[]) => ({ ...site, lines }), ...versions);
    return both === 'asked' ? both : (both as Site).lines;
  };

  test('in different entries of the menu, of which one gets another name and one another address', () => {
    const [news, agenda] = [link('/noticias', 'Noticias'), link('/agenda', 'Agenda')];
    const [mine, theirs] = [
      { ...news, name: 'Novedades' },
      { ...agenda, to: '/turismo' },
    ];
    expect(mergeMenus([news, agenda], [mine, agenda], [news, theirs])).toEqual([mine, theirs]);
  });

  test('in different pages of one group of the menu', () => {
    const [a, b, c] = ['noticias', 'agenda', 'turismo'].map((page) => link(`/${page}`, page)) as [
      MenuEntry,
      MenuEntry,
      MenuEntry,
    ];
    const [mine, mineToo, theirs] = [
      { ...a, name: 'Ella' },
      { ...c, isHidden: true },
      { ...b, to: '/boletin' },
    ];
    expect(mergeMenus([group('G', a, b, c)], [group('G', mine, b, mineToo)], [group('G', a, theirs, c)])).toEqual([
      group('G', mine, theirs, mineToo),
    ]);
  });

  test('by an emergency line each, which gets another name or another number', () => {
    const [fire, police] = [line('Bomberos', '100'), line('Policía', '101')];
    const mine = [
      { ...fire, phone: '109' },
      { ...police, note: 'Ella' },
    ];
    const theirs = [
      { ...fire, note: 'Otro' },
      { ...police, name: 'Comisaría' },
    ];
    const both = [line('Bomberos', '109', 'Otro'), line('Comisaría', '101', 'Ella')];
    expect(mergeLines([fire, police], mine, theirs)).toEqual(both);
  });

  test('in several entries at once: lines, entries of the menu, pages of a group', () => {
    const [fire, police] = [line('Bomberos', '100'), line('Policía', '101')];
    const renamed = [line('Cuartel', '100'), line('Comisaría', '101')];
    const noted = [line('Bomberos', '100', 'Otro'), line('Policía', '101', 'Otro')];
    const both = [line('Cuartel', '100', 'Otro'), line('Comisaría', '101', 'Otro')];
    expect(mergeLines([fire, police], renamed, noted)).toEqual(both);
    const pages = ['noticias', 'agenda'].map((page) => link(`/${page}`, page));
    const [named, led] = [pages.map((one) => ({ ...one, name: `${one.name}!` })), ['/boletin', '/turismo']];
    const hidden = pages.map((one) => ({ ...one, isHidden: true }));
    const moved = pages.map((one, at) => ({ ...one, to: led[at] ?? '' }));
    const of = (items: typeof pages) => [group('G', ...items)];
    const [namedHidden, movedHidden] = [named, moved].map((list) => list.map((one) => ({ ...one, isHidden: true })));
    expect(mergeMenus(pages, named, hidden)).toEqual(namedHidden);
    expect(mergeMenus(pages, moved, hidden)).toEqual(movedHidden);
    expect(mergeMenus(of(pages), of(named), of(hidden))).toEqual(of(namedHidden ?? []));
    expect(mergeMenus(of(pages), of(moved), of(hidden))).toEqual(of(movedHidden ?? []));
  });

  test('and are asked about lines that are too many together', () => {
    const lines = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => line(`${word} ${at}`, `${110 + at}`));
    const base = lines('Guardia', 4);
    expect(mergeLines(base, [...base, ...lines('Ella', 2)], [...base, ...lines('Otro', 2)])).toBe('asked');
  });
});

test('two people change the same categories: one renames them, the other retires them', () => {
  const desk = openDesk();
  const { bulletin } = firstCategories;
  const renamed = bulletin.map((one) => ({ ...one, name: `${one.name} de la ciudad` }));
  // One has to stay.
  const isRetired = (at: number) => ({ retired: at > 0 });
  const save = (list: Category[], base?: Category[]) => {
    const [value, seen] = [list, base].map((one) => one && { ...firstCategories, bulletin: one });
    return desk.writer.setDocument(act, 'categories', value, seen);
  };
  const stored = () => desk.records.one('categories', 'categories')?.bulletin;
  const retired = bulletin.map((one, at) => ({ ...one, ...isRetired(at) }));
  const both = renamed.map((one, at) => ({ ...one, ...isRetired(at) }));
  expect(savedBoth(desk, save, stored, [bulletin, renamed, retired])).toEqual(both);
});

test('two people change the streets of a zone, and neither is asked', () => {
  const merge = (...versions: [base: string, first: string, second: string]) => {
    const desk = openDesk();
    const save = (streets: string, base?: string) => {
      const [value, seen] = [streets, base].map(
        (one) => one !== undefined && { ...firstCategories, zones: [{ zone: 'Norte', streets: one }] },
      );
      return desk.writer.setDocument(act, 'categories', value, seen || undefined);
    };
    return savedBoth(desk, save, () => desk.records.one('categories', 'categories')?.zones?.[0]?.streets, versions);
  };
  const both = 'Alem\nBelgrano\nSarmiento';
  expect(eitherWay(merge, ['Belgrano\nMitre', 'Alem\nBelgrano', 'Belgrano\nMitre\nSarmiento'])).toEqual([both, both]);
});

describe('two people change one text', () => {
  function mergeIn(entity: EntityName, field: string) {
    return (...versions: [base: string, first: string, second: string]) => {
      const desk = openDesk();
      const { writer, records } = desk;
      const { id } = writer.create(act, entity);
      const save = (value: string, base?: string) => writer.update(act, entity, id, field, { value, base });
      const stored = () =>
        ({ ...(entity === 'user' ? null : records.one(entity, id)) } as Partial<Record<string, unknown>>)[field];
      return savedBoth(desk, save, stored, versions);
    };
  }
  const merge = mergeIn('story', 'text');
  const mergeLines = mergeIn('alert', 'description');
  const mergeTitles = mergeIn('page', 'pdftitles');
  const table = (...rows: string[][]) =>
    `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
  const picture = '<img src="/uploads/text/plaza-0123456789abcdef-0.webp" alt="Plaza" />';

  test.each<[string, string, string, string, string]>([
    ['text between paragraphs', 'a b c<p>d</p>', 'A b c<p>d</p>', 'a b C<p>d</p>', 'A b C<p>d</p>'],
    [
      'bold text that is in no paragraph',
      'a <strong>b</strong> c<p>d</p>e',
      'a <strong>b</strong> C<p>d</p>e',
      'A <strong>b</strong> c<p>d</p>e',
      'A <strong>b</strong> C<p>d</p>e',
    ],
    [
      'paragraphs on lines of their own',
      '<p>a</p>\n<p>b</p>',
      '<p>A</p>\n<p>b</p>',
      '<p>a</p>\n<p>B</p>',
      '<p>A</p>\n<p>B</p>',
    ],
    [
      'lines of a paragraph',
      '<p>a<br />b<br />c</p>',
      '<p>A<br />b<br />c</p>',
      '<p>a<br />b<br />C</p>',
      '<p>A<br />b<br />C</p>',
    ],
    ['a rule', '<p>a</p><hr /><p>b</p>', '<p>A</p><hr /><p>b</p>', '<p>a</p><hr /><p>B</p>', '<p>A</p><hr /><p>B</p>'],
    [
      'a list in a list',
      '<ul><li>a<ul><li>b</li></ul></li></ul><p>c</p>',
      '<ul><li>A<ul><li>b</li></ul></li></ul><p>c</p>',
      '<ul><li>a<ul><li>b</li></ul></li></ul><p>C</p>',
      '<ul><li>A<ul><li>b</li></ul></li></ul><p>C</p>',
    ],
    [
      'one makes a heading of what the other changes',
      '<p>a b c d</p>',
      '<h2>a b c d</h2>',
      '<p>a B c d</p>',
      '<h2>a B c d</h2>',
    ],
    ['one adds a picture', '<p>a b</p>', `<p>a b</p><p>${picture}</p>`, '<p>A b</p>', `<p>A b</p><p>${picture}</p>`],
    [
      'one moves a picture, the other writes',
      `<p>${picture}</p><p>a b</p><p>c d</p>`,
      `<p>a b</p><p>c d</p><p>${picture}</p>`,
      `<p>${picture}</p><p>a B</p><p>c d</p>`,
      `<p>a B</p><p>c d</p><p>${picture}</p>`,
    ],
    [
      'one splits a paragraph, the other adds one',
      '<p>a b c d</p><p>e f</p>',
      '<p>a b</p><p>c d</p><p>e f</p>',
      '<p>a b c d</p><p>e f</p><p>g</p>',
      '<p>a b</p><p>c d</p><p>e f</p><p>g</p>',
    ],
    [
      'one adds a column, the other changes a cell',
      table(['a', 'b'], ['c', 'd']),
      table(['a', 'b', 'x'], ['c', 'd', 'y']),
      table(['a', 'b'], ['C', 'd']),
      table(['a', 'b', 'x'], ['C', 'd', 'y']),
    ],
    [
      'both add the same row',
      table(['a', 'b']),
      table(['a', 'b'], ['c', 'd']),
      table(['A', 'b'], ['c', 'd']),
      table(['A', 'b'], ['c', 'd']),
    ],
    [
      'one moves the likest of two paragraphs, and changes it',
      '<p>a b c d</p><p>a b x y</p><p>z</p>',
      '<p>z</p><p>a b x Y</p><p>a b c D</p>',
      '<p>A b c d</p><p>a b x y</p><p>z</p>',
      '<p>z</p><p>a b x Y</p><p>A b c D</p>',
    ],
    [
      'one moves an empty paragraph',
      '<p><br /></p><p>a b</p><p>c d</p>',
      '<p>a b</p><p><br /></p><p>c d</p>',
      '<p><br /></p><p>A b</p><p>c d</p>',
      '<p>A b</p><p><br /></p><p>c d</p>',
    ],
  ])('%s: nothing is lost', (_, ...[base, mine, theirs, both]) => {
    expect(eitherWay(merge, [base, mine, theirs])).toEqual([both, both]);
  });

  test.each<[string, string, string, string]>([
    ['the columns of a table, each another one', table(['a']), table(['a', 'b']), table(['c', 'a', 'd'])],
    [
      'a paragraph that one moves into a list',
      '<p>a b c</p><ul><li>d e f</li></ul>',
      '<ul><li>d e f</li><li>a b c</li></ul>',
      '<p>a b C</p><ul><li>d e f</li></ul>',
    ],
    [
      'a link that the other made of other words',
      '<p>a b c d</p>',
      '<p><a href="https://a.example/">a b c</a> d</p>',
      '<p>a b <a href="https://b.example/">c d</a></p>',
    ],
    [
      'an entry of a list that the other removes',
      '<ul><li>a b</li><li>c d</li></ul>',
      '<ul><li>a b</li></ul>',
      '<ul><li>a b</li><li>c D</li></ul>',
    ],
  ])('and are asked about %s', (_, ...versions) => {
    expect(eitherWay(merge, versions)).toEqual(['asked', 'asked']);
  });

  const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const joined = (...versions: string[][]) => versions.map((one) => one.join('\n')) as [string, string, string];

  test('of up to 1,000 lines; about a longer one they are asked', () => {
    const base = lines(999);
    const [mine, theirs] = [base.with(0, 'uno'), [...base, 'otra']];
    expect(eitherWay(mergeLines, joined(base, mine, theirs))).toEqual(Array(2).fill([...mine, 'otra'].join('\n')));
    expect(eitherWay(mergeLines, joined(base, mine, [...theirs, 'y otra']))).toEqual(['asked', 'asked']);
  });

  test('in which one moves and changes a line, if there are not too many to compare', () => {
    const many = (count: number) => {
      const base = ['Se pide turno por teléfono', ...lines(count)];
      const mine = [...lines(count).map((one) => `${one}x ${one}y ${one}z`), 'Se pide turno por correo'];
      return mergeLines(...joined(base, mine, base.with(0, 'Se pide siempre turno por teléfono')));
    };
    expect(many(98)).toContain('Se pide siempre turno por correo');
    expect(many(101)).toBe('asked');
  });

  test('of many different words, but they are asked if words or cells are so many and so alike that it would take long', () => {
    const [mine, theirs] = [
      ['palabra0 ', 'ella '],
      [' palabra1999', ' otro'],
    ] as const;
    const words = Array.from({ length: 2000 }, (_, at) => `palabra${at}`).join(' ');
    const two = [`<p>${words}</p>`, `<p>${words}</p>`.replace(...mine), `<p>${words}</p>`.replace(...theirs)] as const;
    expect(merge(...two)).toBe(two[1].replace(...theirs));
    const cells = Array.from({ length: 60 }, (_, at) => ['a', 'b', 'c', 'd', 'e'].map((column) => `${column}${at}`));
    const tariffs = table(...cells);
    expect(merge(tariffs, tariffs.replace('a0', 'ella'), tariffs.replace('e59', 'otro'))).toBe('asked');
    const few = 'sí '.repeat(100).trim();
    const many = `${few} ${'sí '.repeat(4900).trim()}`;
    const versions = [`<p>${few}</p>`, `<p>${many}</p>`, `<p>${few.replace('sí', 'no')}</p>`] as [
      string,
      string,
      string,
    ];
    expect(eitherWay(merge, versions)).toEqual(['asked', 'asked']);
    const blank = (before: string, after: string) => `Uno${before}${'\n'.repeat(900)}${after}Dos`;
    expect(mergeLines(blank('', ''), blank('!', ''), blank('', '¡'))).toBe('asked');
  });

  test('of many paragraphs, but they are asked if it would take long to compare all of them, however short each is', () => {
    const same = 'sí '.repeat(450).trim();
    const texts = (count: number, change: (paragraph: string) => string) =>
      Array.from({ length: count }, (_, at) => change(`<p>Punto ${at} ${same} fin</p>`)).join('');
    const versions = (count: number) =>
      [
        texts(count, (one) => one),
        texts(count, (one) => one.replace('Punto', 'Artículo')),
        texts(count, (one) => one.replace('fin', 'final')),
      ] as const;
    expect(merge(...versions(1))).toBe(`<p>Artículo 0 ${same} final</p>`);
    expect(merge(...versions(20))).toBe('asked');
  });

  test('a text keeps every sign of both', () => {
    const base = 'Si el nivel es < 6 m no se cruza <ni a pie';
    const [mine, theirs] = [base.replace('cruza', 'pasa'), base.replace('Si', 'Hoy, si')];
    expect(mergeLines(base, mine, theirs)).toBe('Hoy, si el nivel es < 6 m no se pasa <ni a pie');
  });

  test('which together would be too long', () => {
    const [mine, theirs] = [`Uno\n${'x'.repeat(2500)}`, `${'y'.repeat(2500)}\nUno`];
    expect(mergeLines('Uno', mine, theirs)).toBe('asked');
    expect(mergeLines('Uno', mine.slice(0, 2000), theirs)).toBe(`${theirs}${mine.slice(3, 2000)}`);
  });

  test('and the titles of PDFs', () => {
    const pdf = (letter: string, title: string) => `${letter.repeat(64)}.pdf ${title}`;
    const base = pdf('a', 'A');
    expect(mergeTitles(base, `${base}\n${pdf('b', 'B')}`, pdf('a', 'X'))).toBe(`${pdf('a', 'X')}\n${pdf('b', 'B')}`);
    expect(mergeTitles(base, pdf('a', 'X'), pdf('a', 'Y'))).toBe('asked');
    // Each gives a title to a PDF that had none.
    expect(mergeTitles('', pdf('a', 'X'), pdf('a', 'Y'))).toBe('asked');
  });

  test('a title of a record is no text of which both can be kept', () => {
    expect(mergeIn('story', 'title')('Feria del libro', 'Gran Feria del libro', 'Feria del libro usado')).toBe('asked');
  });

  test('and the second one is asked if what they saw can be no value of the field', () => {
    const desk = openDesk();
    const { writer, records } = desk;
    const { id } = writer.create(act, 'story');
    writer.update(act, 'story', id, 'text', { value: '<p>a</p>' });
    for (const base of [7, null, { text: '<p>a</p>' }])
      expect(() => writer.update(act, 'story', id, 'text', { value: '<p>b</p>', base })).toThrow(Problem);
    expect(records.one('story', id)?.text).toBe('<p>a</p>');
  });

  test('of the green points', () => {
    const desk = openDesk();
    const { writer, records } = desk;
    const save = (txt: string, base?: string) =>
      writer.setDocument(act, 'greenpointpage', { txt }, base === undefined ? undefined : { txt: base });
    const stored = () => records.one('greenpointpage', 'greenpointpage')?.txt;
    const base = '<p>a</p><p>b</p>';
    expect(savedBoth(desk, save, stored, [base, '<p>A</p><p>b</p>', '<p>a</p><p>B</p>'])).toBe('<p>A</p><p>B</p>');
    expect(savedBoth(desk, save, stored, [base, '<p>b</p><p>a</p>', '<p>a c</p><p>b</p>'])).toBe('<p>b</p><p>a c</p>');
    expect(savedBoth(desk, save, stored, [base, '<p>A</p><p>b</p>', '<p>X</p><p>b</p>'])).toBe('asked');
  });
});
