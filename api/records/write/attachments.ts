import { isDeepStrictEqual } from 'node:util';
import { storedPdf, storedPictures } from '../../contract/addresses/files.ts';
import { altField } from '../../contract/uploaded/alt-fields.ts';
import { altText } from '../../contract/uploaded/alt-text.ts';
import { NO_VIDEO, video as videoField } from '../../contract/fields.ts';
import { hasOnePicture, hasPdfs, isDocument, isPdfOwner, isPictureOwner } from '../../contract/record-types.ts';
import type { PdfHolder, PdfListOwner, PdfOwner, PictureOwner, RecordType } from '../../contract/record-types.ts';
import { Problem } from '../../contract/problems.ts';
import type { Attached } from '../../contract/values/pdf-titles.ts';
import type { Picture } from '../../contract/values/pictures.ts';
import { PDFS_MAX } from '../../contract/limits.ts';
import { REFUSALS } from '../../contract/uploaded/upload-refusals.ts';
import { pdfsIn } from '../../contract/values/pdf-titles.ts';
import { arranged, PICTURE_ORDER } from '../../contract/values/picture-order.ts';
import { picturesOf } from '../../contract/values/pictures.ts';
import { videoOf } from '../../contract/values/videos.ts';
import { canonical, canonicalBase, parseOr422 } from '../canonical.ts';
import { byRow } from './merged-rows.ts';
import type { Act, WriteContext } from './operate.ts';
import { setColumns } from './field-update.ts';

/** Returns every stored file that a record refers to, by its path below `uploads`. */
export function filesOf({ existing }: WriteContext, type: RecordType, id: string): string[] {
  const record = existing(type, id);
  const pictures = isPictureOwner(type) ? storedPictures(type, record, picturesOf(record)) : [];
  const pdfs = isPdfOwner(type) ? pdfsIn(record).map(({ pdf }) => storedPdf(type, id, pdf)) : [];
  return [...pictures, ...pdfs];
}

/** The writer's operations on pictures. Files must be in the record's folder before the record refers to them. */
export function openPictureWrites({ operate, existing, guardBase, sql }: WriteContext) {
  function insert(owner: PictureOwner, id: string, picture: Picture): void {
    sql(`
      INSERT INTO image (type, record_id, name, width, height, position, alt)
      SELECT @owner, @id, @name, @width, @height, coalesce(max(position), 0) + 1, @alt FROM image
      WHERE type = @owner AND record_id = @id`).run({ owner, id, alt: '', ...picture });
  }
  function remove(owner: PictureOwner, id: string, { name }: Picture): void {
    sql('DELETE FROM image WHERE type = ? AND record_id = ? AND name = ?').run(owner, id, name);
  }

  return {
    /**
     * Adds a picture to a gallery, or replaces the one picture of a record that has one.
     * @param base the name of the picture that the author saw, '' for none; only where a picture is replaced
     */
    setPicture(act: Act, owner: PictureOwner, id: string, picture: Picture, base?: unknown): 1 {
      return operate(act, owner, () => {
        const record = existing(owner, id);
        const pictures = picturesOf(record);
        if (pictures.some((one) => one.name === picture.name)) return { unchanged: 1 };
        const replaced = hasOnePicture(owner) ? pictures : [];
        const current = pictures[0]?.name ?? '';
        if (hasOnePicture(owner)) guardBase({ type: owner, id, field: 'image' }, base, current);
        for (const one of replaced) remove(owner, id, one);
        insert(owner, id, picture);
        return {
          entry: { action: 'update', type: owner, id, field: 'image', before: replaced[0] ?? null, after: picture },
          answer: 1,
          discard: storedPictures(owner, record, replaced),
        };
      });
    },
    removePicture(act: Act, owner: PictureOwner, id: string, name: string): 1 {
      return operate(act, owner, () => {
        const record = existing(owner, id);
        const picture = picturesOf(record).find((one) => one.name === name);
        if (!picture) throw new Problem('deleted', { message: NO_PICTURE });
        remove(owner, id, picture);
        return {
          entry: { action: 'remove', type: owner, id, field: 'image', before: picture },
          answer: 1,
          discard: storedPictures(owner, record, [picture]),
        };
      });
    },
    /**
     * Arranges the pictures of a gallery; the first one stands for it in lists. Pictures that `value` does not name
     * come last, names of others are ignored. Where somebody else has arranged them since the author looked, both
     * orders are kept as far as they can be: of a picture that both have moved, the place that this author gives it.
     * @param order stored names; `base`, when given, is the order that the author saw
     */
    arrangePictures(
      act: Act,
      owner: PictureOwner,
      id: string,
      order: { value: string[]; base?: string[] | undefined },
    ): 1 {
      return operate(act, owner, () => {
        const pictures = picturesOf(existing(owner, id));
        const before = pictures.map(({ name }) => name);
        const after = order.base ? joinedOrder(pictures, order.base, order.value) : namesIn(pictures, order.value);
        if (isDeepStrictEqual(after, before)) return { unchanged: 1 };
        const place = sql('UPDATE image SET position = ? WHERE type = ? AND record_id = ? AND name = ?');
        for (const [at, name] of after.entries()) place.run(at + 1, owner, id, name);
        return { entry: { action: 'update', type: owner, id, field: PICTURE_ORDER, before, after }, answer: 1 };
      });
    },
  };
}

