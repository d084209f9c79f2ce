import { pictureTitle } from '#contract/values/pictures';
import type { Categories } from '#contract/town/categories';
import { PICTURE_ORDER } from '#contract/values/picture-order';
import { dayAt, longDay, longMoment } from '#contract/values/dates';
import type { HistoryEntry } from '#contract/messages/history-entry';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import type { Fields } from '../../../offline/store/stored-record.ts';
import { documentChange } from './document-words.ts';
import { withCategories } from './category-choices.ts';
import { fieldOf, groupName } from './operation-words.ts';
import { valueWords } from './value-words.ts';

/** Formats a timestamp in the town's time zone: `15 de marzo de 2026, 10:32 h`. */
export function whenWords(at: string): string {
  const moment = Date.parse(at);
  return `${longDay(dayAt(moment))}, ${longMoment(moment).split(', ')[1] ?? ''}`;
}

export const authorWords = ({ by }: Pick<HistoryEntry, 'by'>) => by || 'El sistema';

/** Describes an entry's action, to follow its author's name: `cambió «Título»`. */
export function doneWords({ action, type, field, before, after }: HistoryEntry): string {
  if (action === 'create') return 'creó el registro';
  if (action === 'delete') return 'eliminó el registro';
  if (field === 'labels') return action === 'add' ? 'agregó una etiqueta' : 'quitó una etiqueta';
  if (field === 'videos') return action === 'add' ? 'agregó un video' : 'quitó un video';
  if (field === 'image')
    return action === 'remove' ? 'quitó una imagen' : before === null ? 'agregó una imagen' : 'cambió la imagen';
  if (field === PICTURE_ORDER) return 'cambió el orden de las imágenes';
  if (field === 'pdf') return after === null ? 'quitó el PDF' : before === null ? 'agregó el PDF' : 'cambió el PDF';
  if (field === null) {
    const { names = [] } = documentChange(type, before as Json, after as Json) ?? {};
    if (names.length > 0) return `cambió ${namesWords(names)}`;
    return type === 'user' ? 'cambió los datos' : 'cambió el contenido';
  }
  if (field === 'secondFactor') return 'cambió la verificación en dos pasos';
  return `cambió «${fieldOf(type, field)?.label ?? field}»`;
}

/**
 * Names an entry so that no other one of its record's history is named so: `Ana cambió «Título» el 15 de marzo de 2026,
 * 10:32 h`, with its number where another one reads the same.
 */
export function pointWords(entry: HistoryEntry, items: readonly HistoryEntry[]): string {
  const words = (one: HistoryEntry) => `${authorWords(one)} ${doneWords(one)} el ${whenWords(one.at)}`;
  const own = words(entry);
  const isAlone = !items.some((one) => one.entry !== entry.entry && words(one) === own);
  return isAlone ? own : `${own}, cambio n.º ${entry.entry}`;
}

/** `«Lema», «Teléfono» y otros 3 datos` */
function namesWords(names: readonly string[]): string {
  const quoted = names.map((name) => `«${name}»`);
  if (quoted.length > 3) return `${quoted.slice(0, 2).join(', ')} y otros ${quoted.length - 2} datos`;
  return new Intl.ListFormat('es-AR').format(quoted);
}

/** Returns a record's name in the history: `Noticia «Título»`. */
export function recordWords({ type, name }: Pick<HistoryEntry, 'type' | 'name'>): string {
  return groupName(type, { id: '', title: name, name } as Fields);
}

/** Returns the old and new value of an entry as a person reads them. */
export function valuesOf(
  { type, field, before, after }: HistoryEntry,
  categories: Categories,
): { before: string; after: string } {
  const change = field === null ? documentChange(type, before as Json, after as Json) : null;
  if (change) return change;
  const words = (value: unknown) => wordsOf(type, field, value, categories);
  return { before: words(before), after: words(after) };
}

function wordsOf(type: string, field: string | null, value: unknown, categories: Categories): string {
  if (field === PICTURE_ORDER && Array.isArray(value))
    return value.map((name, at) => `${at + 1}. ${pictureTitle(String(name)) || 'sin nombre'}`).join('\n');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null) {
    if (field === 'image') return pictureName(String((value as { name?: unknown }).name ?? ''));
    if (field === 'pdf') return String((value as { pdfname?: unknown }).pdfname ?? '');
    if (type === 'greenpointpage') return valueWords(fieldOf(type, 'txt'), (value as { txt?: Json }).txt);
  }
  const known = field === null ? null : withCategories(fieldOf(type, field), type, categories);
  return valueWords(known, value as Json);
}

/** Says what its author called a picture; what the program calls one without a name of its own says nothing. */
function pictureName(name: string): string {
  const title = pictureTitle(name);
  return title === '' || title === 'foto' ? 'imagen' : `imagen «${title}»`;
}
