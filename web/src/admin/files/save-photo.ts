import type { Picture } from '#contract/values/pictures';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { operationOf } from '../field/field-state.ts';
import { galleryAddition, picture } from '../workspace/new-operations.ts';
import type { GalleryOwner, SinglePictureOwner } from '../workspace/new-operations.ts';
import { currentRecord } from '../workspace/current-record.ts';
import type { RecordReader } from '../workspace/current-record.ts';
import { altOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sha256 } from '../../browser/sha256.ts';
import type { LoadedFile } from './photo.ts';

type Saving = Pick<Workspace, 'save'> & RecordReader;

/** The picture that a record shows; null for none. */
export const pictureOf = ({ record }: Shown) => (record.image ?? null) as Picture | null;
/** The pictures of a gallery that the server has. */
export const picturesOf = ({ record }: Shown) => (record.images ?? []) as Picture[];
/** The pictures of a gallery that wait to be sent. */
export const uploadsOf = ({ operations }: Shown) =>
  operations.filter(({ kind, field }) => kind === 'upload' && field === undefined);

/** The stored name of the picture that a record has or waits for; undefined for none. */
export function pictureNameOf(shown: Shown): string | undefined {
  const operation = operationOf('image', shown.operations);
  return operation?.kind === 'upload' ? String(operation.value) : pictureOf(shown)?.name;
}

/**
 * Makes a photo the picture of a record.
 * @param shown the record as it was shown when the photo was picked
 * @returns the description of the picture that it replaces, '' for none
 * @throws Error with a message for the person
 */
export async function savePicture(
  workspace: Saving,
  entity: SinglePictureOwner,
  shown: Shown,
  photo: LoadedFile,
): Promise<string> {
  const name = uploadedPictureName('', await sha256(photo.bytes));
  const { id } = shown.record;
  const now = await currentRecord(workspace, entity, shown);
  const before = pictureNameOf(now);
  if (name === before) throw new Error('Esa imagen es la misma que ya está.');
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(picture(entity, id, name, before ?? '', file), photo.bytes);
  return before === undefined ? '' : altOf(now, before);
}

/** Adds a photo to a gallery. @throws Error with a message for the person */
export async function addPicture(
  workspace: Saving,
  owner: GalleryOwner,
  shown: Shown,
  photo: LoadedFile,
): Promise<void> {
  const name = uploadedPictureName(photo.name, await sha256(photo.bytes));
  const now = await currentRecord(workspace, owner, shown);
  const isThere = picturesOf(now).some((one) => one.name === name);
  if (isThere || uploadsOf(now).some(({ value }) => value === name)) throw new Error('Esa imagen ya está.');
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(galleryAddition(owner, shown.record.id, photo.name, name, file), photo.bytes);
}
