import { expect, it } from 'vitest';
import { newPasswordFault } from '../../../web/src/admin/admins/password-fault.ts';
import { pictureWords } from '../../../web/src/admin/parts/words/picture-words.ts';
import { logOutWords } from '../../../web/src/admin/parts/words/state-words.ts';

it('a missing picture is shown with its name, and with the reason', () => {
  expect(pictureWords('mirador-del-lago-0123456789abcdef', false)).toBe(
    '«mirador-del-lago»: esta imagen no está en este dispositivo',
  );
  expect(pictureWords('mirador-0123456789abcdef', true)).toBe('«mirador»: no pudimos traer esta imagen');
  expect(pictureWords('0123456789abcdef', false)).toBe('esta imagen no está en este dispositivo');
});

it('a password change is checked from top to bottom, and says which field is wrong', () => {
  const wish = { current: 'la de siempre', next: 'cuatro palabras sueltas', again: 'cuatro palabras sueltas' };
  expect(newPasswordFault(wish)).toBeNull();
  expect(newPasswordFault({ ...wish, current: '', next: 'x' })?.part).toBe('current');
  expect(newPasswordFault({ ...wish, next: 'corta', again: 'corta' })).toEqual({
    part: 'next',
    message: 'La contraseña tiene que tener al menos 8 caracteres.',
  });
  expect(newPasswordFault({ ...wish, next: wish.current, again: wish.current })?.part).toBe('next');
  expect(newPasswordFault({ ...wish, again: 'cuatro palabras' })?.part).toBe('again');
});

it('logging out says what stays on the device and what does not, and that logging in again needs a network', () => {
  const nothing = { waiting: 0, held: 0, drafts: 0, photos: 0, isOnline: true };
  expect(logOutWords(nothing)).toBeNull();
  expect(logOutWords({ ...nothing, waiting: 2 })).toMatch(
    /^Tenés 2 cambios sin enviar\. Lo que .* ¿Cerrar la sesión igual\?$/,
  );
  expect(logOutWords({ ...nothing, held: 1 })).toMatch(/^Tenés 1 cambio sin publicar\. Lo que .* ¿Cerrar/);
  expect(logOutWords({ ...nothing, drafts: 1 })).toMatch(/^Hay texto sin guardar: queda como borrador/);
  expect(logOutWords({ ...nothing, photos: 1 })).toMatch(/^Hay 1 foto compartida sin ubicar: .* se borra de/);
  expect(logOutWords({ ...nothing, isOnline: false })).toMatch(/^Ahora no hay conexión: .*señal\. ¿Cerrar/);
});
