import { expect, test } from 'vitest';
import { blankRecord } from '#contract/forms-and-lists';
import { alertMessageText } from '#contract/messages/alert-message';
import type { Alert } from '#contract/records';
import { alertMessage } from '../../../api/push/messages.ts';
import { afterWords, beforeWords } from '../../../web/src/admin/edit/reach-words.ts';

test.for([
  [null, 'Ahora no se sabe a cuántos teléfonos va. Sin conexión, sale cuando vuelva la señal.'],
  [0, 'Nadie pidió todavía avisos de alertas en su teléfono: se va a ver en el sitio.'],
  [1, 'Va a 1 teléfono, de quienes pidieron avisos de alertas. Lo que ya salió no se puede retirar.'],
  [312, 'Va a 312 teléfonos, de quienes pidieron avisos de alertas. Lo que ya salió no se puede retirar.'],
] as const)('before an alert is published, staff read to how many phones it goes: %s', ([phones, words]) => {
  expect(beforeWords(phones)).toBe(words);
});

test.for([
  [null, 'El aviso a los teléfonos todavía no salió.'],
  [{ wanted: 0, taken: 0, waiting: 0 }, 'No había teléfonos a los que avisar.'],
  [{ wanted: 312, taken: 120, waiting: 192 }, 'Enviando el aviso: 120 de 312 teléfonos.'],
  [{ wanted: 312, taken: 312, waiting: 0 }, 'Aviso enviado a 312 teléfonos.'],
  [{ wanted: 1, taken: 1, waiting: 0 }, 'Aviso enviado a 1 teléfono.'],
  [{ wanted: 312, taken: 311, waiting: 0 }, 'Aviso enviado a 311 de 312 teléfonos: 1 no lo tomó.'],
  [{ wanted: 312, taken: 300, waiting: 0 }, 'Aviso enviado a 300 de 312 teléfonos: 12 no lo tomaron.'],
] as const)('afterwards they read how many have taken it: %j', ([message, words]) => {
  expect(afterWords({ phones: 312, message })).toBe(words);
});

test('the message that staff see is the one that is sent', () => {
  const alert = {
    ...blankRecord('alert', 'aaaaaaaaaaaa', Date.parse('2026-07-01T15:00:00Z'), '-'),
    headline: 'Ruta 40 cortada',
    instruction: 'No viajes.',
  } as Alert;
  expect(alertMessage(alert, Date.now())).toMatchObject(alertMessageText(alert));
});
