import { expect, test } from 'vitest';
import { FIRST_TICKET_SETTINGS, ticketSettings } from '#contract/tickets/ticket-settings';
import { ENGLISH, messagesOf, spoilt } from '../spoilt.ts';

const [entrance] = FIRST_TICKET_SETTINGS.areas;
const withEmail = (email: string) => ({
  ...FIRST_TICKET_SETTINGS,
  areas: [
    { ...entrance, email },
    { key: 'obras', name: 'Obras Públicas', people: [] },
  ],
});

test.for(['mesa@', 'mesa', 'mesa @villa.example', `${'m'.repeat(250)}@villa.example`])(
  'an address of an area that no mail could go to is refused in words that name the area: %s',
  (email) => {
    const { error } = ticketSettings.safeParse(withEmail(email));
    expect(error?.issues).toMatchObject([
      {
        path: ['areas', 0, 'email'],
        message: expect.stringMatching(/^Correo de «Mesa de Entradas»: escribilo completo/),
      },
    ]);
  },
);

test.for(['', '  ', 'mesa@villa.example', ' mesa@villa.example '])('«%s» is one that is stored', (email) => {
  expect(ticketSettings.parse(withEmail(email)).areas[0]?.email).toBe(email.trim());
});

test('every error message of the settings is in Spanish', () => {
  const whole = { ...withEmail('mesa@villa.example'), areas: [{ ...entrance, people: ['ana'], email: '' }] };
  const messages = new Set([...spoilt(whole)].flatMap((value) => messagesOf(ticketSettings, value)));
  expect(messages.size).toBeGreaterThan(10);
  expect([...messages].filter((message) => ENGLISH.test(message) || !/\p{L}.*[.:]/u.test(message))).toEqual([]);
});
