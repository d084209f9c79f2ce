import { expect, it } from 'vitest';
import { phoneHints, wrongNumbers } from '../../../../web/src/admin/field/phone-hints.tsx';

it.each([
  ['02657-421100 / 421101 int. 12, de 8 a 13', ['Llama al 02657 421100.', 'Llama al 02657 421101.']],
  ['48-1100', ['Llama al 02902 481100.']],
  ['15-551234 WhatsApp', ['Llama al +54 9 2902 551234 y abre su WhatsApp.']],
  ['0800-555-MUNI', ['Llama al 08005556864.']],
  ['107', ['Llama al 107.']],
  ['', []],
  ['int. 12', ['No se puede llamar: a «int. 12» le falta el número de la central.']],
  ['A confirmar', ['No se puede llamar: «A confirmar» no es un número.']],
  ['12', ['No se puede llamar: «12» es demasiado corto.']],
])('an editor reads beneath «%s» what it calls, or why it cannot be called', (typed, hints) => {
  expect(phoneHints(typed, '02902 48-1100')).toEqual(hints);
});

it('an editor reads which of several numbers has too few or too many digits', () => {
  const hints = phoneHints('02902 48-1100 / 02902 48-110');
  expect(hints[0]).toBe('Llama al 02902 481100.');
  expect(hints[1]).toMatch(/^No se puede llamar al 02902 48-110: tiene 10 cifras\./);
  expect(phoneHints('02902 48-1100 02902 48-1101')[0]).toMatch(/tiene 22 cifras.*Separá varios números/);
});

it('an editor is asked about a number that cannot be called when they write it, and not about what was there', () => {
  const wrong = (phones: string[], before: string[] = []) => wrongNumbers(phones, before, '02902 48-1100');
  expect(wrong(['02902 48-1100', '154 22-3344'])).toEqual([expect.stringMatching(/al 154 22-3344: tiene 9 cifras/)]);
  expect(wrong(['154 22-3344', '48-1130'], ['154 22-3344'])).toEqual([]);
  expect(wrong(['int. 12', '103', '15 48-1130', ''])).toEqual([]);
});

it('an editor is asked about a telephone without any digit', () => {
  const wrong = (phones: string[], before: string[] = []) => wrongNumbers(phones, before, '02902 48-1100');
  expect(wrong(['llamar a Pepe', '48-1130', 'consultar en la ventanilla'])).toEqual([
    'No se puede llamar: «llamar a Pepe» no es un número.',
    'No se puede llamar: «consultar en la ventanilla» no es un número.',
  ]);
  expect(wrong(['llamar a Pepe'], ['llamar a Pepe'])).toEqual([]);
  expect(wrong(['0800-555-MUNI'])).toEqual([]);
});
