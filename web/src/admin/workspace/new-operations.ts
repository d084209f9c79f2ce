import { hasGallery, hasPdfs } from '#contract/record-types';
import { altField, textPictureField } from '#contract/uploaded/alt-fields';
import type { PdfHolder, PdfListOwner, PdfOwner, PictureOwner, RecordType, TypesWith } from '#contract/record-types';
import { fieldsOf } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import { calls } from '#contract/addresses/calls';
import { pictureOrderCall } from '#contract/addresses/picture-order';
import { PICTURE_ORDER } from '#contract/values/picture-order';
import type { NewOperation, Json, Operation } from '../../offline/outbox/protocol/operation.ts';

/** Types with a gallery, and types with one picture, which the next one replaces. */
export type GalleryOwner = TypesWith<{ pictures: 'several' }>;
export type SinglePictureOwner = TypesWith<{ pictures: 'one' }>;
/** Types whose pictures have a description. The shield has none, because it is shown beside the town's name. */
export type AltOwner = Exclude<PictureOwner, 'site'>;

/** A new operation without its author, who is added where it is saved. */
export type UnsignedOperation = Omit<NewOperation, 'userId'>;

type UploadedFile = NonNullable<UnsignedOperation['file']>;

/**
 * A new record; `id` and `at` (ms since the epoch) are the device's, so that its edit screen opens immediately.
 * @param category key of its category as the person sees it; on the server another one may be the usual one by now
 */
export function creation(entity: EntityName, id: string, at: number, category?: string): UnsignedOperation {
  const body = { id, date: new Date(at).toISOString(), ...(category !== undefined && { category }) };
  return { kind: 'create', entity, recordId: id, method: 'POST', path: calls.create(entity), body };
}

/** @param field the field's own name, not the one in update addresses */
export function update(entity: EntityName, id: string, field: string, value: Json, base: Json): UnsignedOperation {
  const name = fieldsOf(entity).find(([one]) => one === field)?.[1].path ?? field;
  const path = calls.update(entity, id, name);
  return { kind: 'update', entity, recordId: id, field, method: 'POST', path, value, base };
}

/** @param seq the record's last change that the person has seen; null for a record that only this device knows */
export function removal(entity: EntityName, id: string, seq: number | null): UnsignedOperation {
  return { kind: 'delete', entity, recordId: id, method: 'POST', path: calls.remove(entity, id), base: seq ?? 0 };
}

/** Adds a label by its name. */
export function labelAddition(story: string, name: string): UnsignedOperation {
  return {
    kind: 'call',
    entity: 'story',
    recordId: story,
    field: 'labels',
    call: { name: 'label-add', item: name },
    method: 'GET',
    path: calls.labelCreateAdd(story, name),
  };
}

export function labelRemoval(story: string, label: string): UnsignedOperation {
  return {
    kind: 'call',
    entity: 'story',
    recordId: story,
    field: 'labels',
    call: { name: 'label-remove', item: label },
    method: 'GET',
    path: calls.labelRemove(story, label),
  };
}

export function videoAddition(album: string, url: string): UnsignedOperation {
  return {
    kind: 'call',
    entity: 'album',
    recordId: album,
    field: 'videos',
    call: { name: 'video-add', item: url },
    method: 'POST',
    path: calls.albumVideoAdd(album),
    body: { url },
  };
}

export function videoRemoval(album: string, video: string): UnsignedOperation {
  return {
    kind: 'call',
    entity: 'album',
    recordId: album,
    field: 'videos',
    call: { name: 'video-remove', item: video },
    method: 'GET',
    path: calls.albumVideoDelete(album, video),
  };
}

/**
 * The one picture of a record.
 * @param name its stored name, made from the bytes
 * @param base the stored name that the person saw, '' for none
 */
export function picture(
  entity: SinglePictureOwner,
  id: string,
  name: string,
  base: string,
  file: UploadedFile,
): UnsignedOperation {
  const path = calls.picture(entity, id);
  return { kind: 'upload', entity, recordId: id, field: 'image', method: 'POST', path, value: name, base, file };
}

/**
 * One more picture of a gallery.
 * @param fileName its name on the device
 * @param name its stored name, made from `fileName` and the bytes
 */
export function galleryAddition(
  owner: GalleryOwner,
  id: string,
  fileName: string,
  name: string,
  file: UploadedFile,
): UnsignedOperation {
  const path = owner === 'greenpointpage' ? calls.greenPointPicture() : calls.picture(owner, id);
  const body = { name: fileName };
  return { kind: 'upload', entity: owner, recordId: id, method: 'POST', path, body, value: name, file };
}

