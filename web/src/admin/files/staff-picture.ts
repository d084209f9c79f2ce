import { pictureSource, textPictureSource } from '#contract/addresses/files';
import { PICTURE_ENTITIES } from '#contract/record-types';
import { pictureWidths } from '#contract/values/pictures';
import type { Picture } from '#contract/values/pictures';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Fields } from '../../offline/store/stored-record.ts';

/** Returns an object URL of a non-public picture; null if neither the device nor the server returns it. */
export async function staffPicture(workspace: Pick<Workspace, 'file'>, url: string): Promise<string | null> {
  try {
    return URL.createObjectURL(await workspace.file(url));
  } catch {
    return null;
  }
}

/**
 * Returns an address at which a picture within a text can be shown: on this device while it waits to be sent, then on
 * the server. Null if it is in neither place.
 * @param upload the operation that waits to send it
 */
export async function textPictureAddress(
  workspace: Pick<Workspace, 'file'> & { outbox: Pick<Workspace['outbox'], 'bytesOf'> },
  { name, width }: TextPicture,
  upload: Operation | undefined,
): Promise<string | null> {
  const bytes = upload ? await workspace.outbox.bytesOf(upload).catch(() => null) : null;
  if (bytes) return URL.createObjectURL(new Blob([bytes], { type: upload?.file?.mime ?? '' }));
  if (!width) return null;
  const widths = pictureWidths({ width });
  const address = textPictureSource(name, widths.find((one) => one >= SHOWN_WIDTH) ?? width);
  // The public may not see it yet. Where the network is away, the device may have it.
  return (await staffPicture(workspace, address)) ?? address;
}
const SHOWN_WIDTH = 960;

type Owner = Parameters<typeof pictureSource>[0];
const OWNERS: readonly string[] = PICTURE_ENTITIES;

/**
 * Returns a non-public record with its pictures fetched: their names become `blob:` URLs, which pages show as is.
 * @param fetchPicture returns the `blob:` URL of a picture; null if it cannot be had
 */
export async function withStaffPictures(
  fetchPicture: (url: string) => Promise<string | null>,
  entity: string,
  record: Fields,
): Promise<Fields> {
  if (!OWNERS.includes(entity)) return record;
  const place = { id: record.id, year: Number(record.year) };
  async function fetched(picture: Picture): Promise<Picture> {
    if (picture.name.startsWith('blob:')) return picture;
    const url = await fetchPicture(pictureSource(entity as Owner, place, picture).src);
    return url === null ? picture : { ...picture, name: url };
  }
  const { image, images } = record as { image?: Picture | null; images?: Picture[] };
  const [one, several] = await Promise.all([
    image ? fetched(image) : image,
    images && Promise.all(images.map(fetched)),
  ]);
  return { ...record, ...(image && { image: one }), ...(several && { images: several }) } as Fields;
}
