import { pageIdIn, SECTIONS } from '#contract/town/menu-entries';
import { isSkyline, skylines } from '#contract/town/skylines';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import { valueAt } from './document-paths.ts';
import type { Path } from './document-paths.ts';
import { SITE_COLOURS, SITE_GROUPS, SITE_TEXTS, SITE_WEATHER } from './site-fields.ts';

/** The differences between two values of a document: the names of the parts, and both values in words. */
export interface DocumentChange {
  names: string[];
  before: string;
  after: string;
}

/** Compares two values of a document that is edited as a form; null for any other type. */
export function documentChange(type: string, before: Json, after: Json): DocumentChange | null {
  const words = WORDS.get(type);
  if (!words || !isGroup(before) || !isGroup(after)) return null;
  const [old, next] = [new Map(words(before)), new Map(words(after))];
  const names = [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
  const text = (of: ReadonlyMap<string, string>, order: string) =>
    names
      .map((name) => {
        const value = name === AUTHORITY_ORDER ? order : of.get(name) || '(vacío)';
        return `${name}:${value.includes('\n') ? '\n' : ' '}${value}`;
      })
      .join('\n');
  return { names, before: text(old, 'un orden'), after: text(next, 'otro orden') };
}

/** Fields with ids, which mean nothing to a person. */
const AUTHORITY_ORDER = 'Orden de las autoridades';

type Words = [name: string, words: string][];

const WORDS = new Map<string, (value: Json) => Words>([
  ['site', siteWords],
  [
    'categories',
    (value) => [
      ['Clases del boletín', linesAt(value, ['bulletin'], categoryWords)],
      ['Categorías de la agenda', linesAt(value, ['agenda'], categoryWords)],
      ['Tipos de guardias y recorridos', linesAt(value, ['roster'], categoryWords)],
      ['Calles y barrios de cada zona', linesAt(value, ['zones'], zoneWords)],
      ['Palabras que significan lo mismo', linesAt(value, ['synonyms'], (row) => textAt(row, ['words']))],
    ],
  ],
  [
    'usefuldata',
    (value) => [
      ['Áreas', linesAt(value, ['rows'], (row) => textAt(row, ['area']))],
      ...listAt(value, ['rows']).map((row, at): Words[number] => [
        textAt(row, ['area']) || `Fila ${at + 1}`,
        rowWords(row),
      ]),
    ],
  ],
]);

function siteWords(site: Json): Words {
  const parts = [...SITE_GROUPS.flatMap(({ parts }) => parts), ...SITE_COLOURS];
  const skyline = textAt(site, ['skyline']);
  return [
    ...parts.map(({ label, path }): Words[number] => [label, textAt(site, path)]),
    ['Emergencias', linesAt(site, ['lines'], lineWords)],
    ...SITE_TEXTS.map(([name, label]): Words[number] => [label, textAt(site, ['texts', name])]),
    ['Paisaje', isSkyline(skyline) ? skylines[skyline].label : skyline],
    ['Punto importante de la foto de portada', focusWords(valueAt(site, ['photo']))],
    ['Menú', linesAt(site, ['menu', 'items'], entryWords)],
    ['Ocultar las secciones vacías', yesOrNo(valueAt(site, ['menu', 'hidesEmpty']) !== false)],
    [AUTHORITY_ORDER, linesAt(site, ['menu', 'authorities'], String)],
    ...SITE_WEATHER.map(({ label, path }): Words[number] => [label, textAt(site, path)]),
    ['Mostrar los primeros pasos', yesOrNo(valueAt(site, ['firstSteps']) === true)],
  ];
}

const lineWords = (line: Json) => {
  const note = textAt(line, ['note']);
  const always = valueAt(line, ['always']) === true ? ', las 24 horas' : '';
  return `${textAt(line, ['name'])}: ${textAt(line, ['phone'])}${note && ` (${note})`}${always}`;
};

const categoryWords = (category: Json) => {
  const title = textAt(category, ['title']);
  const retired = valueAt(category, ['retired']) === true ? ', retirada' : '';
  return `${textAt(category, ['name'])}${title && ` (lista: ${title})`}${retired}`;
};

const zoneWords = (zone: Json) => `${textAt(zone, ['zone'])}: ${textAt(zone, ['streets']).replaceAll('\n', ', ')}`;

const rowWords = (row: Json) => {
  const extension = textAt(row, ['extension']);
  const group = textAt(row, ['group']);
  const parts = [
    group && `en ${group}`,
    ...listAt(row, ['phones']).map(String),
    extension && `interno ${extension}`,
    textAt(row, ['hours']),
    valueAt(row, ['always']) === true && 'las 24 horas',
    textAt(row, ['address']),
    textAt(row, ['email']),
  ];
  return parts.filter(Boolean).join(', ');
};

/** Returns what a row, line, category, entry of the menu or field says, by the path of its place in a document. */
export function entryWordsAt([list]: Path, entry: Json): string {
  if (!isGroup(entry)) return String(entry ?? '');
  if (list === 'menu') return entryWords(entry);
  if (list === 'zones') return zoneWords(entry);
  if (list === 'synonyms') return textAt(entry, ['words']);
  if (list === 'rows') return `${textAt(entry, ['area'])}: ${rowWords(entry)}`;
  return list === 'lines' ? lineWords(entry) : categoryWords(entry);
}

/** An entry of the menu, with the links of a group below it. */
function entryWords(entry: Json): string {
  const to = textAt(entry, ['to']);
  const own = pageIdIn(to) === undefined ? (SECTIONS.get(to)?.name ?? to) : 'Página';
  const hidden = valueAt(entry, ['isHidden']) === true ? ' (oculto)' : '';
  const links = listAt(entry, ['items']).map((link) => `\n  ${entryWords(link)}`);
  return `${textAt(entry, ['name']) || own}${hidden}${links.join('')}`;
}

const focusWords = (photo: Json) =>
  isGroup(photo) ? `${textAt(photo, ['x'])} % a lo ancho, ${textAt(photo, ['y'])} % a lo alto` : '';

const yesOrNo = (is: boolean) => (is ? 'sí' : 'no');
const isGroup = (value: Json) => typeof value === 'object' && value !== null && !Array.isArray(value);
const textAt = (value: Json, path: Path) => {
  const found = valueAt(value, path);
  return typeof found === 'object' ? '' : String(found);
};
const listAt = (value: Json, path: Path): Json[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};
const linesAt = (value: Json, path: Path, words: (one: Json) => string) => listAt(value, path).map(words).join('\n');
