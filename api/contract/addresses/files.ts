import { isDocument, traitsOf } from '../record-types.ts';
import type { PdfOwner, PictureOwner, RecordEntity } from '../record-types.ts';
import type { Album } from '../records.ts';
import type { Attached } from '../values/pdf-titles.ts';
import type { Picture } from '../values/pictures.ts';
import { pictureWidths, SHIELD_WIDTHS } from '../values/pictures.ts';

/** The folder of a record's pictures: stories and events by year and id, the others by id (spec section 3). */
export function pictureFolder(owner: PictureOwner, record: { id: string; year?: number }): string {
  return traitsOf(owner).hasYear ? `${owner}/${record.year}/${record.id}` : `${owner}/${record.id}`;
}
export const pictureFile = (name: string, width: number) => `${name}-${width}.webp`;
/** Paths below `uploads` of all files of a record's pictures. */
export function storedPictures(
  owner: PictureOwner,
  record: { id: string; year?: number },
  pictures: readonly Pick<Picture, 'name' | 'width'>[],
): string[] {
  const folder = pictureFolder(owner, record);
  return pictures.flatMap((picture) =>
    widthsOf(owner, picture).map((width) => `${folder}/${pictureFile(picture.name, width)}`),
  );
}
const widthsOf = (owner: PictureOwner, picture: Pick<Picture, 'width'>) =>
  owner === 'site' ? SHIELD_WIDTHS : pictureWidths(picture);
/** The folder of the pictures within texts. They belong to no record: several texts may show the same. */
export const TEXT_PICTURES = 'text';
export const textPictureSource = (name: string, width: number) =>
  `/uploads/${TEXT_PICTURES}/${pictureFile(name, width)}`;
/** Paths below `uploads` of all files of a picture within texts. */
export const storedTextPicture = (picture: Pick<Picture, 'name' | 'width'>) =>
  pictureWidths(picture).map((width) => `${TEXT_PICTURES}/${pictureFile(picture.name, width)}`);
/** Path below `uploads` of a record's PDF. @param pdf the stored file's name */
export const storedPdf = (type: PdfOwner, id: string, pdf: string) =>
  isDocument(type) ? `${type}/${pdf}` : `${type}/${id}/${pdf}`;

/** The `src` and `srcSet` of a picture that is shown at about `width` CSS pixels at most. */
export function pictureSource(
  owner: PictureOwner,
  record: { id: string; year?: number },
  picture: Picture,
  width = 960,
): { src: string; srcSet: string } {
  // The picture is only on this device, and its name is its address.
  if (picture.name.startsWith('blob:')) return { src: picture.name, srcSet: '' };
  const folder = `/uploads/${pictureFolder(owner, record)}`;
  const widths = widthsOf(owner, picture);
  const fitting = widths.find((one) => one >= width) ?? picture.width;
  return {
    src: `${folder}/${pictureFile(picture.name, fitting)}`,
    srcSet: widths.map((one) => `${folder}/${pictureFile(picture.name, one)} ${one}w`).join(', '),
  };
}
export const albumPicture = (album: Pick<Album, 'id'>, picture: Picture, width?: number) =>
  pictureSource('album', album, picture, width);
/** A record's PDF, as long as the public may read the record. */
export const recordPdf = (type: RecordEntity, record: { id: string } & Pick<Attached, 'pdf'>) =>
  `/uploads/${type}/${record.id}/${record.pdf}`;
export const bulletinPdf = (bulletin: { id: string } & Pick<Attached, 'pdf'>) => recordPdf('bulletin', bulletin);
/** Returns the address of the municipal digest, which is the same for every file. */
export const digestPdf = () => '/uploads/digesto.pdf';
/**
 * Whether an address is that of a file: its last part ends in a file's extension, or it is one of the well-known
 * addresses (RFC 8615). No page of the portal has such an address, except searches, which may end in anything.
 */
export const asksForFile = (path: string) =>
  /\.(?=\w*[a-z])\w{1,12}$|^\/\.well-known(?:\/|$)/i.test(path) &&
  !/^\/(?:buscador|boletin\/(?!leer\/)[^/]+)\/./is.test(path);
/**
 * Whether an address is that of a document that people open, often from an old link or a search engine. Where it is not
 * there they get a page with ways on; programs that look for other files get a line.
 */
export const isDocumentFile = (path: string) => /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|html?)$/i.test(path);
/** The address of the picture that a share shows, by its name and the hash of what it is made of (`share.ts`). */
export const sharedPicture = (name: string, hash: string) => `/uploads/compartir/${name}/${hash}.jpg`;
/** Whether this is the address of an uploaded file, not of a page. */
export const isUpload = (path: string) => path.startsWith('/uploads/');
