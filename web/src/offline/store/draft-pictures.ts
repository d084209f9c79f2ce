import { pictureFile, pictureFolder, textPictureSource } from '#contract/addresses/files';
import { pictureWidths } from '#contract/values/pictures';
import type { Picture } from '#contract/values/pictures';
import { shownTextPictures, textFieldsOf } from '#contract/uploaded/text-pictures';
import { isPictureOwner, RECORD_TYPES } from '#contract/record-types';
import type { RecordType } from '#contract/record-types';
import type { AnyRecord } from '#contract/records';
import { isReadable } from '#contract/visibility';
import { PICTURES } from '../../page-and-worker/cache-names.ts';

/** The types whose records show pictures, within their texts too. */
export const PICTURE_TYPES = RECORD_TYPES.filter((type) => isPictureOwner(type) || textFieldsOf(type).length > 0);

/**
 * Deletes from this device all pictures except those of records that the public may read: pictures of drafts, of hidden
 * and deleted records, and those without a record. People who may see them can fetch them again.
 * @param held every record that the device holds, by type
 */
export async function dropDraftPictures(held: ReadonlyMap<RecordType, readonly AnyRecord[]>): Promise<void> {
  if (!('caches' in globalThis) || [...held.values()].every((some) => some.length === 0)) return;
  const open = new Set(
    [...held].flatMap(([type, records]) =>
      records.filter((record) => isReadable(type, record)).flatMap((record) => addressesOf(type, record)),
    ),
  );
  const cache = await caches.open(PICTURES);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !open.has(new URL(url).pathname)).map((request) => cache.delete(request)));
}

function addressesOf(type: RecordType, record: AnyRecord): string[] {
  const { image, images = image ? [image] : [] } = record as { image?: Picture | null; images?: Picture[] };
  const addressOf = (picture: Picture, width: number) =>
    isPictureOwner(type) ? [`/uploads/${pictureFolder(type, record)}/${pictureFile(picture.name, width)}`] : [];
  return [
    ...images.flatMap((picture) => pictureWidths(picture).flatMap((width) => addressOf(picture, width))),
    ...shownTextPictures(type, record).flatMap((picture) =>
      pictureWidths(picture).map((width) => textPictureSource(picture.name, width)),
    ),
  ];
}
