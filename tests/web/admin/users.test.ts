import { expect, test } from 'vitest';
import { enableHelp, usernameHelp } from '../../../web/src/admin/admins/user-screen.tsx';
import { afterLoading } from '../../../web/src/admin/admins/user-calls.ts';

const ANA = { is: 'loaded', value: { name: 'Ana' }, path: '/ana' } as const;
const FAILED = { is: 'failed', message: 'La gestión de usuarios necesita conexión.' } as const;

test('a user stays on the screen, with what is being typed, when they cannot be loaded again after a save', () => {
  expect(afterLoading(ANA, FAILED, '/ana')).toEqual(ANA);
  expect(afterLoading(ANA, { is: 'loaded', value: { name: 'Ana María' } }, '/ana')).toMatchObject({
    value: { name: 'Ana María' },
  });
});

test('a user who cannot be loaded is not shown as another one', () => {
  expect(afterLoading(ANA, FAILED, '/beto')).toEqual({ ...FAILED, path: '/beto' });
  expect(afterLoading({ is: 'loading' }, FAILED, '/ana')).toEqual({ ...FAILED, path: '/ana' });
});

test('a new user is proposed a name that can be said, until they have one', () => {
  const id = '0g19oebjnwan';
  expect(usernameHelp({ id, name: 'Rocío Antilef', username: id })).toMatchObject({ proposal: 'rocio.antilef' });
  expect(usernameHelp({ id, name: '', username: id })).toEqual({
    note: 'Es provisorio: poné uno que se pueda decir.',
  });
  expect(usernameHelp({ id, name: 'Rocío Antilef', username: 'rocio' })).toEqual({});
});

test('a user who is not enabled is said to be unable to log in', () => {
  expect(enableHelp({ id: 'a', enable: false }).note).toMatch(/^Así no puede ingresar/);
  expect(enableHelp({ id: 'a', enable: true })).toEqual({});
});