const namesIn = (pictures: readonly Picture[], order: readonly string[]) =>
  arranged(pictures, order).map(({ name }) => name);

function joinedOrder(pictures: readonly Picture[], base: readonly string[], mine: readonly string[]): string[] {
  const isThere = new Set(pictures.map(({ name }) => name));
  const rows = (names: readonly string[]) =>
    [...new Set(names)].filter((name) => isThere.has(name)).map((name) => ({ name }));
  const joined = ORDER(
    rows(base),
    rows(mine),
    pictures.map(({ name }) => ({ name })),
  );
  return namesIn(pictures, 'merged' in joined ? joined.merged.map(({ name }) => name) : mine);
}
const ORDER = byRow<{ name: string }>(['name']);

/** The writer's operation on the descriptions of pictures. */
export function openAltWrites({ operate, existing, guardBase, sql }: WriteContext) {
  return {
    /** @param name of the picture @param change `value` and, when given, the text that the author saw as `base` */
    setAlt(act: Act, owner: PictureOwner, id: string, name: string, change: { value: unknown; base?: unknown }): 1 {
      return operate(act, owner, () => {
        const picture = picturesOf(existing(owner, id)).find((one) => one.name === name);
        // 410 would mean that the record was deleted.
        if (!picture) throw new Problem('not-found', { message: NO_PICTURE });
        const field = altField(name);
        const before = picture.alt ?? '';
        const after = canonical('alt', altText, change.value);
        if (after === before) return { unchanged: 1 };
        guardBase({ type: owner, id, field }, change.base, before, (base) => canonicalBase(altText, base));
        sql('UPDATE image SET alt = ? WHERE type = ? AND record_id = ? AND name = ?').run(after, owner, id, name);
        return { entry: { action: 'update', type: owner, id, field, before, after }, answer: 1 };
      });
    },
  };
}

const NO_PICTURE = 'Esa imagen ya no está.';
const NO_PDF = 'Ese PDF ya no está.';

