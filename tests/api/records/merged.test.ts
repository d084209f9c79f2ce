import { describe, expect, test } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import { mergedFields, mergedIn } from '../../../api/records/write/merged-fields.ts';
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