/** Removes a picture, which may be the record's only one. @param name its stored name */
export function pictureRemoval(owner: PictureOwner, id: string, name: string): UnsignedOperation {
  const path = owner === 'greenpointpage' ? calls.greenPointPictureDelete() : calls.pictureDelete(owner, id);
  return {
    kind: 'call',
    entity: owner,
    recordId: id,
    ...(hasGallery(owner) ? {} : { field: 'image' }),
    call: { name: 'picture-remove', item: name },
    method: 'POST',
    path,
    body: { name },
  };
}

/**
 * Arranges the pictures of a gallery, those too that wait to be sent.
 * @param names stored names in their new order
 * @param base the order that the person saw
 */
export function pictureOrder(owner: GalleryOwner, id: string, names: string[], base: string[]): UnsignedOperation {
  const path = pictureOrderCall(owner, id);
  return {
    kind: 'update',
    entity: owner,
    recordId: id,
    field: PICTURE_ORDER,
    method: 'POST',
    path,
    value: names,
    base,
  };
}

/**
 * A picture within the texts of a record. It goes before the text that names it, because operations of a record keep
 * their order.
 * @param fileName its name on the device, by which it is known to the person
 * @param name its stored name, made from the bytes
 */
export function textPicture(
  entity: string,
  id: string,
  fileName: string,
  name: string,
  file: UploadedFile,
): UnsignedOperation {
  return {
    kind: 'upload',
    entity,
    recordId: id,
    field: textPictureField(name),
    method: 'POST',
    path: calls.textPicture(),
    body: { name: fileName },
    value: name,
    file,
  };
}

/** What a picture shows. @param name its stored name */
export function pictureAlt(owner: AltOwner, id: string, name: string, value: Json, base: Json): UnsignedOperation {
  const path = owner === 'greenpointpage' ? calls.greenPointPictureAlt() : calls.pictureAlt(owner, id);
  const field = altField(name);
  return { kind: 'update', entity: owner, recordId: id, field, method: 'POST', path, body: { name }, value, base };
}

/**
 * One more PDF of a record that has several.
 * @param fileName its name on the device
 * @param stored its stored name, made from the bytes
 */
export function pdfAddition(
  owner: PdfListOwner,
  id: string,
  fileName: string,
  stored: string,
  file: UploadedFile,
): UnsignedOperation {
  const path = calls.pdf(owner, id);
  const body = { name: fileName };
  return { kind: 'upload', entity: owner, recordId: id, method: 'POST', path, body, value: stored, file };
}

/** Whether an upload is a PDF, not a picture. */
export const isPdfUpload = ({ kind, file }: Pick<Operation, 'kind' | 'file'>) =>
  kind === 'upload' && file?.mime === PDF_MIME;
export const PDF_MIME = 'application/pdf';

/** @param stored its stored name, made from the bytes @param base the stored name that the person saw, '' for none */
export function pdf(
  owner: PdfHolder,
  id: string,
  fileName: string,
  stored: string,
  base: string,
  file: UploadedFile,
): UnsignedOperation {
  const path = owner === 'digest' ? calls.digest() : calls.pdf(owner, id);
  return {
    kind: 'upload',
    entity: owner,
    recordId: id,
    field: 'pdf',
    method: 'POST',
    path,
    body: { name: fileName },
    value: stored,
    base,
    file,
  };
}

/** Removes a PDF, which may be the record's only one. @param stored its stored name */
export function pdfRemoval(entity: Exclude<PdfOwner, 'digest'>, id: string, stored: string): UnsignedOperation {
  return {
    kind: 'call',
    entity,
    recordId: id,
    ...(hasPdfs(entity) ? {} : { field: 'pdf' }),
    call: { name: 'pdf-remove', item: stored },
    method: 'POST',
    path: calls.pdfDelete(entity, id),
    body: { name: stored },
    base: stored,
  };
}

/** The green-point page's text. */
export function pageText(value: string, base: string): UnsignedOperation {
  return {
    kind: 'update',
    entity: 'greenpointpage',
    recordId: 'greenpointpage',
    field: 'txt',
    method: 'POST',
    path: calls.greenPointText(),
    value,
    base,
  };
}

/** How documents that are saved whole are called in addresses. */
const DOCUMENTS = { site: 'site', categories: 'categories', usefuldata: 'usefulData' } as const;

/** A document that is saved whole. */
export function document(name: keyof typeof DOCUMENTS, value: Json, base: Json): UnsignedOperation {
  return {
    kind: 'update',
    entity: name satisfies RecordType,
    recordId: name,
    field: 'value',
    method: 'POST',
    path: calls.document(DOCUMENTS[name]),
    value,
    base,
  };
}
