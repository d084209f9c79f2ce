import { describe, expect, test } from 'vitest';
import { blankDocuments, categoriesSchema } from '#contract/town/documents';
import { mergedStreets, STREET_LIMITS, tidyStreets } from '#contract/town/zone-streets';
import { meantStreet, numbersWords, zonesAt } from '#contract/town/zones';

const ZONES = [
  { zone: 'Norte', streets: ['Avenida San Martín 1-500', 'Barrio Las Lengas', '25 de Mayo', 'Hipólito Yrigoyen'] },
  { zone: 'Sur', streets: ['San Martín 501-2000', 'Belgrano', 'Calle 12', 'Mitre', 'B. Norte', 'Calle B'] },
  { zone: 'Oeste', streets: ['Mitre', 'San Martín de los Andes', 'Gral. Roca', 'Los Ñires'] },
].map(({ zone, streets }) => ({ zone, streets: streets.join('\n') }));

describe('the zone of a street or neighbourhood', () => {
  test.each([
    ['Belgrano', 'Sur'],
    ['  BELGRANO 1234, depto. 2', 'Sur'],
    ['san martin 450', 'Norte'],
    ['Av. San Martín Nº 450', 'Norte'],
    ['Avda San Martin 501', 'Sur'],
    ['San Martín', 'Norte Sur'],
    ['San Martín de los Andes 700', 'Oeste'],
    ['barrio las lengas', 'Norte'],
    ['B° Las Lengas', 'Norte'],
    ['las lengas casa 14', 'Norte'],
    ['los nires 5', 'Oeste'],
    ['barrio norte', 'Sur'],
    ['25 de mayo 340', 'Norte'],
    ['25 mayo', 'Norte'],
    ['Calle 12', 'Sur'],
    ['calle 12 340', 'Sur'],
    ['calle b', 'Sur'],
    ['H. Yrigoyen 300', 'Norte'],
    ['Yrigoyen', 'Norte'],
    ['General Roca 20', 'Oeste'],
    ['roca', 'Oeste'],
    ['Mitre 12', 'Sur Oeste'],
    ['Rocamora', ''],
    ['San Martín 9000', ''],
    ['Rivadavia 100', ''],
    ['450', ''],
    ['', ''],
  ])('%j is in %j', (typed, zones) => {
    expect(zonesAt(ZONES, typed).join(' ')).toBe(zones);
  });

  test.each([
    ['Belgrno', 'Belgrano'],
    ['calle belgrnao 1234', 'Belgrano 1234'],
    ['Yrigoyem', 'Hipólito Yrigoyen'],
    ['Avenida San Matrín 450', 'Avenida San Martín 450'],
    ['Rivadavia 100', ''],
    ['San Martín 9000', ''],
    ['450', ''],
  ])('who writes %j may mean %j', (typed, street) => {
    expect(meantStreet(ZONES, typed)).toBe(street);
  });

  test('of a street in several zones it is said which numbers are whose, where the list says it of all', () => {
    expect(numbersWords(ZONES, 'san martin')).toBe('del 1 al 500: Norte · del 501 al 2000: Sur');
    expect(numbersWords(ZONES, 'Mitre')).toBe('');
    const open = [...ZONES, { zone: 'Este', streets: 'Belgrano 1-99\nBelgrano 100-9999' }].slice(2);
    expect(numbersWords(open, 'Belgrano')).toBe('del 1 al 99: Este · del 100 en adelante: Este');
  });

  test('none is found in a list of no streets', () => {
    expect(zonesAt([{ zone: 'Norte', streets: '' }], 'Belgrano')).toEqual([]);
  });
});

describe('the list of streets of a zone', () => {
  test('is understood as it is written or pasted, each street once and in the order of the alphabet', () => {
    expect(
      tidyStreets('San Martín 501-900, Belgrano;\tMitre\r\n\r\n- Ñandú\n• Calle 12.\n* calle 2\nBELGRANO , \u00a0 '),
    ).toBe('Belgrano\ncalle 2\nCalle 12\nMitre\nÑandú\nSan Martín 501-900');
    expect(tidyStreets(tidyStreets('Mitre, Belgrano'))).toBe('Belgrano\nMitre');
  });

  test('keeps what two Admins have added, and misses what either has removed', () => {
    const versions = ['Belgrano\nMitre\nRoca', 'Alem\nBelgrano\nRoca', 'Belgrano\nMitre\nSarmiento'] as const;
    const [base, mine, theirs] = versions;
    expect(mergedStreets(base, mine, theirs)).toBe('Alem\nBelgrano\nSarmiento');
    expect(mergedStreets(base, theirs, mine)).toBe('Alem\nBelgrano\nSarmiento');
  });

  const parsed = (zones: unknown) => categoriesSchema.safeParse({ ...blankDocuments.categories, zones });
  const faults = (zones: unknown) => parsed(zones).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('is stored tidy, and a town may have none', () => {
    expect(parsed([{ zone: ' Norte ', streets: 'Mitre, Belgrano' }]).data?.zones).toEqual([
      { zone: 'Norte', streets: 'Belgrano\nMitre' },
    ]);
    expect(categoriesSchema.parse(blankDocuments.categories)).not.toHaveProperty('zones');
  });

  test('is refused with a word of what is wrong', () => {
    const streets = (count: number) => Array.from({ length: count }, (_, at) => `Calle ${at}`).join(',');
    expect(faults([{ zone: '', streets: '' }])).toEqual([['zones.0.zone', 'Falta el nombre de la zona.']]);
    expect(
      faults([
        { zone: 'Norte', streets: 'x'.repeat(81) },
        { zone: 'NORTE', streets: '' },
      ]),
    ).toEqual([
      ['zones.0.streets', `«${'x'.repeat(30)}…» es demasiado largo: hasta 80 caracteres.`],
      ['zones.1.zone', '«NORTE» ya está en la lista.'],
    ]);
    const half = STREET_LIMITS.streets / 2;
    expect(faults([half, half + 1].map((count, at) => ({ zone: `${at}`, streets: streets(count) })))).toEqual([
      ['zones', 'Hasta 1000 calles y barrios entre todas las zonas: hay 1001.'],
    ]);
    expect(faults([half, half].map((count, at) => ({ zone: `${at}`, streets: streets(count) })))).toBeUndefined();
  });
});
