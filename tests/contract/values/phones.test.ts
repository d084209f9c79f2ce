import { expect, test } from 'vitest';
import * as fields from '#contract/fields';
import { usefulDataSchema } from '#contract/town/documents';
import { phoneParts, phonesInText, telephone } from '#contract/values/phones';

/** What can be called, as it is written and as it is dialled; what stays text, in brackets. */
const shown = (typed: string, town?: string) =>
  phoneParts(typed, town).map(({ text, tel, whatsapp }) =>
    tel ? [text, tel.slice(4), whatsapp?.slice(8)].filter(Boolean).join(' → ') : `[${text}]`,
  );

test.for([
  ['02902 48-1100', '02902 48-1100 → +542902481100'],
  ['(02902) 48-1100', '(02902) 48-1100 → +542902481100'],
  ['(02902)481100', '(02902)481100 → +542902481100'],
  ['02902-48.11.00', '02902-48.11.00 → +542902481100'],
  ['02902/481100', '02902/481100 → +542902481100'],
  ['02902 - 481100', '02902 - 481100 → +542902481100'],
  ['+54 2902 48-1100', '+54 2902 48-1100 → +542902481100'],
  ['+54 (02902) 48-1100', '+54 (02902) 48-1100 → +542902481100'],
  ['+54 9 2902 48-1234', '+54 9 2902 48-1234 → +5492902481234'],
  ['5492902481234', '5492902481234 → +5492902481234'],
  ['02902 15-481234', '02902 15-481234 → +5492902481234'],
  ['2902 15 48-1234', '2902 15 48-1234 → +5492902481234'],
  ['0299 15 448-1234', '0299 15 448-1234 → +5492994481234'],
  ['011 15-4321-1234', '011 15-4321-1234 → +5491143211234'],
  ['011 4321-1234', '011 4321-1234 → +541143211234'],
  ['+56 61 224 1234', '+56 61 224 1234 → +56612241234'],
])('«%s» calls one number, in international form', ([typed = '', number]) => {
  expect(shown(typed)).toEqual([number]);
});

test.for(['100', '101', '103', '107', '144', '911', '4000'])('the short number %s is called as it is', (typed) => {
  expect(shown(typed, '02902 48-1100')).toEqual([`${typed} → ${typed}`]);
});

test.for([
  ['0800-555-MUNI', ['0800-555-MUNI → 08005556864']],
  ['0800-555-muni', ['0800-555-muni → 08005556864']],
  ['0800 MUNICIP', ['0800 MUNICIP → 08006864247']],
  ['0800-222-SALUD', ['0800-222-SALUD → 080022272583']],
  ['0800-555-MUNI (6864)', ['0800-555-MUNI → 08005556864', '[(6864)]']],
  ['0800-555-MUNI de 8 a 13', ['0800-555-MUNI → 08005556864', '[de 8 a 13]']],
  ['0800-555-1234 lunes a viernes', ['0800-555-1234 → 08005551234', '[lunes a viernes]']],
  ['0810 222 1234', ['0810 222 1234 → 08102221234']],
] as const)('«%s» is a free number, with its letters as on a keypad', ([typed, parts]) => {
  expect(shown(typed)).toEqual(parts);
});

test.for([
  ['02657-421100 / 421101', ['02657-421100 → +542657421100', '421101 → +542657421101']],
  ['2657-421100 / 421101', ['2657-421100 → 2657421100', '421101 → 2657421101']],
  ['02657-421100/01', ['02657-421100 → +542657421100', '01 → +542657421101']],
  ['02657-421100/1/2', ['02657-421100 → +542657421100', '1 → +542657421101', '2 → +542657421102']],
  ['02657-421100 y 15-551234', ['02657-421100 → +542657421100', '[y]', '15-551234 → +5492657551234']],
  ['02657 15-551234 / 15-551235', ['02657 15-551234 → +5492657551234', '15-551235 → +5492657551235']],
  ['02657 15-551234 / 551235', ['02657 15-551234 → +5492657551234', '551235 → 2657551235']],
  ['02657 15-551234/35', ['02657 15-551234 → +5492657551234', '35 → +5492657551235']],
  ['02902 48-1100, 02902 48-1102', ['02902 48-1100 → +542902481100', '02902 48-1102 → +542902481102']],
  ['02902 48-1100 - 48-1102', ['02902 48-1100 → +542902481100', '48-1102 → +542902481102']],
  ['02902 48-1100 / 107', ['02902 48-1100 → +542902481100', '107 → 107']],
  ['0800-555-1234 / 02902 48-1100', ['0800-555-1234 → 08005551234', '02902 48-1100 → +542902481100']],
] as const)('«%s» is several numbers, each called by itself', ([typed, parts]) => {
  expect(shown(typed)).toEqual(parts);
});

