import { words } from '../values/text.ts';

/** Words that mean the same to people of the town, one after the other: `basura, residuos, recolección`. */
export interface Synonyms {
  words: string;
}
/** Returns the folded words that find what a folded word means; the word itself comes first. */
export type Alternatives = (word: string) => readonly string[];

/** Those of a town that has not changed the list, which its document then lacks. */
export const firstSynonyms: readonly Synonyms[] = [
  'basura, residuos, recolección, camión',
  'impuesto, tasa, tributo, patente',
  'carnet, carné, licencia, registro',
  'conducir, manejar',
  'comercio, local, negocio, habilitación',
  'colectivo, ómnibus, micro, transporte',
  'luz, electricidad, eléctrica, alumbrado',
  'corte, cortan, cortaron, cortado, cortada',
  'hospital, salud, médico, guardia',
  'farmacia, remedio, medicamento, pastilla',
  'perro, gato, mascota, castración, zoonosis, veterinario, veterinaria',
  'rama, poda, escombro',
  'obra, plano, construcción',
  'reclamo, queja',
  'empleo, trabajo',
  'intendente, intendenta, intendencia',
  'ordenanza, norma, digesto',
].map((all) => ({ words: all }));

/** The word alone means itself. */
export const itself: Alternatives = (word) => [word];

/** @param synonyms the town's list; those of every town where it has none */
export function alternativesIn(synonyms: readonly Synonyms[] = firstSynonyms): Alternatives {
  const byStem = new Map<string, Set<string>>();
  for (const { words: all } of synonyms) {
    const stems = words(all).map(stemOf);
    for (const stem of stems) byStem.set(stem, new Set([...(byStem.get(stem) ?? []), ...stems].slice(0, MOST)));
  }
  return (word) => [...new Set([word, ...(byStem.get(stemOf(word)) ?? [])])];
}

/** Maximum number of words that mean the same as one: each is searched. */
const MOST = 12;
/** A word without the ending of its plural: searched words begin others, so it finds both. */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/s$/, '') : word);
