export const lostWords =
  'No pudimos guardar todas las fotos que compartiste. Liberá espacio en el dispositivo y compartilas de nuevo.';
export const unreadableWords =
  'No pudimos leer las fotos guardadas en este dispositivo. Recargá la página o compartilas de nuevo.';
export const unplacedWords =
  'No hay fotos para ubicar. En la galería del dispositivo tocá Compartir y elegí «Administrador».';

/** Returns the number of photos that belong to no record yet: `2 fotos compartidas`; '' for none. */
export function sharedWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 foto compartida' : `${count} fotos compartidas`;
}
