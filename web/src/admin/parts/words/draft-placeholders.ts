/** Begins a mark in a draft that staff replace by what it asks for, up to the next `]`. */
export const GAP = '[Completar: ';

/** Returns the number of such marks that are left in the texts of a record. */
export function gapsIn(record: object): number {
  return Object.values(record)
    .filter((value) => typeof value === 'string')
    .reduce((sum, text) => sum + text.split(GAP).length - 1, 0);
}
