import { describe, expect, test } from 'vitest';
import { blankDocuments, documentSchemas } from '#contract/town/documents';
import { menuOf } from '#contract/town/menu';
import { defaultMenu } from '#contract/town/menu-entries';
import type { MenuEntry } from '#contract/town/menu-entries';
import { listRecords } from '#contract/lists';
import type { Authority } from '#contract/records';

const link = (to: string, name = '') => ({ to, name, isHidden: false });
const groupOf = (name: string, ...items: MenuEntry[]): MenuEntry => ({ to: '', name, isHidden: false, items });
const PAGE = { id: 'p1', title: 'Transparencia', titlekey: 'transparencia' };
const ANA = { name: 'Ana Paz', position: 'Intendenta', titlekey: 'intendenta' };
const who = { to: '/gobierno', name: 'Quién es quién' };
const TAX_SITE = 'https://tributos.example/';

/** What residents see of a menu, in a town with the given content. */
function shown(items: MenuEntry[], { hidesEmpty = true, taxUrl = TAX_SITE, authorities = [ANA], full = true } = {}) {
  const pageOf = (id: string) => (id === PAGE.id ? PAGE : undefined);
  return menuOf({ menu: { hidesEmpty, items }, taxUrl }, authorities, pageOf, () => full);
}
const faultsOf = (items: unknown) =>
  documentSchemas.site
    .safeParse({ ...blankDocuments.site, menu: { hidesEmpty: true, items } })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the menu that residents see', () => {
  test('is that of the spec in a town that has not changed it', () => {
    const { items } = menuOf(
      { taxUrl: TAX_SITE },
      [ANA],
      () => undefined,
      () => true,
    );
    expect(items).toEqual([
      { to: '/noticias', name: 'Noticias' },
      { name: 'Gobierno', items: [who, { to: '/gobierno/intendenta', name: 'Intendenta', note: 'Ana Paz' }] },
      { to: '/tramites', name: 'Trámites' },
      { to: '/boletin', name: 'Boletín Oficial' },
      { to: '/guardias', name: 'Guardias y recorridos' },
      { to: TAX_SITE, name: 'Impuestos' },
      { to: '/turismo', name: 'Turismo' },
      { to: '/agenda', name: 'Agenda' },
      { to: '/puntosverdes', name: 'Puntos verdes' },
      { to: '/datosutiles', name: 'Datos útiles' },
    ]);
  });

  test('has the page of tickets where an Admin put it, under a name of its own or the usual one', () => {
    const link = (name: string) => ({ to: '/reclamos', name, isHidden: false });
    expect(shown([link('')]).items).toEqual([{ to: '/reclamos', name: 'Consultas y reclamos' }]);
    expect(shown([link('Reclamos')]).items).toEqual([{ to: '/reclamos', name: 'Reclamos' }]);
    expect(faultsOf([link('')])).toEqual([]);
    expect(faultsOf([{ ...link(''), to: '/reclamos/ver' }])).toHaveLength(1);
  });

  test('has the order, names, pages, outside links and groups that an Admin gave it', () => {
    const items = [
      link('/datosutiles', 'Teléfonos'),
      groupOf('El municipio', link('/pagina/p1'), link('https://pagos.example/', 'Pagos')),
    ];
    expect(shown(items)).toEqual({
      items: [
        { to: '/datosutiles', name: 'Teléfonos' },
        {
          name: 'El municipio',
          items: [
            { to: '/pagina/p1/transparencia', name: 'Transparencia' },
            { to: 'https://pagos.example/', name: 'Pagos' },
          ],
        },
      ],
      sections: ['/datosutiles'],
    });
  });

  test('leaves out what is hidden, pages that are not public, and groups in which nothing is left', () => {
    const gone = link('/pagina/deleted');
    const items = [gone, { ...link('/agenda'), isHidden: true }, groupOf('Vacío', gone), groupOf('Nada')];
    expect(shown([...items, { ...groupOf('Oculto', link('/noticias')), isHidden: true }])).toEqual({
      items: [],
      sections: [],
    });
  });

  test('leaves out sections without content until they have some, if they hide themselves', () => {
    const { items } = defaultMenu();
    const names = (options: Parameters<typeof shown>[1]) => shown(items, options).items.map(({ name }) => name);
    const empty = { full: false, taxUrl: '', authorities: [] };
    expect(names(empty)).toEqual(['Datos útiles']);
    expect(names({ ...empty, hidesEmpty: false })).toEqual([
      'Noticias',
      'Trámites',
      'Boletín Oficial',
      'Guardias y recorridos',
      'Turismo',
      'Agenda',
      'Puntos verdes',
      'Datos útiles',
    ]);
  });
});

