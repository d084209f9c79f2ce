import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contextText,
  cutAdminText,
  cutAlbumTitle,
  cutCardDescription,
  cutCardTitle,
  cutCarouselTitle,
  cutSearchTitle,
  decisiveWords,
  fold,
  keywordContext,
  labelHash,
  dottedText,
  excerptOf,
  plainText,
  searchWords,
  words,
  sizeInWords,
  titlekey,
} from '#contract/values/text';

const letters = (count: number) => 'a'.repeat(count);

describe('the truncations of spec section 9', () => {
  it.each([
    ['news card title', cutCardTitle, 43, 40],
    ['carousel title', cutCarouselTitle, 40, 37],
    ['admin list field', cutAdminText, 50, 50],
    ['search title', cutSearchTitle, 30, 27],
    ['tourism card title', cutAlbumTitle, 50, 47],
  ] as const)('%s: complete up to its limit, beyond it cut with an ellipsis', (_, cutText, over, keep) => {
    expect(cutText(letters(over))).toBe(letters(over));
    expect(cutText(letters(over + 1))).toBe(`${letters(keep)}...`);
  });

  it('a card description keeps 40 characters under a long title and 70 under a short one', () => {
    expect(cutCardDescription(letters(100), letters(24))).toBe(`${letters(40)}...`);
    expect(cutCardDescription(letters(100), letters(23))).toBe(`${letters(70)}...`);
    expect(cutCardDescription('Corta.', letters(24))).toBe('Corta.');
    expect(cutCardDescription('Se atiende de lunes a viernes y los sábados.', letters(24))).toBe(
      'Se atiende de lunes a viernes y los...',
    );
  });

  it('a search title ends with a whole word', () => {
    expect(cutSearchTitle('Se normalizó el servicio de agua potable')).toBe('Se normalizó el servicio de...');
    expect(cutSearchTitle('Se normalizó todo el servicio de agua')).toBe('Se normalizó todo el...');
    expect(cutSearchTitle('Servicio de agua y cloacas: lo que hay que saber')).toBe('Servicio de agua y cloacas...');
    expect(cutSearchTitle(`Ley ${letters(40)}`)).toBe(`Ley ${letters(23)}...`);
  });

  it.each([
    ['card', cutCardTitle],
    ['carousel', cutCarouselTitle],
    ['tourism card', cutAlbumTitle],
  ])('the title of a %s ends with a whole word', (_, cutText) => {
    const title = 'La Municipalidad inauguró el nuevo polideportivo techado';
    expect(title.split(' ')).toEqual(expect.arrayContaining(cutText(title).replace('...', '').split(' ')));
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

  it('a number is found with its dot and without it', () => {
    expect(words('Ordenanza N.º 1.436, $ 1.250.000')).toEqual(['ordenanza', 'n', 'º', '1436', '1250000']);
    expect(searchWords('1436')).toEqual(searchWords('1.436'));
    expect(words('12.2026, 3.14')).toEqual(['12', '2026', '3', '14']);
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
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(titlekey(titlekey(text))).toBe(titlekey(text));
        expect(labelHash(labelHash(text))).toBe(labelHash(text));
      }),
    );
  });
});

