import type { Synonyms } from './synonyms.ts';
import type { ZoneStreets } from './zones.ts';
import { fold, words } from '../values/text.ts';

/**
 * The lists from which records have their category: the classes of bulletins, the categories of events and the kinds of
 * rosters. An Admin edits them as one document; residents load this, so it has no validation code.
 */
export interface Category {
  /** What records store and, in lower case, addresses contain. It never changes, whatever the category is called. */
  key: string;
  name: string;
  /** What the list of its records is called; '' for its name. Only classes of bulletins have it, and `singular`. */
  title?: string;
  /** What one of its records is called; '' for its name. */
  singular?: string;
  /** Not offered for new records. */
  retired: boolean;
}
/** The document of the lists. */
export type Categories = {
  bulletin: Category[];
  agenda: Category[];
  roster: Category[];
  /** Left out by a town that has not changed them. */
  synonyms?: Synonyms[];
  /** The streets of the zones that rosters name; left out by a town that has not listed any. */
  zones?: ZoneStreets[];
};
/** The types whose records have a category. */
export type CategorizedType = Exclude<keyof Categories, 'synonyms' | 'zones'>;

/** The field of each type that has the category's key. */
export const categoryFields = { bulletin: 'bclass', agenda: 'label', roster: 'kind' } as const satisfies Record<
  CategorizedType,
  string
>;

/** Whether a type's records have a category. */
export const isCategorized = (type: string): type is CategorizedType => Object.hasOwn(categoryFields, type);

export const CATEGORIZED_TYPES = /* @__PURE__ */ Object.keys(categoryFields) as CategorizedType[];

const named = (name: string): Category => ({ key: name, name, retired: false });

/** The lists of a new portal (spec sections 2.1 and 3). Devices read them until the feed has brought the town's own. */
export const firstCategories: Categories = {
  bulletin: [
    { key: 'Decreto', name: 'Decreto', title: 'Decretos Intendencia', singular: '', retired: false },
    { key: 'Licitaciones', name: 'Licitaciones', title: '', singular: 'Licitación', retired: false },
    { key: 'Tarifas', name: 'Tarifas', title: '', singular: 'Tarifa', retired: false },
  ],
  agenda: ['Cultura', 'Juventud', 'Deporte', 'Turismo', 'Institucional'].map(named),
  roster: [
    ['recoleccion', 'Recolección'],
    ['farmacia', 'Farmacia de turno'],
    ['colectivo', 'Colectivo'],
    ['movil', 'Atención móvil'],
    ['agua', 'Reparto de agua'],
    ['feria', 'Feria'],
    ['otro', 'Otro'],
  ].map(([key = '', name = '']) => ({ ...named(name), key })),
};

/** Returns the category with a key, which addresses spell in lower case; undefined if there is none. */
export const categoryOf = (list: readonly Category[], key: string): Category | undefined =>
  list.find((one) => fold(one.key) === fold(key));

/** Returns what the category with a key is called; the key itself if the list does not have it. */
export const categoryName = (list: readonly Category[], key: string): string => categoryOf(list, key)?.name ?? key;

/** Returns an event with what its category is called in the place of the key. */
export const withCategoryName = <E extends { label: string }>(event: E, list: readonly Category[]): E => ({
  ...event,
  label: categoryName(list, event.label),
});

/** Returns the words by which the records of a category are found. */
export const categoryWords = ({ name, title = '', singular = '' }: Category): string[] =>
  words(`${name} ${title} ${singular}`);

/** Returns what the list of a category's records is called. */
export const categoryTitle = ({ title, name }: Category): string => title || name;

/** Returns the category of a new record: the usual one if it is offered, otherwise the first that is. */
export function initialCategory(list: readonly Category[], usual: string): string {
  const offered = list.filter(({ retired }) => !retired);
  return (offered.find(({ key }) => key === usual) ?? offered[0])?.key ?? usual;
}
