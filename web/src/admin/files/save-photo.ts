import type { Picture } from '#contract/records';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { operationOf } from '../field/field-state.ts';
import { galleryAddition, picture } from '../workspace/new-operations.ts';
import type { Gallery, Portrayed } from '../workspace/new-operations.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sha256 } from '../../browser/sha256.ts';
import type { ReadFile } from './photo.ts';

type Saving = Pick<Workspace, 'save'>;

/** The picture that a record shows; null for none. */
export const pictureOf = ({ record }: Shown) => (record.image ?? null) as Picture | null;
/** The pictures of a gallery that the server has. */
export const picturesOf = ({ record }: Shown) => (record.images ?? []) as Picture[];
/** The pictures of a gallery that wait to be sent. */
export const uploadsOf = ({ operations }: Shown) => operations.filter(({ kind }) => kind === 'upload');

/** Makes a photo the picture of a record. @throws Error with a message for the person */
export async function savePicture(workspace: Saving, entity: Portrayed, shown: Shown, photo: ReadFile): Promise<void> {
  const operation = operationOf('image', shown.operations);
  const current = pictureOf(shown);
  const name = uploadedPictureName('', await sha256(photo.bytes));
  if (name === (operation ? operation.value : current?.name)) throw new Error('Esa imagen es la misma que ya está.');
  const base = typeof operation?.value === 'string' ? operation.value : (current?.name ?? '');
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(picture(entity, shown.record.id, name, base, file), photo.bytes);
}

/** Adds a photo to a gallery. @throws Error with a message for the person */
export async function addPicture(workspace: Saving, owner: Gallery, shown: Shown, photo: ReadFile): Promise<void> {
  const name = uploadedPictureName(photo.name, await sha256(photo.bytes));
  const isThere = picturesOf(shown).some((one) => one.name === name);
  if (isThere || uploadsOf(shown).some(({ value }) => value === name)) throw new Error('Esa imagen ya está.');
  const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
  await workspace.save(galleryAddition(owner, shown.record.id, photo.name, name, file), photo.bytes);
}
