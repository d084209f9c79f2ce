import type { DirectoryGroup } from './directory-groups.ts';
import { fold } from '../values/text.ts';

/**
 * Returns the group of an area of the directory: the one that the town has chosen, or else what its name suggests. Most
 * areas are offices of the municipality. Residents get every row with its group, and do not need this.
 */
export const groupOf = ({ area, group }: { area: string; group?: DirectoryGroup | undefined }): DirectoryGroup =>
  group ?? BY_NAME.find(([, names]) => names.test(fold(area)))?.[0] ?? 'Municipio';

/** Returns the directory with a group in each row: those stored or sent by earlier releases have none. */
export const withGroups = <Row extends { area: string; group?: DirectoryGroup }>(directory: { rows: Row[] }) => ({
  ...directory,
  rows: directory.rows.map((row) => ({ ...row, group: groupOf(row) })),
});

/** By beginnings of words in the folded name; the first group that has one is it. */
const BY_NAME: readonly (readonly [DirectoryGroup, RegExp])[] = [
  ['Emergencias', /\b(?:emergenc|defensa civil|bomber|ambulanc|rescate|violencia)/],
  ['Salud', /\b(?:hospital|salud|salita|farmac|medic|clinica|sanatori|odonto|vacun)/],
  ['Seguridad', /\b(?:polici|comisari|seguridad|gendarm|prefectura|juzgado(?! de (?:faltas|paz))|fiscal)/],
  ['Educación', /\b(?:escuel|colegio|jardin\b|educa|universi|institut|bibliotec)/],
  ['Transporte y turismo', /\b(?:transport|colectivo|terminal|omnibus|aerop|turis|remis|taxi|camping)/],
  ['Cultura y deporte', /\b(?:cultur|museo|teatro|deport|gimnasi|juventud|club\b|natatori)/],
  ['Servicios', /\b(?:agua|saneam|cloaca|electric|energia|luz\b|gas\b|servicios pub|alumbrad|recolec|residuo|correo)/],
  ['Otros', /\b(?:veterinaria|banco\b|cajero|estacion de servicio|iglesia|parroquia|radio\b)/],
];
