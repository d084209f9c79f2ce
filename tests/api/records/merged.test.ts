import { describe, expect, test } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import type { Merge } from '../../../api/records/write/merged-fields.ts';
import { mergedFields } from '../../../api/records/write/merged-fields.ts';
import { mergedIn } from './merged-in.ts';
import { byRow } from '../../../api/records/write/merged-rows.ts';

describe('two people change the classes of the bulletin', () => {
  const [decree, tenders, rates] = firstCategories.bulletin as [Category, Category, Category];
  const added: Category = { key: 'ordenanza', name: 'Ordenanza', title: '', singular: '', retired: false };
  const merge = (mine: Category[], theirs: Category[]) =>
    mergedIn(byRow<Category>(['key'])(firstCategories.bulletin, mine, theirs));

  test('one moves a class, the other adds or removes one: the order is that of the person who moved', () => {
    expect(merge([decree, added, tenders, rates], [rates, tenders, decree])).toEqual([rates, tenders, decree, added]);
    expect(merge([tenders, rates], [rates, tenders, decree])).toEqual([rates, tenders]);
    expect(merge([rates, tenders, decree], [decree, added, tenders, rates])).toEqual([rates, tenders, decree, added]);
  });

  test.each([
    ['add the same one with different words', [added], [{ ...added, name: 'Ordenanzas' }]],
    ['rename the same one', [{ ...rates, name: 'Tasas' }], [{ ...rates, name: 'Precios' }]],
    ['one removes what the other renames', [], [{ ...rates, name: 'Precios' }]],
  ])('and are asked, because they %s', (_, mine, theirs) => {
    const rest = [decree, tenders];
    expect(merge([...rest, ...mine], [...rest, ...theirs])).toBeNull();
    expect(merge([...rest, ...theirs], [...rest, ...mine])).toBeNull();
  });
});

describe('two people change Sitio', () => {
  const group = (fields: object) => ({ part: fields as unknown });

  test('in different fields of a group, and one of them empties a field', () => {
    const base = group({ news: 'Lo nuestro.', hours: 'De 7 a 13.' });
    const mine = group({ hours: 'De 7 a 13.' });
    const theirs = group({ news: 'Lo nuestro.', hours: 'De 8 a 14.' });
    expect(mergedFields(base, mine, theirs)).toStrictEqual({ merged: group({ hours: 'De 8 a 14.' }) });
  });

  const [one, another] = [{ x: 'ella' }, { x: 'otro' }];
  test.each<[string, unknown, unknown, unknown]>([
    ['base', 'text', one, another],
    ['base, a list,', ['text'], one, another],
    ['base, empty,', null, one, another],
    ['own value', one, 'text', another],
    ['own value, a list,', one, ['text'], another],
    ['own value, empty,', one, null, another],
    ['stored value', one, another, 'text'],
    ['stored value, a list,', one, another, ['text']],
    ['stored value, empty,', one, another, null],
  ])('and are asked about the whole where one version is no group: the %s', (_, base, mine, theirs) => {
    expect(mergedFields({ part: base }, { part: mine }, { part: theirs })).toEqual({
      seen: { part: theirs },
      rest: { part: theirs },
    });
  });
});

describe('two people change the pages of a group of the menu', () => {
  interface Entry {
    to: string;
    items?: { to: string }[];
  }
  const merge = byRow<Entry>(['to'], new Map([['items', byRow<{ to: string }>(['to']) as Merge<unknown>]]));
  const entry = (...pages: string[]): Entry => ({ to: 'G', items: pages.map((to) => ({ to })) });
  const none: Entry = { to: 'G' };

  test('and both changes are kept', () => {
    expect(merge([entry('a')], [entry('a', 'b')], [entry('c', 'a')])).toEqual({ merged: [entry('c', 'a', 'b')] });
  });

  test.each<[string, Entry, Entry, Entry]>([
    ['was none', none, entry('a'), entry('b')],
    ['is none any more', entry('a'), none, entry('b')],
    ['is none for the other', entry('a'), entry('b'), none],
  ])('and are asked about all of them if the group %s', (_, base, mine, theirs) => {
    expect(merge([base], [mine], [theirs])).toEqual({ seen: [theirs], rest: [theirs] });
  });
});
