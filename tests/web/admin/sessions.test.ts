import { expect, test } from 'vitest';
import { sessionDevice, sessionTimes } from '../../../web/src/admin/admins/session-words.ts';

const SESSION = {
  id: 'a',
  device: 'Chrome en tablet Android',
  began: '2026-03-01T13:00:00Z',
  used: '2026-03-15T12:30:00Z',
  isThis: false,
};

test('a session says where it is, since when, and when it was last used', () => {
  expect(sessionDevice(SESSION)).toBe('Chrome en tablet Android');
  expect(sessionTimes(SESSION, '2026-03-15')).toBe('Ingreso: 1 de marzo, 10\u00a0h. Último uso: hoy a las 9:30\u00a0h');
  expect(sessionTimes({ ...SESSION, isThis: true }, '2026-03-15')).toBe('Ingreso: 1 de marzo, 10\u00a0h');
});

test('a session of an earlier release says what is not known', () => {
  expect(sessionDevice({ ...SESSION, device: '' })).toBe('Equipo desconocido');
  expect(sessionTimes({ ...SESSION, began: null, used: null }, '2026-03-15')).toBe(
    'Abierta desde antes. No se sabe cuándo se usó',
  );
});
