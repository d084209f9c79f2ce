import { textPictureSource } from '../addresses/files.ts';
import { traitsOf } from '../record-types.ts';
import type { RecordType } from '../record-types.ts';
import type { AnyRecord } from '../records.ts';
import { pictureNameIn } from '../values/pictures.ts';
import type { Picture } from '../values/pictures.ts';
import { decoded } from '../values/text.ts';

/**
 * The pictures within rich texts. A text names a picture by the hash of its content, so it can do so before the picture
 * was sent. A picture that the server has is written with its size; one without is not shown to the public, with all
 * else that is in its figure.
 */

/** A picture that a text shows. Without a size: the server does not have it. Without `alt`: it is not described yet. */
export type TextPicture = Pick<Picture, 'name'> & Partial<Pick<Picture, 'width' | 'height' | 'alt'>>;

/** The fields of a type that are rich text. */
export function textFieldsOf(type: RecordType): readonly string[] {
  const { fields = {} } = traitsOf(type);
  return type === 'greenpointpage' ? ['txt'] : Object.keys(fields).filter((name) => fields[name] === 'html');
}

/** The pictures that a rich text shows, in their order. */
export const picturesInText = (html: string): TextPicture[] =>
  [...html.matchAll(IMAGE)].flatMap(([tag]) => pictureIn(tag) ?? []);

/** The pictures that the texts of a record show. */
export function textPicturesOf(type: RecordType, record: AnyRecord | null): TextPicture[] {
  const values = (record ?? {}) as Partial<Record<string, unknown>>;
  return textFieldsOf(type).flatMap((field) => picturesInText(String(values[field] ?? '')));
}

/** Those that the public sees, the first first. */
export const shownTextPictures = (type: RecordType, record: AnyRecord | null) =>
  textPicturesOf(type, record).filter((one): one is TextPicture & Picture => Boolean(one.width && one.height));

/**
 * Writes each picture of a stored text with the size that it has.
 * @param sizeOf returns the size of a picture in its largest width; undefined if the server does not have it
 */
export function withSizes(
  html: string,
  sizeOf: (name: string) => Pick<Picture, 'width' | 'height'> | undefined,
): string {
  return html.replace(IMAGE, (tag) => {
    const picture = pictureIn(tag);
    if (!picture) return tag;
    const { width, height } = sizeOf(picture.name) ?? {};
    return imageTag({ name: picture.name, alt: picture.alt, width, height });
  });
}

/** The text as the public sees it: without figures whose picture the server does not have. */
export const shownText = (html: string) =>
  html.includes('<img ') ? html.replace(ABSENT_FIGURE, '').replace(ABSENT_IMAGE, '') : html;

/** The text with words in the place of its pictures. @param say by default what their authors say of them */
export const withSpokenPictures = (html: string, say = ({ alt = '' }: TextPicture) => alt) =>
  html.replace(IMAGE, (tag) => {
    const picture = pictureIn(tag);
    return picture ? ` ${quoted(say(picture))} ` : tag;
  });

/** Returns a picture as it is stored in a text. */
export function imageTag({
  name,
  alt,
  width,
  height,
}: {
  name: string;
  alt?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}): string {
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const described = alt === undefined ? '' : ` alt="${quoted(alt)}"`;
  return `<img src="${textPictureSource(name, width ?? 0)}"${described}${size} />`;
}

/** A text as the sanitizer writes it, in an attribute or between tags. */
const quoted = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const IMAGE = /<img [^<>]*>/g;
// A value has no quotes in it, so what a picture is said to show is taken for no width.
const ABSENT_FIGURE = /<figure[^<>]*><img (?![^<>]* width=")[^<>]*>(?:(?!<figure).)*?<\/figure>/gs;
const ABSENT_IMAGE = /<img (?![^<>]* width=")[^<>]*>/g;

function pictureIn(tag: string): TextPicture | null {
  const attributes = new Map<string, string>();
  for (const [, name = '', value = ''] of tag.matchAll(/ ([a-z]+)="([^"]*)"/g)) attributes.set(name, value);
  const name = pictureNameIn((attributes.get('src') ?? '').replace(/^.*\//, ''));
  if (name === null) return null;
  const [width, height] = ['width', 'height'].map((side) => Number(attributes.get(side) ?? 0));
  const alt = attributes.get('alt');
  return { name, ...(alt !== undefined && { alt: decoded(alt) }), ...(width && height && { width, height }) };
}
