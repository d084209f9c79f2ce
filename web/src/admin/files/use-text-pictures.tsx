import { useEffect, useMemo, useRef } from 'react';
import { textPictureSource } from '#contract/addresses/files';
import { isTextPictureField } from '#contract/uploaded/alt-fields';
import { uploadedPictureName } from '#contract/uploaded/upload-names';
import { PICTURE_MAX_WIDTH, pictureTitle } from '#contract/values/pictures';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import { sha256 } from '../../browser/sha256.ts';
import type { TextPictures, UseTextPictures } from '../../fields/text-pictures.ts';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import { textPicture } from '../workspace/new-operations.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { EditPhoto } from './edit-photo.tsx';
import { pickedFiles } from './photo.ts';
import type { LoadedFile } from './photo.ts';
import { usePhotos } from './photo-picker.tsx';
import { textPictureAddress } from './staff-picture.ts';

/** The pictures within the texts of a record. */
export const useTextPictures: UseTextPictures = (record) => {
  const workspace = useWorkspace();
  const { waiting, isOnline } = useWorkspaceState();
  const addresses = useRef(new Map<string, Promise<string | null>>());
  useEffect(() => {
    const made = addresses.current;
    return () => {
      for (const address of made.values())
        void address.then((url) => url?.startsWith('blob:') && URL.revokeObjectURL(url));
      made.clear();
    };
  }, []);

  const { entity, recordId } = record ?? {};
  const uploads = useMemo(() => waiting.filter(({ field }) => isTextPictureField(field)), [waiting]);
  const photos = usePhotos({
    isLimited: true,
    async take(photo) {
      if (entity === undefined || recordId === undefined) return;
      const picture = await measured(photo);
      const file = { mime: photo.mime, bytes: photo.bytes.byteLength };
      await workspace.save(textPicture(entity, recordId, photo.name, picture.name, file), photo.bytes);
      photo.insert?.(picture);
    },
  });
  const { run, error } = photos;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const canAdd = entity !== undefined;

  const pictures = useMemo<TextPictures>(() => {
    const uploadOf = (name: string) => uploads.find(({ value }) => value === name);
    return {
      add: canAdd
        ? (files, insert) => {
            void latest.current(pickedFiles(files).map((file) => ({ ...file, insert })));
          }
        : null,
      editing({ name, width }, replace) {
        const operation = uploadOf(name);
        if (!canAdd || (operation ? isParked(operation) : !width)) return null;
        const source = width ? textPictureSource(name, width) : undefined;
        return (
          <EditPhoto
            key={name}
            name="la imagen"
            at={{ stored: name, source, operation }}
            replace={({ name: title, mime, bytes }) =>
              Promise.resolve(replace(new File([bytes], title, { type: mime })))
            }
          />
        );
      },
      async show(picture) {
        const known = await addresses.current.get(picture.name);
        if (known) return known;
        const found = textPictureAddress(workspace, picture, uploadOf(picture.name));
        addresses.current.set(picture.name, found);
        return found;
      },
      noteOf({ name, width }) {
        const upload = uploadOf(name);
        if (upload && isParked(upload)) return 'Esta imagen no se pudo enviar: abajo del texto dice por qué.';
        if (upload || width) return '';
        const missing = `Falta la imagen «${pictureTitle(name)}», y en el sitio no se ve.`;
        return `${missing} Tocá acá y elegí «Cambiar la imagen», o quitala.`;
      },
    };
    // A new one when the network comes or goes, so that pictures are asked for again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [workspace, uploads, isOnline, canAdd]);
  return { pictures, error };
};

/** The name of a photo, and the size in which it will be stored; none if the device cannot read it. */
async function measured({ bytes, mime }: LoadedFile): Promise<TextPicture> {
  const name = uploadedPictureName('', await sha256(bytes));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }), { imageOrientation: 'from-image' }).catch(
    () => null,
  );
  if (!bitmap) return { name };
  const width = Math.min(PICTURE_MAX_WIDTH, bitmap.width);
  const height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width));
  bitmap.close();
  return { name, width, height };
}
