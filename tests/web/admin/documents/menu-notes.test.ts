import { expect, test } from 'vitest';
import { essentialOf, noteOn } from '../../../../web/src/admin/documents/menu-screen.tsx';

const link = (to: string) => ({ to, name: '', isHidden: false });
const draft = { id: 'p1', title: 'Trámites', status: 'Redaccion' };
const known = { freePages: [draft], empty: new Set(['/agenda', '/gobierno']), hidesEmpty: true, hasTaxSite: false };
const textOf = (to: string, more: Partial<Parameters<typeof noteOn>[1]> = {}) =>
  noteOn(link(to), { ...known, ...more })?.text;

test('a section without content is said to be hidden, as long as those hide themselves', () => {
  expect(textOf('/agenda')).toBe('Todavía no tiene contenido: no se muestra hasta que tenga.');
  expect(textOf('/agenda', { hidesEmpty: false })).toBeUndefined();
  expect(textOf('/noticias')).toBeUndefined();
});

test('the government and the taxes need their own, whatever the Admin chose', () => {
  expect(textOf('/gobierno', { hidesEmpty: false })).toMatch(/autoridad con nombre y cargo/);
  expect(textOf('impuestos', { hidesEmpty: false })).toMatch(/en Sitio falta la dirección/);
  expect(textOf('impuestos', { hasTaxSite: true })).toBeUndefined();
});

test('a group that residents do not see says why, open and closed', () => {
  const group = (...items: ReturnType<typeof link>[]) => ({ to: '', name: 'Vecinos', isHidden: false, items });
  const noted = (...items: ReturnType<typeof link>[]) => noteOn(group(...items), known)?.text;
  expect(noted()).toBe('No se muestra: un grupo vacío no sale en el sitio.');
  expect(essentialOf(group(), known)).toBe('Grupo vacío · No se muestra');
  expect(noted(link('/agenda'), { ...link('/noticias'), isHidden: true })).toBe(
    'No se muestra: nada de lo que contiene se ve en el sitio.',
  );
  expect(noted(link('/agenda'), link('/noticias'))).toBeUndefined();
  expect(essentialOf(group(link('/noticias')), known)).toBe('Grupo de 1 enlace');
  expect(essentialOf({ ...group(link('/noticias')), isHidden: true }, known)).toBe('Grupo de 1 enlace · Oculto');
});

test('only a page that no longer exists is a warning', () => {
  expect(noteOn(link('/pagina/p1'), known)).toEqual({
    text: 'Esta página no está publicada: no se muestra hasta que lo esté.',
  });
  expect(noteOn(link('/pagina/p2'), known)?.isLost).toBe(true);
});
