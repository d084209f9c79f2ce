import { expect, it } from 'vitest';
import { newPasswordFault } from '../../../web/src/admin/users/password-fault.ts';
import { pictureWords } from '../../../web/src/admin/files/picture-words.ts';

it('a picture that is not here is called by its own name, and by why it is not', () => {
  expect(pictureWords('mirador-del-lago-0123456789abcdef', false)).toBe('«mirador-del-lago»: esta imagen no está en este dispositivo');
  expect(pictureWords('mirador-0123456789abcdef', true)).toBe('«mirador»: no pudimos traer esta imagen');
  expect(pictureWords('0123456789abcdef', false)).toBe('esta imagen no está en este dispositivo');
});

it('a wish for another password is looked at from the top, and says which part is wrong', () => {
  const wish = { current: 'la de siempre', next: 'cuatro palabras sueltas', again: 'cuatro palabras sueltas' };
  expect(newPasswordFault(wish)).toBeNull();
  expect(newPasswordFault({ ...wish, current: '', next: 'x' })?.part).toBe('current');
  expect(newPasswordFault({ ...wish, next: 'corta', again: 'corta' })).toEqual({ part: 'next', message: 'La contraseña tiene que tener al menos 8 caracteres.' });
  expect(newPasswordFault({ ...wish, next: wish.current, again: wish.current })?.part).toBe('next');
  expect(newPasswordFault({ ...wish, again: 'cuatro palabras' })?.part).toBe('again');
});