test.for([
  ['48-1100', ['48-1100 → +542902481100']],
  ['15-551234', ['15-551234 → +5492902551234']],
  ['48-1100/01', ['48-1100 → +542902481100', '01 → +542902481101']],
  ['0800-555-1234 / 48-1100', ['0800-555-1234 → 08005551234', '48-1100 → +542902481100']],
  // With a digit too many or too few, the rest of the town's number is another area's code, as 290.
  ['15 422-3344', ['[15 422-3344]']],
  ['154 22-3344', ['[154 22-3344]']],
  ['448-1100', ['[448-1100]']],
  ['4321-1234', ['[4321-1234]']],
  ['0299 448-1100 / 448-1101', ['0299 448-1100 → +542994481100', '448-1101 → +542994481101']],
  ['0299 448-1100 / 15-551234', ['0299 448-1100 → +542994481100', '[15-551234]']],
] as const)('«%s» without an area code is in the town, or is no number', ([typed, parts]) => {
  for (const town of ['02902 48-1100', '(02902) 48-1170 int. 3', '+54 9 2902 551000', '2902-481100'])
    expect(shown(typed, town)).toEqual(parts);
});

test('in a town whose area code is not known, a local number is called as it is written', () => {
  for (const town of ['', '0800-555-MUNI', '48-1100', '107']) {
    expect(shown('48-1170', town)).toEqual(['48-1170 → 481170']);
    expect(shown('15-551234', town)).toEqual(['15-551234 → 15551234']);
  }
});

test.for([
  ['02902 48-1100 int. 12', ['02902 48-1100 → +542902481100', '[int. 12]']],
  ['(02902) 48-1100 int. 3 y 4', ['(02902) 48-1100 → +542902481100', '[int. 3 y 4]']],
  ['02902 48-1100 (int. 104 y 105)', ['02902 48-1100 → +542902481100', '[(int. 104 y 105)]']],
  [
    '02902 48-1100 interno 104 / 48-1101',
    ['02902 48-1100 → +542902481100', '[interno 104]', '48-1101 → +542902481101'],
  ],
  ['Tel.: 02902 48-1100', ['[Tel.:]', '02902 48-1100 → +542902481100']],
  ['02902 48-1100 de 8 a 13', ['02902 48-1100 → +542902481100', '[de 8 a 13]']],
  ['02902 48-1100, de 8.30 a 13.30 hs', ['02902 48-1100 → +542902481100', '[de 8.30 a 13.30 hs]']],
  ['Guardia: 107 (las 24 hs)', ['[Guardia:]', '107 → 107', '[(las 24 hs)]']],
] as const)('in «%s» extensions, hours and names are text beside the number', ([typed, parts]) => {
  expect(shown(typed)).toEqual(parts);
});

test.for(['int. 12', 'interno 104', 'No tiene', '02902 48-110', '02902 48-1100 02902 48-1101', 'de 8 a 13', '12'])(
  '«%s» calls nothing and stays text',
  (typed) => {
    expect(shown(typed)).toEqual([`[${typed}]`]);
    expect(telephone(typed)).toBeUndefined();
  },
);

test('nothing is shown of nothing', () => {
  for (const typed of ['', ' ', ' / ', '-']) expect(phoneParts(typed)).toEqual([]);
});

test.for([
  ['02902 15-551234 WhatsApp', ['02902 15-551234 → +5492902551234 → wa.me/5492902551234']],
  ['WhatsApp: 2902 55-1234', ['2902 55-1234 → 2902551234 → wa.me/5492902551234']],
  ['15-551234 (whatsapp)', ['15-551234 → +5492902551234 → wa.me/5492902551234']],
  ['+54 2902 48-1100, Wsp', ['+54 2902 48-1100 → +542902481100 → wa.me/5492902481100']],
  ['+56 61 224 1234 WhatsApp', ['+56 61 224 1234 → +56612241234 → wa.me/56612241234']],
  [
    '02902 48-1100 / WhatsApp 15-551234',
    ['02902 48-1100 → +542902481100', '15-551234 → +5492902551234 → wa.me/5492902551234'],
  ],
  ['15-551234 (WhatsApp) / 48-1100', ['15-551234 → +5492902551234 → wa.me/5492902551234', '48-1100 → 2902481100']],
  ['15-551234 WhatsApp de 8 a 13', ['15-551234 → +5492902551234 → wa.me/5492902551234', '[de 8 a 13]']],
  ['02902 15-551234 sin WhatsApp', ['02902 15-551234 → +5492902551234', '[sin WhatsApp]']],
  ['02902 15-551234 (no tiene WhatsApp)', ['02902 15-551234 → +5492902551234', '[(no tiene WhatsApp)]']],
  ['107 WhatsApp', ['107 → 107', '[WhatsApp]']],
  ['02902 15-551234', ['02902 15-551234 → +5492902551234']],
] as const)('«%s» opens WhatsApp only for the number that has it', ([typed, parts]) => {
  expect(shown(typed, '02902 48-1100')).toEqual(parts);
});