/** The writer's operations on PDFs. A PDF's file must be stored before the record refers to it. */
export function openPdfWrites(context: WriteContext) {
  const { operate, existing, guardBase, sql } = context;

  function addOne(act: Act, type: PdfListOwner, id: string, file: Attached): 1 {
    return operate(act, type, () => {
      const { pdfs } = existing(type, id);
      if (pdfs.some(({ pdf }) => pdf === file.pdf)) return { unchanged: 1 };
      if (pdfs.length >= PDFS_MAX) throw new Problem('value', { field: 'data', message: REFUSALS.manyPdfs });
      sql(`
        INSERT INTO pdf (type, record_id, pdf, pdfname, pdfsize, position)
        SELECT @type, @id, @pdf, @pdfname, @pdfsize, coalesce(max(position), 0) + 1 FROM pdf
        WHERE type = @type AND record_id = @id`).run({ type, id, ...file });
      return { entry: { action: 'update', type, id, field: 'pdf', before: null, after: file }, answer: 1 };
    });
  }
  function removeOne(act: Act, type: PdfListOwner, id: string, name: unknown): 1 {
    return operate(act, type, () => {
      const before = existing(type, id).pdfs.find(({ pdf }) => pdf === name);
      if (!before) throw new Problem('deleted', { message: NO_PDF });
      sql('DELETE FROM pdf WHERE type = ? AND record_id = ? AND pdf = ?').run(type, id, before.pdf);
      return {
        entry: { action: 'remove', type, id, field: 'pdf', before, after: null },
        answer: 1,
        discard: [storedPdf(type, id, before.pdf)],
      };
    });
  }
  function replace(
    act: Act,
    type: PdfHolder,
    id: string,
    action: 'update' | 'remove',
    file: Attached,
    base: unknown,
  ): 1 {
    return operate(act, type, () => {
      const { pdf, pdfname, pdfsize } = existing(type, id);
      if (pdf === file.pdf) return { unchanged: 1 };
      guardBase({ type, id, field: 'pdf' }, base, pdf);
      if (isDocument(type)) sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify(file), type);
      else setColumns(context, type, id, { ...file });
      const before = pdf ? { pdf, pdfname, pdfsize } : null;
      return {
        entry: { action, type, id, field: 'pdf', before, after: file.pdf ? file : null },
        answer: 1,
        discard: pdf ? [storedPdf(type, id, pdf)] : [],
      };
    });
  }

  return {
    /**
     * Adds a PDF to a record that has several, or replaces the one of a record that has one.
     * @param base the stored file's name that the author saw, '' for none; only where a PDF is replaced
     */
    setPdf: (act: Act, type: PdfOwner, id: string, file: Attached, base?: unknown): 1 =>
      hasPdfs(type) ? addOne(act, type, id, file) : replace(act, type, id, 'update', file, base),
    /** @param base the stored name of the PDF to remove */
    removePdf: (act: Act, type: PdfOwner, id: string, base?: unknown): 1 =>
      hasPdfs(type)
        ? removeOne(act, type, id, base)
        : replace(act, type, id, 'remove', { pdf: '', pdfname: '', pdfsize: 0 }, base),
  };
}

/** The writer's operations on the videos of albums. */
export function openVideoWrites({ operate, existing, sql }: WriteContext) {
  return {
    addVideo(act: Act, albumId: string, url: string): 1 {
      const video = videoOf(parseOr422('url', videoField('Video').parse, url));
      if (!video) throw new Problem('value', { field: 'url', message: NO_VIDEO });
      return operate(act, 'album', () => {
        if (existing('album', albumId).videos.some((one) => one.id === video.id)) return { unchanged: 1 };
        sql(`
          INSERT INTO album_video (album_id, id, url, position)
          SELECT @albumId, @id, @url, coalesce(max(position), 0) + 1 FROM album_video WHERE album_id = @albumId`).run({
          albumId,
          id: video.id,
          url: video.url,
        });
        const entry = { action: 'add', type: 'album', id: albumId, field: 'videos', after: video.url } as const;
        return { entry, answer: 1 };
      });
    },
    removeVideo(act: Act, albumId: string, videoId: string): 1 {
      return operate(act, 'album', () => {
        const video = existing('album', albumId).videos.find((one) => one.id === videoId);
        if (!video) throw new Problem('deleted', { message: 'Ese video ya no está en el álbum.' });
        sql('DELETE FROM album_video WHERE album_id = ? AND id = ?').run(albumId, videoId);
        const entry = { action: 'remove', type: 'album', id: albumId, field: 'videos', before: video.url } as const;
        return { entry, answer: 1 };
      });
    },
  };
}
