import { useEffect, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { PICTURE_CEILING, PICTURE_MAX } from '#contract/limits';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { useConfirm } from '../parts/confirm.tsx';
import { useNotices } from '../parts/notices.tsx';
import { FileBox } from './file-box.tsx';
import { pickedFiles, pictureFault, readPicked, shrink, UNREADABLE, uploadable } from './photo.ts';
import type { PickedFile, LoadedFile } from './photo.ts';

interface Intake {
  /** Whether the limit of 2 MB (spec section 5) applies. */
  isLimited: boolean;
  /** Whether an SVG drawing can be picked too. */
  isShield?: boolean;
  /** Processes a photo; rejects with a message for the person. */
  take: (photo: LoadedFile) => Promise<void>;
}

/** Maximum size of a picture that is sent as it is. */
export const mostBytes = (isLimited: boolean) => (isLimited ? PICTURE_MAX : PICTURE_CEILING);

/**
 * The place of a picture, with a button that picks a photo from the device or its camera; it can be dropped there, too.
 */
export function PhotoPicker({
  label,
  children,
  more,
  ...intake
}: Intake & Pick<ComponentProps<typeof FileBox>, 'label' | 'children' | 'more'>) {
  const { run, error, isBusy } = usePhotos(intake);
  return (
    <FileBox
      kind="photo"
      label={isBusy ? 'Un momento…' : label}
      error={error}
      pick={(files) => void run(pickedFiles(files))}
      more={more}
    >
      {children}
    </FileBox>
  );
}

/**
 * Checks photos and passes them on one after another, wherever they come from; those that are too large are reduced.
 */
export function usePhotos({ isLimited, isShield = false, take }: Intake) {
  const ask = useReductionQuestion();
  const most = mostBytes(isLimited);
  const picking = usePicking(async (file) => {
    const photo = await uploadable(await readPicked(file), isShield);
    await take(photo.bytes.byteLength <= most ? photo : await reduced(photo));
  });
  return { ...picking, run: (files: readonly PickedFile[]) => picking.run(files, (all) => ask(all, most)) };
}

/** @throws Error with a message for the person */
export const reduced = (photo: LoadedFile): Promise<LoadedFile> =>
  shrink(photo).catch(() => {
    throw new Error('Este dispositivo no puede abrir la imagen. Guardala como JPEG y volvé a elegirla.');
  });

/**
 * Returns a function that asks, once for all photos that are too large, whether to reduce them.
 * @returns those to use
 */
export function useReductionQuestion() {
  const confirm = useConfirm();
  return async <F extends PickedFile>(files: readonly F[], most: number): Promise<readonly F[]> => {
    const isLarge = await Promise.all(
      files.map(async ({ blob }) => blob.size > most && (await pictureFault(blob)) === null),
    );
    const large = files.filter((_, at) => isLarge[at]);
    if (large.length === 0) return files;
    const isSure = await confirm({
      title: 'Imagen muy grande',
      text: REFUSALS.overPictureMax,
      names: large.map(({ name }) => name),
      accept: large.length > 1 ? `Reducir y usar las ${large.length}` : 'Reducir y usar',
    });
    return isSure ? files : files.filter((_, at) => !isLarge[at]);
  };
}

/**
 * Passes picked files on, one after another. Errors become messages and do not stop other files. The device may take
 * long to read one; what is refused after the screen was left is told in a notice.
 */
export function usePicking<F extends PickedFile = PickedFile>(take: (file: F) => Promise<void>) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const notify = useNotices();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  /** What was picked earlier: a file that replaces another one has to be compared with it. */
  const earlier = useRef(Promise.resolve());
  const left = useRef(0);

  /** @param among returns which of the files are to be used */
  function run(files: readonly F[], among = async (all: readonly F[]): Promise<readonly F[]> => all): Promise<void> {
    if (left.current === 0) setError('');
    left.current += 1;
    setBusy(true);
    return (earlier.current = earlier.current.then(async () => takeAll(await among(files))));
  }
  async function takeAll(files: readonly F[]): Promise<void> {
    const faults: string[] = [];
    for (const file of files) {
      try {
        await take(file);
      } catch (failure) {
        const words = failure instanceof Error && failure.message ? failure.message : UNREADABLE;
        if (!isShown.current) notify({ tone: 'bad', text: `No se guardó «${file.name}». ${words}` });
        else faults.push(files.length > 1 ? `«${file.name}»: ${words}` : words);
      }
    }
    if (faults.length > 0) setError(faults.join(' '));
    left.current -= 1;
    setBusy(left.current > 0);
  }
  return { error, isBusy, run };
}
