import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { firstCategories } from '#contract/town/categories';
import { blankDocuments } from '#contract/town/documents';
import { defaultMenu } from '#contract/town/menu-entries';
import { documentChange, entryWordsAt } from '../../../../web/src/admin/parts/words/document-words.ts';
import { comparedWords } from '../../../../web/src/admin/field/compared-words.ts';
import { doneWords, valuesOf } from '../../../../web/src/admin/parts/words/history-words.ts';
import type { Json } from '../../../../web/src/offline/outbox/protocol/operation.ts';

const site = blankDocuments.site as Json;
const changed = (more: object): Json => ({ ...blankDocuments.site, ...more }) as Json;
const entry = (before: Json, after: Json, type = 'site') =>
  ({ action: 'update', type, id: type, field: null, before, after }) as HistoryEntry;

test('the history of Listas says which zones have other streets', () => {
  const lists = (streets: string) => ({ ...firstCategories, zones: [{ zone: 'Norte', streets }] }) as unknown as Json;
  expect(documentChange('categories', lists('Mitre'), lists('Alem\nMitre'))).toEqual({
    names: ['Calles y barrios de cada zona'],
    before: 'Calles y barrios de cada zona: Norte: Mitre',
    after: 'Calles y barrios de cada zona: Norte: Alem, Mitre',
  });
  expect(entryWordsAt(['zones', 0], { zone: 'Norte', streets: 'Alem\nMitre' })).toBe('Norte: Alem, Mitre');
});

describe('the history of Sitio says in words what was changed', () => {
  test('by the names on its form', () => {
    const one = entry(site, changed({ motto: 'Donde nace el viento', accent: '#7a1f2b' }));
    expect(doneWords(one)).toBe('cambió «Lema» y «Color de la municipalidad»');
    expect(valuesOf(one, firstCategories)).toMatchObject({
      before: 'Lema: (vacío)\nColor de la municipalidad: #0b6e5f',
      after: 'Lema: Donde nace el viento\nColor de la municipalidad: #7a1f2b',
    });
  });

  test('with a count of what does not fit in a line', () => {
    const more = { motto: 'a', address: 'b', phone: '4000', email: 'c@d.example', province: 'e' };
    expect(doneWords(entry(site, changed(more)))).toBe('cambió «Provincia», «Lema» y otros 3 datos');
  });

  test('emergency lines, texts, landscape, photo and menu too', () => {
    const line = { name: 'Guardia', phone: '4107', note: 'hospital', always: true };
    const items = [
      { to: '/agenda', name: 'Qué hacer', isHidden: true },
      { to: '', name: 'Más', isHidden: false, items: [{ to: 'impuestos', name: '', isHidden: false }] },
    ];
    const { names, after } = documentChange(
      'site',
      changed({ menu: defaultMenu() }),
      changed({
        lines: [line],
        texts: { news: 'Novedades' },
        skyline: 'costa',
        photo: { x: 20, y: 70 },
        menu: { hidesEmpty: false, items, authorities: ['a1'] },
      }),
    )!;
    expect(names).toEqual([
      'Emergencias',
      'Bajo el título de Noticias',
      'Paisaje',
      'Punto importante de la foto de portada',
      'Menú',
      'Ocultar las secciones vacías',
      'Orden de las autoridades',
    ]);
    for (const words of [
      'Emergencias: Guardia: 4107 (hospital), las 24 horas',
      'Paisaje: Costa',
      '20 % a lo ancho, 70 % a lo alto',
      'Menú:\nQué hacer (oculto)\nMás\n  Impuestos',
      'Ocultar las secciones vacías: no',
      'Orden de las autoridades: otro orden',
    ])
      expect(after).toContain(words);
  });
});

test('the histories of the lists and of the useful data do so too', () => {
  const renamed = { ...firstCategories, bulletin: [{ ...firstCategories.bulletin[0]!, name: 'Ordenanza' }] };
  expect(documentChange('categories', firstCategories as unknown as Json, renamed as unknown as Json)).toMatchObject({
    names: ['Clases del boletín'],
    after: 'Clases del boletín: Ordenanza (lista: Decretos Intendencia)',
  });
  const row = { area: 'Obras', phones: ['4000'], extension: '3', hours: '', always: true, address: '', email: '' };
  expect(documentChange('usefuldata', { rows: [] }, { rows: [row] })).toMatchObject({
    names: ['Áreas', 'Obras'],
    before: 'Áreas: (vacío)\nObras: (vacío)',
    after: 'Áreas: Obras\nObras: 4000, interno 3, las 24 horas',
  });
});

test('two versions of Sitio are compared by what differs', () => {
  const words = comparedWords('site', null, changed({ motto: 'Uno' }), changed({ motto: 'Dos' }));
  expect(words).toEqual({ mine: 'Lema: Uno', theirs: 'Lema: Dos' });
});

test('values that were left out because of their length, and other types, stay as they were', () => {
  expect(doneWords(entry(null, null))).toBe('cambió el contenido');
  expect(documentChange('story', {}, {})).toBeNull();
});