describe('a menu is refused with a clear word', () => {
  test.for<[string, unknown[], string[]]>([
    [
      'for a link that leads nowhere',
      [link('javascript:alert(1)', 'x'), link('/admin'), link('hola')],
      [0, 1, 2].map(
        (at) =>
          `menu.items.${at}.to: Enlace: una sección, una página de este sitio ` +
          `o la dirección de otro, como https://ejemplo.gob.ar.`,
      ),
    ],
    [
      'for a group in a group, and for one that contains itself',
      [groupOf('A', groupOf('A', link('/noticias')))],
      [
        'menu.items.0.items.0: No existe «items»: sacalo.',
        'menu.items.0.items.0.to: Enlace: una sección, una página de este sitio ' +
          'o la dirección de otro, como https://ejemplo.gob.ar.',
      ],
    ],
    [
      'for an outside link or a group without a name',
      [link('https://pagos.example/'), groupOf('')],
      [0, 1].map(
        (at) => `menu.items.${at}.name: Falta el nombre: un enlace a otro sitio y un grupo no tienen uno propio.`,
      ),
    ],
    [
      'for what is in it twice',
      [link('/noticias'), groupOf('Más', link('/noticias'))],
      ['menu.items.1.items.0.to: Ya está en el menú: sacalo de uno de los dos lugares.'],
    ],
    [
      'for too many entries',
      Array.from({ length: 31 }, (_, at) => link(`/pagina/p${at}`)),
      ['menu.items: Hasta 30 entradas en el menú.'],
    ],
    ['for a long name', [link('/agenda', 'x'.repeat(41))], ['menu.items.0.name: Nombre: hasta 40 caracteres.']],
    [
      'for an entry that is none',
      [null],
      ['menu.items.0: Cada entrada del menú tiene que ser un grupo de datos, entre llaves.'],
    ],
  ])('%s', ([, items, faults]) => {
    expect(faultsOf(items).sort()).toEqual([...faults].sort());
  });

  test('and the menu of the spec is not', () => {
    expect(faultsOf(defaultMenu().items)).toEqual([]);
  });
});

test('authorities have the order that staff gave them, and those that came later follow', () => {
  const authority = (id: string) => ({ id, created: id, name: id, position: id, titlekey: id }) as Authority;
  const all = ['a', 'b', 'c', 'd'].map(authority);
  const order = (authorities?: string[]) =>
    listRecords('authority', all, { site: { menu: { ...defaultMenu(), ...(authorities && { authorities }) } } }).map(
      ({ id }) => id,
    );
  expect(order()).toEqual(['a', 'b', 'c', 'd']);
  expect(order(['c', 'gone', 'a'])).toEqual(['c', 'a', 'b', 'd']);
});

describe('a link whose address is a word that every object answers to', () => {
  const words = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

  test.each(words)('%s is refused as an address', (to) => {
    expect(faultsOf([link(to, 'Enlace')])).toEqual([
      'menu.items.0.to: Enlace: una sección, una página de este sitio ' +
        'o la dirección de otro, como https://ejemplo.gob.ar.',
    ]);
  });

  test.each(words)('%s, stored already, is not shown and the rest of the menu is', (to) => {
    expect(shown([link(to, 'Enlace'), link('/datosutiles')]).items).toEqual([
      { to: '/datosutiles', name: 'Datos útiles' },
    ]);
  });
});