describe('what a search result shows of the text', () => {
  it('is at most 130 characters around the first match', () => {
    const text = `${'uno dos tres '.repeat(40)} aviso de corte ${'cuatro cinco '.repeat(40)}`;
    const context = keywordContext(contextText(text), ['corte']);
    expect(context).toContain('corte');
    expect(context.length).toBeLessThanOrEqual(130);
  });

  it('is around the first word that begins with a searched one, and not around one that only contains it', () => {
    const filler = 'otra cosa '.repeat(20);
    const context = (text: string, ...searched: string[]) => keywordContext(contextText(text), searched);
    expect(context(`maniobra ${filler} (obra nueva ${filler}`, 'obra')).toMatch(/\(obra nueva/);
    expect(context(`maniobra ñobra 𐐨obra 1obra ${filler} obrador ${filler}`, 'obra')).toMatch(/ obrador/);
    expect(context(`uno ${filler} plaza ${filler} obra ${filler}`, 'obra', 'plaza')).toMatch(/ plaza/);
    expect(context(`${filler} maniobra`, 'obra')).toMatch(/^otra cosa/);
    expect(context('sobra obra', 'obra')).toBe('sobra obra');
  });

  it('says where it leaves something out', () => {
    const long = `uno dos tres cuatro cinco corte ${'seis siete '.repeat(20)}`;
    expect(keywordContext(contextText(long), ['corte'])).toMatch(
      /^\.\.\.dos tres cuatro cinco corte seis .* (?:seis|siete)\.\.\.$/,
    );
    expect(keywordContext(contextText(long), ['uno'])).toMatch(/^uno dos .*\.\.\.$/);
    expect(keywordContext(contextText(long), ['corte']).length).toBeLessThanOrEqual(130);
    const sentences = `Hoy no. Uno dos tres cuatro corte ${'seis siete. '.repeat(20)}`;
    expect(keywordContext(contextText(sentences), ['corte'])).toMatch(
      /^Uno dos tres cuatro corte .* (?:seis|siete)\.\.\.$/,
    );
    expect(keywordContext(contextText('Aviso de corte en el barrio'), ['corte'])).toBe('Aviso de corte en el barrio');
  });

  it('does not begin with the dot between two fields', () => {
    expect(
      keywordContext(contextText('Emergencia por el tanque · La Dirección de Agua encontró una fisura'), ['agua']),
    ).toBe('La Dirección de Agua encontró una fisura');
  });

  it('is aligned even where folding changes the length, and has whole words', () => {
    const text = `${'ﬀ İ e\u0301\u0300 ñandú '.repeat(20)} «Ñandú-agua», ${'fin '.repeat(60)}`;
    expect(keywordContext(contextText(text), ['agua'])).toMatch(/«Ñandú-agua», fin/);
    expect(keywordContext(contextText(text), ['nada'])).toMatch(/^ﬀ İ/);
    expect(keywordContext(contextText(''), ['agua'])).toBe('');
    expect(keywordContext(contextText('x'.repeat(500)), [])).toBe('x'.repeat(130));
  });

  it('comes from the beginning of a long text; the rest is not searched', () => {
    const text = `uno ${'palabra '.repeat(5000)}agua`;
    expect(keywordContext(contextText(text), ['agua'])).toMatch(/^uno palabra/);
    expect(contextText(text).shown.length).toBeLessThanOrEqual(20_000);
  });

  it('has no tags and no character references', () => {
    expect(plainText('<p>Sólo &lt;hoy&gt;&nbsp;y <strong>mañana</strong></p><ul><li>ok</li></ul>')).toBe(
      'Sólo <hoy> y mañana ok',
    );
    expect(plainText('<p>Pedilo en <a href="https://ar.example/">ar.example</a>.</p>')).toBe('Pedilo en ar.example.');
  });
});

it('lines that end without a stop are told apart by a dot where they become one', () => {
  const lines =
    '<h2>Corte de agua</h2><p>Horario: <em>de 8 a 12</em><br>Barrio Norte.</p><ul><li>Uno</li><li>Dos</li></ul>';
  expect(dottedText(lines)).toBe('Corte de agua · Horario: de 8 a 12 · Barrio Norte. Uno · Dos');
  expect(dottedText('<table><tr><td>Lugar</td><td>Días</td></tr><tr><td></td><td>9</td></tr></table>')).toBe(
    'Lugar · Días · 9',
  );
  expect(excerptOf('<h2>Historia</h2><p>El pueblo nació en 1907.</p>')).toBe('Historia · El pueblo nació en 1907.');
});

it('sixty letters of a searched word count, and none is split', () => {
  expect(searchWords(`x ${'𐐨'.repeat(100)}`)).toEqual(['x', '𐐨'.repeat(60)]);
});

it('searched words that are prefixes of another one are ignored', () => {
  expect(decisiveWords(['a', 'agua', 'aguas', 'plaza', 'pl'])).toEqual(['aguas', 'plaza']);
  expect(decisiveWords([])).toEqual([]);
  expect(decisiveWords(['numero', 'de', 'la', 'policia'])).toEqual(['policia']);
  expect(decisiveWords(['como', 'saco', 'mi', 'carnet'])).toEqual(['carnet']);
  expect(decisiveWords(['telefono'])).toEqual(['telefono']);
});

it('sizes of files and of free space are written as people here write them', () => {
  const sizes = [
    0, 499, 350_000, 999_400, 1_530_000, 20_971_520, 999_000_000, 10_737_418_240, 1_500_000_000_000, 2e15, -5,
  ];
  expect(sizes.map(sizeInWords)).toEqual([
    '0 KB',
    '1 KB',
    '350 KB',
    '999 KB',
    '1,5 MB',
    '21 MB',
    '999 MB',
    '10,7 GB',
    '1,5 TB',
    '2.000 TB',
    '0 KB',
  ]);
});
