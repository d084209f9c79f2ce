import { isTownField } from '#contract/calendar/weather-service';
import { pictureOfField } from '#contract/uploaded/alt-fields';
import { categoryFields, isCategorized } from '#contract/town/categories';
import { blank, entities, fieldsOf, isEntity } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import { hasGallery, hasPdfs, isRecordType } from '#contract/record-types';
import { filesKeptFrom } from '#contract/messages/history-entry';
import type { HistoryEntry, LostFile } from '#contract/messages/history-entry';
import { calls } from '#contract/addresses/calls';
import { arranged, PICTURE_ORDER } from '#contract/values/picture-order';
import { pdfsIn } from '#contract/values/pdf-titles';
import { videoOf } from '#contract/values/videos';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import {
  creation,
  document,
  labelAddition,
  labelRemoval,
  pageText,
  pictureAlt,
  pictureOrder,
  update,
  videoAddition,
  videoRemoval,
} from '../workspace/new-operations.ts';
import type { AltOwner, GalleryOwner, UnsignedOperation } from '../workspace/new-operations.ts';
import { labelsOf, picturesIn } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { fieldOf } from '../parts/words/operation-words.ts';

/**
 * Returns the operations that restore the value from before an entry.
 * @param record the current record with pending changes applied; its values are the operations' base
 * @param now ms since the epoch: files of a year ago are gone
 * @returns no operations if the value is already current, or if the entry has none
 */
export function restoration(
  { entry, at, type, id, action, field, before, after }: HistoryEntry,
  record: Fields,
  now = Date.now(),
): UnsignedOperation[] {
  const old = before as Json;
  if (field === 'labels') return labelChanges(id, Array.isArray(old) ? old.map(String) : [], record);
  if (field === 'videos')
    return action === 'add' ? removedVideo(id, String(after), record) : addedVideo(id, String(before), record);
  if (field === 'image' || field === 'pdf')
    return filesKeptFrom({ at, before }, now)
      .filter((file) => !holds(record, file))
      .map((file) => comeback(type, id, entry, file, record));
  if (action !== 'update' || old === null) return [];
  if (field === PICTURE_ORDER) return arrangedAs(type as GalleryOwner, id, old, record);
  const described = pictureOfField(field);
  if (described !== null) return altChange(type as AltOwner, id, described, old, record);
  if (type === 'site' || type === 'categories' || type === 'usefuldata') {
    const { id: _, image: __, ...current } = record;
    return sameValue(old, current) ? [] : [document(type, old, current)];
  }
  if (type === 'greenpointpage') {
    const text = String((old as { txt?: unknown }).txt ?? '');
    return text === record.txt ? [] : [pageText(text, String(record.txt ?? ''))];
  }
  if (!isEntity(type) || type === 'user' || field === null || !fieldOf(type, field) || sameValue(old, record[field]))
    return [];
  if (type === 'alert' && !isTownField(String(record.source ?? ''), field)) return [];
  return [update(type, id, field, old, record[field] ?? null)];
}

/** Returns the operations that recreate a deleted record under its own id: values first, its status last. */
export function recovery({ entry, at, type, id, before }: HistoryEntry, now = Date.now()): UnsignedOperation[] {
  if (!isEntity(type) || type === 'user' || typeof before !== 'object' || before === null) return [];
  const record = before as Fields;
  const made = Date.parse(String(record.created));
  const values = valuesOn(type, id, made, record);
  return [
    creation(type, id, made, categoryIn(type, record)),
    ...values.filter(({ field }) => field !== 'status'),
    ...listsOn(id, record),
    ...filesKeptFrom({ at, before }, now).map((file) => comeback(type, id, entry, file, null)),
    ...values.filter(({ field }) => field === 'status'),
  ];
}

const copyTitle = (title: string) => `${title} (copia)`;

/**
 * Returns the operations that create a draft with the fields, labels and videos of a record, but without its pictures
 * and files.
 * @param id id of the copy
 * @param at creation time, ms since the epoch
 */
export function copyOf(entity: EntityName, record: Fields, id: string, at: number): UnsignedOperation[] {
  const [name = ''] = entities[entity].columns;
  const copied = { ...record, [name]: copyTitle(String(record[name] ?? '')) };
  // What has begun and ended is not copied: the copy begins now. It has no PDFs that could have titles.
  for (const [field, { kind }] of fieldsOf(entity)) if (kind === 'moment' || kind === 'pdfTitles') delete copied[field];
  return [...draftOf(entity, copied, id, at), ...listsOn(id, record)];
}

