import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, cutAdminText, cutAlbumTitle, cutCardDescription, cutCardTitle, cutCarouselTitle, cutSearchTitle, fold, keywordContext, labelHash, megabytes, plainText, searchWords, titlekey } from '#contract/text';

const letters = (count: number) => 'a'.repeat(count);

describe('the truncations of spec section 9', () => {
  it.each([
    ['news card title', cutCardTitle, 43, 40],
    ['carousel title', cutCarouselTitle, 40, 37],
    ['admin list field', cutAdminText, 50, 50],
    ['search title', cutSearchTitle, 30, 27],
    ['tourism card title', cutAlbumTitle, 50, 47],
  ] as const)('%s: up to its limit whole, beyond it cut with an ellipsis', (_, cutText, over, keep) => {
    expect(cutText(letters(over))).toBe(letters(over));
    expect(cutText(letters(over + 1))).toBe(`${letters(keep)}...`);
  });

  it('a card description keeps 40 characters under a long title and 70 under a short one', () => {
    expect(cutCardDescription(letters(100), letters(24))).toBe(`${letters(40)}...`);
    expect(cutCardDescription(letters(100), letters(23))).toBe(`${letters(70)}...`);
    expect(cutCardDescription('Corta.', letters(24))).toBe('Corta.');
  });

  it('never splits a character', () => {
    expect(cutSearchTitle('🏔'.repeat(31))).toBe(`${'🏔'.repeat(27)}...`);
  });
});

describe('words', () => {
  it('accents and case do not matter, and ñ is a letter of its own', () => {
    expect(fold('Cañadón ÁRBOL pingüino')).toBe('cañadon arbol pinguino');
    expect(fold('ano')).not.toBe(fold('año'));
    expect(fold('an\u0303o')).toBe('año');
  });

  it('an empty search box and the literal NULL search for nothing', () => {
    expect(searchWords('NULL')).toEqual([]);
    expect(searchWords('  ')).toEqual([]);
    expect(searchWords('"agua" OR (luz*)')).toEqual(['agua', 'or', 'luz']);
  });

  it('a title makes a short readable address, and one without letters a dash', () => {
    expect(titlekey('¡El ñandú volvió a Cañadón Huemul!')).toBe('el-nandu-volvio-a-canadon-huemul');
    expect(titlekey('¿¡…!?')).toBe('-');
    expect(titlekey(letters(300))).toHaveLength(100);
  });

  it('a label is found by its name without accents, spaces and signs', () => {
    expect(labelHash('Servicios públicos')).toBe('serviciospublicos');
    expect(labelHash('#Niñez!')).toBe('ninez');
  });

  it('folding, title keys and label names are stable when done again', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(titlekey(titlekey(text))).toBe(titlekey(text));
      expect(labelHash(labelHash(text))).toBe(labelHash(text));
    }));
  });
});

describe('what a search result shows of the text', () => {
  it('is at most 130 characters around the first found word', () => {
    const text = `${'uno dos tres '.repeat(40)} aviso de corte ${'cuatro cinco '.repeat(40)}`;
    const context = keywordContext(text, ['corte']);
    expect(context).toContain('corte');
    expect(context.length).toBeLessThanOrEqual(130);
  });

  it('does not begin with the dot between two fields', () => {
    expect(keywordContext('Emergencia por el tanque · La Dirección de Agua encontró una fisura', ['agua'])).toBe('La Dirección de Agua encontró una fisura');
  });

  it('has no tags and no character references', () => {
    expect(plainText('<p>Sólo &lt;hoy&gt;&nbsp;y <strong>mañana</strong></p><ul><li>ok</li></ul>')).toBe('Sólo <hoy> y mañana ok');
  });
});

it('amounts have commas for thousands and two decimals', () => {
  expect(amount(1234567.5)).toBe('1,234,567.50');
  expect(amount(3)).toBe('3.00');
  expect(megabytes(1_530_000)).toBe('1.53 MB');
});
