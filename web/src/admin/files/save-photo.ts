import type { Picture } from '#contract/values/pictures';
import { arranged, PICTURE_ORDER } from '#contract/values/picture-order';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { altsOf } from '../../offline/outbox/protocol/operation.ts';
import { galleryAddition, picture, pictureAlt, pictureOrder, pictureRemoval } from '../workspace/new-operations.ts';
import type { GalleryOwner, SinglePictureOwner } from '../workspace/new-operations.ts';
import { currentRecord } from '../workspace/current-record.ts';
import type { RecordReader } from '../workspace/current-record.ts';
import { altOf, operationOf } from '../workspace/overlay.ts';
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
 * @returns its stored name, and the description of the picture that it replaces, '' for none
 * @throws Error with a message for the person
 */
export async function savePicture(
  workspace: Saving,
  entity: SinglePictureOwner,
  shown: Shown,
  photo: LoadedFile,
): Promise<{ name: string; former: string }> {
  const name = uploadedPictureName('', await sha256(photo.bytes));
  const { id } = shown.record;
  const now = await currentRecord(workspace, entity, shown);
  const before = pictureNameOf(now);
  if (name === before) throw new Error('Esa imagen es la misma que ya está.');
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(picture(entity, id, name, before ?? '', file), photo.bytes);
  return { name, former: before === undefined ? '' : altOf(now, before) };
}

/** Puts the picture of a record in the place of itself, edited: what it shows stays. @throws Error with a message */
export async function saveEdited(
  workspace: Saving,
  entity: SinglePictureOwner,
  shown: Shown,
  photo: LoadedFile,
): Promise<void> {
  const { name, former } = await savePicture(workspace, entity, shown, photo);
  if (former !== '' && entity !== 'site') await workspace.save(pictureAlt(entity, shown.record.id, name, former, ''));
}

/**
 * Puts an edited picture of a gallery in the place of itself, with what it shows. The edited one is stored first, so
 * that nothing is lost when the browser is closed in between.
 * @param name the stored name of the one before
 * @returns that of the edited one
 * @throws Error with a message for the person
 */
export async function exchangePicture(
  workspace: Saving & Pick<Workspace, 'saveAll' | 'outbox'>,
  owner: GalleryOwner,
  shown: Shown,
  name: string,
  photo: LoadedFile,
): Promise<string> {
  const before = await currentRecord(workspace, owner, shown);
  const { id } = shown.record;
  const alt = altOf(before, name);
  const edited = await addPicture(workspace, owner, before, photo);
  const upload = uploadsOf(before).find(({ value }) => value === name);
  const given = upload ? [upload, ...altsOf(before.operations, upload)].map(({ opId }) => opId) : [];
  const dropped = await workspace.outbox.discard(given);
  const order = orderOf(before);
  const isGone = upload !== undefined && dropped.includes(upload.opId);
  await workspace.saveAll([
    ...(alt === '' ? [] : [pictureAlt(owner, id, edited, alt, '')]),
    ...(isGone ? [] : [pictureRemoval(owner, id, name)]),
    pictureOrder(
      owner,
      id,
      order.map((one) => (one === name ? edited : one)),
      [...order.filter((one) => one !== name), edited],
    ),
  ]);
  return edited;
}

export const ALREADY_THERE = 'Esa imagen ya está.';

/**
 * Adds a photo to a gallery.
 * @param pick the key of the picked photo that it is
 * @returns its stored name
 * @throws Error with a message for the person
 */
export async function addPicture(
  workspace: Saving,
  owner: GalleryOwner,
  shown: Shown,
  photo: LoadedFile,
  pick?: string,
): Promise<string> {
  const name = uploadedPictureName(photo.name, await sha256(photo.bytes));
  const now = await currentRecord(workspace, owner, shown);
  const isThere = picturesOf(now).some((one) => one.name === name);
  if (isThere || uploadsOf(now).some(({ value }) => value === name)) throw new Error(ALREADY_THERE);
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(galleryAddition(owner, shown.record.id, photo.name, name, file), photo.bytes, pick);
  return name;
}

/** The stored names of a gallery's pictures in their order, those too that wait to be sent. */
export function orderOf(shown: Shown): string[] {
  const order = operationOf(PICTURE_ORDER, shown.operations)?.value;
  const all = [...picturesOf(shown), ...uploadsOf(shown).map(({ value }) => ({ name: String(value) }))];
  return arranged(all, Array.isArray(order) ? order.map(String) : []).map(({ name }) => name);
}