/** Returns the operations that create a draft with the given values. @param at creation time, ms since the epoch */
export function draftOf(entity: EntityName, values: Fields, id: string, at: number): UnsignedOperation[] {
  return [
    creation(entity, id, at, categoryIn(entity, values)),
    ...valuesOn(entity, id, at, values).filter(({ field }) => field !== 'status'),
  ];
}

/** Returns the key of a record's category, which its new record has from the beginning; undefined if it has none. */
function categoryIn(entity: EntityName, record: Fields): string | undefined {
  const key = isCategorized(entity) ? record[categoryFields[entity]] : undefined;
  return typeof key === 'string' ? key : undefined;
}

/** Returns the operations that set a blank record's fields to the values of another one. */
function valuesOn(entity: EntityName, id: string, at: number, record: Fields): UnsignedOperation[] {
  const fresh = blank(entity, id, at, categoryIn(entity, record)) as Record<string, Json>;
  return fieldsOf(entity)
    .filter(([name]) => entity !== 'alert' || isTownField('', name))
    .filter(([name]) => record[name] !== undefined && !sameValue(record[name], fresh[name]))
    .map(([name]) => update(entity, id, name, record[name] ?? null, fresh[name] ?? null));
}

/** Returns the operations that add its labels and videos, which need no upload. */
function listsOn(id: string, record: Fields): UnsignedOperation[] {
  const videos = (record.videos ?? []) as { url: string }[];
  return [
    ...labelsOf(record).map(({ name }) => labelAddition(id, name)),
    ...videos.map(({ url }) => videoAddition(id, url)),
  ];
}

function labelChanges(story: string, names: string[], record: Fields): UnsignedOperation[] {
  const now = labelsOf(record);
  return [
    ...now.filter(({ name }) => !names.includes(name)).map(({ id }) => labelRemoval(story, id)),
    ...names.filter((name) => !now.some((one) => one.name === name)).map((name) => labelAddition(story, name)),
  ];
}

/** Returns the operation that gives pictures a former order; those that came since stay last. */
function arrangedAs(owner: GalleryOwner, id: string, old: Json, record: Fields): UnsignedOperation[] {
  const pictures = picturesIn(record);
  const now = pictures.map(({ name }) => name);
  const then = arranged(pictures, Array.isArray(old) ? old.map(String) : []).map(({ name }) => name);
  return sameValue(then, now) ? [] : [pictureOrder(owner, id, then, now)];
}

/** Returns nothing for a picture that the record does not have any more. */
function altChange(owner: AltOwner, id: string, name: string, old: Json, record: Fields): UnsignedOperation[] {
  const picture = picturesIn(record).find((one) => one.name === name);
  const now = picture?.alt ?? '';
  return picture && now !== old ? [pictureAlt(owner, id, name, old, now)] : [];
}

const videoIds = (record: Fields) => ((record.videos ?? []) as { id: string }[]).map(({ id }) => id);

function removedVideo(album: string, url: string, record: Fields): UnsignedOperation[] {
  const video = videoOf(url);
  return video && videoIds(record).includes(video.id) ? [videoRemoval(album, video.id)] : [];
}

function addedVideo(album: string, url: string, record: Fields): UnsignedOperation[] {
  const video = videoOf(url);
  return video && !videoIds(record).includes(video.id) ? [videoAddition(album, url)] : [];
}

function holds(record: Fields, file: LostFile): boolean {
  if (file.kind === 'pdf') return pdfsIn(record).some(({ pdf }) => pdf === file.pdf.pdf);
  return picturesIn(record).some(({ name }) => name === file.picture.name);
}

/** @param record the record as the person sees it, for a file that replaces another */
function comeback(type: string, id: string, entry: number, file: LostFile, record: Fields | null): UnsignedOperation {
  const name = file.kind === 'pdf' ? file.pdf.pdf : file.picture.name;
  const image = (record?.image as { name?: Json } | null | undefined)?.name ?? '';
  const isOfMany = isRecordType(type) && (file.kind === 'picture' ? hasGallery(type) : hasPdfs(type));
  const base = file.kind === 'pdf' ? (record?.pdf ?? '') : image;
  return {
    kind: 'call',
    entity: type,
    recordId: id,
    ...(isOfMany ? {} : { field: file.kind === 'pdf' ? 'pdf' : 'image' }),
    method: 'POST',
    path: calls.historyFile(type, id),
    body: { entry, name },
    call: { name: file.kind === 'pdf' ? 'pdf-restore' : 'picture-restore', item: name },
    ...(isOfMany ? {} : { base }),
  };
}
