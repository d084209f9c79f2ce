import { expect, test } from 'vitest';
import { defaultMenu } from '#contract/town/menu';
import { blankDocuments } from '#contract/town/documents';
import type { Json } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import {
  intoGroup,
  linksIn,
  menuIn,
  outOfGroup,
  placeInMenu,
  withoutEntry,
} from '../../../../web/src/admin/parts/menu-edits.ts';

const link = (to: string) => ({ to, name: '', isHidden: false });
const group = (...names: string[]) => ({ to: '', name: 'Más', isHidden: false, items: names.map(link) });
const [news, agenda, taxes] = ['/noticias', '/agenda', 'impuestos'].map(link) as [
  ReturnType<typeof link>,
  ReturnType<typeof link>,
  ReturnType<typeof link>,
];

test('a document without a menu has that of the spec, and one typed as JSON may have any shape', () => {
  expect(menuIn(blankDocuments.site as unknown as Json)).toEqual(defaultMenu());
  expect(menuIn({ menu: { hidesEmpty: false, items: [{ to: 7, items: 'x' }, null] } })).toEqual({
    hidesEmpty: false,
    items: [link('7'), link('')],
  });
  expect(menuIn({ menu: 'x' })).toEqual({ hidesEmpty: true, items: [] });
});

test('a link goes into a group and out of it again, and no link is lost with its group', () => {
  const items = [news, group('/turismo'), agenda];
  const grouped = intoGroup(items, 2, 1);
  expect(grouped).toEqual([news, group('/turismo', '/agenda')]);
  expect(outOfGroup(grouped, 1, 1)).toEqual(items);
  expect(withoutEntry(grouped, 1)).toEqual([news, link('/turismo'), agenda]);
  expect(linksIn(grouped).map(({ to }) => to)).toEqual(['/noticias', '/turismo', '/agenda']);
});

test('a group does not go into a group, nor into itself', () => {
  const items = [group('/turismo'), group('/agenda'), taxes];
  expect(intoGroup(items, 0, 1)).toEqual(items);
  expect(intoGroup(items, 0, 0)).toEqual(items);
  expect(intoGroup(items, 2, 2)).toEqual(items);
});

test('the screen of a page says where it stands in the menu', () => {
  const own = { ...link('/pagina/abc'), name: 'Transparencia' };
  const inGroup = { ...group('/turismo'), items: [own] };
  expect(placeInMenu([news, own], 'abc')).toBe('en el menú, en el lugar 2');
  expect(placeInMenu([news, inGroup], 'abc')).toBe('en el menú, en el grupo «Más»');
  expect(placeInMenu([{ ...inGroup, isHidden: true }], 'abc')).toBe('en el menú, en el grupo «Más», oculta');
  expect(placeInMenu([{ ...own, isHidden: true }], 'abc')).toBe('en el menú, en el lugar 1, oculta');
  expect(placeInMenu([news, own], 'otra')).toBeNull();
});