/** The numbers that running text offers to call. */
const called = (text: string) => phonesInText(text, '02902 48-1100').flatMap(({ tel }) => tel?.slice(4) ?? []);

test.for([
  ['Llamá al 103.', ['103']],
  ['Al 107 o al 911, y si se corta el agua 02902 48-1120.', ['107', '911', '+542902481120']],
  ['Si ves humo llamá al 100, 103 o 107', ['100', '103', '107']],
  ['Llamen 105 (gratis) o 0800-555-1234.', ['105', '08005551234']],
  ['Guardia: (02902) 48-1120 y +54 9 2902 48-1234', ['+542902481120', '+5492902481234']],
  ['Avisá a Defensa Civil al 103 o comunicate con la guardia al 107.', ['103', '107']],
  ['Las voladuras se informan al 103; pueden pedir asistencia en el 103.', ['103', '103']],
  ['Policía: 101. Bomberos (100)', ['101', '100']],
  ['Escribinos: (02966) 15-423344', ['+5492966423344']],
  ['Teléfono: 2966 42-3344, WhatsApp 2966 15-423344', ['2966423344', '+5492966423344']],
  ['0800-222-SALUD, 0810 222 1234 y 0800-333-4444', ['080022272583', '08102221234', '08003334444']],
  ['Reservas: tel. 48-1170 o 15-551234', ['+542902481170', '+5492902551234']],
  // Mobile phones as people divide them; with a digit too many they are nobody's, and 154 is not what was meant.
  ['Llamá al 154 22-334, 154-22334 o 154 223 34', ['+5492902422334', '+5492902422334', '+5492902422334']],
  ['Llamá al 103, al 154 22-3344 o al 107 24 horas', ['103', '107']],
  ['Emergencias: 107, 154 223344', ['107']],
  ['02902 48-1100 / 48-1101, int. 24', ['+542902481100', '+542902481101']],
  ['0299 448-1100 y 448-1101, de 8 a 13 h', ['+542994481100', '+542994481101']],
  ['02902/481100 8 a 13 h; 02902-48.11.00', ['+542902481100', '+542902481100']],
  ['011 4321-1234; (11) 4321-1234.', ['+541143211234', '1143211234']],
  ['Viento de 120 km/h; caen 100 mm el 15/11/2026', []],
  ['La Ruta 12 está cortada del kilómetro 100 al 103', []],
  ['Nieve hasta los 100. Del 101 al 107 no hay luz: $ 250.000', []],
  ['El embalse llegó al 100 %, sube al 107% y mide 144 m', []],
  ['Es en Belgrano al 100. Llamá si ves humo en 9 de Julio al 100', []],
  ['Decreto N.º 2094/2026, Ordenanza 45-2026, Expediente 02902-481100/2026, Expte. 0299-4481100', []],
  ['CBU 0110599520000001234567, CUIT 30-71234567-8, DNI 28.345.678, $ 2.345.678.901', []],
  ['Perito Moreno 122, del 12-10-2026 al 15-12-2026; 101 vecinos, 120 casos informados', []],
  ['Se informaron 103 casos y avisaron que sube al 107. Los llamados fueron 144', []],
  ['Int. 24, interno 104; 48-1100 sin nada que diga que es un teléfono', []],
  ['-51.4086/-72.0289, 2026-11-26 08:30, 2902 481100/2026', []],
] as const)('in «%s» what it asks to call can be called, and no other number', ([text, numbers]) => {
  expect(called(text)).toEqual(numbers);
  expect(
    phonesInText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('brackets around a number and what follows it stay text', () => {
  expect(
    phonesInText('Mesa (02902 48-1100, int. 1) y (02902) 48-1102').flatMap(({ tel, text }) => (tel ? text : [])),
  ).toEqual(['02902 48-1100', '(02902) 48-1102']);
});

test('a text that does not know its town calls no number without an area code', () => {
  expect(phonesInText('Llamá al 48-1100 o al 107').flatMap(({ tel }) => tel ?? [])).toEqual(['tel:107']);
});

test('what has too few digits to call anything is no telephone, in whatever field it is written', () => {
  const field = fields.phones('Teléfonos');
  const row = { area: 'Corralón', extension: '', hours: '', always: false, address: '', email: '' };
  const phones = (typed: string) => {
    const isTaken = field.parse.safeParse(typed).success;
    const inRow = usefulDataSchema.safeParse({ rows: [{ ...row, phones: [typed || '103'] }] });
    return isTaken && inRow.success;
  };
  for (const typed of ['12', ' 9 ', '1/2', '(02)']) expect([typed, phones(typed)]).toEqual([typed, false]);
  for (const typed of ['', '103', '911', '48-1234', 'interno 12', '0800-555-MUNI', '48-1234 / 36'])
    expect([typed, phones(typed)]).toEqual([typed, true]);
});
