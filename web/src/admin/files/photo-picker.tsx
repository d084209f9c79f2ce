import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { PICTURE_CEILING, PICTURE_MAX } from '#contract/limits';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { Dialog } from '../parts/confirm.tsx';
import { useNotices } from '../parts/notices.tsx';
import { readFile, readsOf, shrink, UNREADABLE, uploadable } from './photo.ts';
import type { LoadedFile } from './photo.ts';

interface Intake {
  /** Whether the limit of 2 MB (spec section 5) applies. */
  isLimited: boolean;
  /**
   * Whether several photos can be picked together. They are processed one after another, with a question for each that
   * is too large.
   */
  isMany?: boolean;
  /** Whether an SVG drawing can be picked too. */
  isShield?: boolean;
  /** Processes a photo; rejects with a message for the person. */
  take: (photo: LoadedFile) => Promise<void>;
}

/** Button that picks a photo from the device or its camera. */
export function PhotoPicker({ label, ...intake }: Intake & { label: string }) {
  const { run, error, isBusy, question } = usePhotos(intake);
  return (
    <FileButton
      label={isBusy ? 'Un momento…' : label}
      accept="image/*"
      isMany={intake.isMany ?? false}
      error={error}
      pick={(files) => void run(readsOf(files, readFile))}
    >
      {question}
    </FileButton>
  );
}

/** Checks photos and passes them on, wherever they come from. `question` is shown while one is too large. */
export function usePhotos({ isLimited, isMany = false, isShield = false, take }: Intake) {
  const [[large, ...larger], setLarge] = useState<LoadedFile[]>([]);
  const picking = usePicking(async (picked, isHere) => {
    const photo = await uploadable(picked, isShield);
    const most = isLimited ? PICTURE_MAX : PICTURE_CEILING;
    if (photo.bytes.byteLength <= most) await take(photo);
    else if (isHere()) setLarge((waiting) => [...waiting, photo]);
    else throw new Error(`Pesa más de ${most / 1024 / 1024} MB: volvé a elegirla, y el portal la reduce.`);
  });
  const reduction = usePicking(take);
  async function reduce(photo: LoadedFile) {
    setLarge(larger);
    await reduction.run([
      {
        name: photo.name,
        read: () =>
          shrink(photo).catch(() => {
            throw new Error('Este dispositivo no puede abrir la imagen. Guardala como JPEG y volvé a elegirla.');
          }),
      },
    ]);
  }
  return {
    run: picking.run,
    error: picking.error || reduction.error,
    isBusy: picking.isBusy || reduction.isBusy,
    question: large && (
      <Dialog title="Imagen muy grande" tone="warning" onClose={() => setLarge(larger)}>
        {isMany && (
          <p>
            <b>{large.name}</b>
          </p>
        )}
        <p>{REFUSALS.overPictureMax}</p>
        <p className="buttons">
          <button className="button" type="button" onClick={() => void reduce(large)}>
            Reducir y usar
          </button>
          <button className="button quiet" type="button" onClick={() => setLarge(larger)}>
            Cancelar
          </button>
        </p>
      </Dialog>
    ),
  };
}

/** A file input styled as a button, with its error message. */
export function FileButton({
  label,
  accept,
  isMany = false,
  error,
  pick,
  children,
}: {
  label: string;
  accept: string;
  isMany?: boolean;
  error: string;
  pick: (files: File[]) => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className="file">
      <input
        id={id}
        className="file-input"
        type="file"
        accept={accept}
        multiple={isMany}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Resetting allows the same file to be picked again after it was refused.
          event.target.value = '';
          if (files.length > 0) pick(files);
        }}
      />
      <label className="button quiet" htmlFor={id}>
        {label}
      </label>
      <p id={`${id}-error`} className="field-error" role="alert">
        {error}
      </p>
      {children}
    </div>
  );
}

interface PickedFile {
  name: string;
  read: () => Promise<LoadedFile>;
}

/**
 * Reads the picked files and passes them on, one after another. Errors become messages and do not stop other files. The
 * device may take long to read one; what is refused after the screen was left is told in a notice.
 * @param take is also given whether the screen is still shown
 */
export function usePicking(take: (file: LoadedFile, isHere: () => boolean) => Promise<void>) {
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
  const isHere = () => isShown.current;
  /** What was picked earlier: a file that replaces another one has to be compared with it. */
  const earlier = useRef(Promise.resolve());
  const left = useRef(0);
  function run(reads: readonly PickedFile[]): Promise<void> {
    if (left.current === 0) setError('');
    left.current += 1;
    setBusy(true);
    return (earlier.current = earlier.current.then(() => takeAll(reads)));
  }
  async function takeAll(reads: readonly PickedFile[]): Promise<void> {
    const faults: string[] = [];
    for (const { name, read } of reads) {
      try {
        await take(await read(), isHere);
      } catch (failure) {
        const words = failure instanceof Error && failure.message ? failure.message : UNREADABLE;
        if (!isHere()) notify({ tone: 'bad', text: `No se guardó «${name}». ${words}` });
        else faults.push(reads.length > 1 ? `«${name}»: ${words}` : words);
      }
    }
    if (faults.length > 0) setError(faults.join(' '));
    left.current -= 1;
    setBusy(left.current > 0);
  }
  return {
    error,
    isBusy,
    run,
    pick: (files: File[]) => void run(readsOf(files, readFile)),
  };
}
