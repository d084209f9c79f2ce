import { expect, test } from 'vitest';
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
