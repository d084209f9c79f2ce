import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { PICTURE_CEILING, PICTURE_MAX } from '#contract/limits';
import { REFUSALS } from '#contract/uploads';
import { Dialog } from '../ui/confirm.tsx';
import { readFile, sendable, shrink } from './photo.ts';
import type { ReadFile } from './photo.ts';

/**
 * The button that picks a photo, from the device or straight from its camera.
 * @param isLimited whether the 2 MB of spec section 5 hold for it
 * @param isMany whether several may be chosen at once: they are taken one after another, and those too large are asked
 *   about in turn
 * @param take what is done with the photo; rejects with words for the person
 */
export function PhotoPicker({
  label,
  isLimited,
  isMany = false,
  take,
}: {
  label: string;
  isLimited: boolean;
  isMany?: boolean;
  take: (photo: ReadFile) => Promise<void>;
}) {
  const [[large, ...larger], setLarge] = useState<ReadFile[]>([]);
  const { pick, error, isBusy } = usePicking(async (picked) => {
    const photo = await sendable(picked);
    if (photo.bytes.byteLength > (isLimited ? PICTURE_MAX : PICTURE_CEILING))
      setLarge((waiting) => [...waiting, photo]);
    else await take(photo);
  });
  const reduction = usePicking(take);
  async function reduce(photo: ReadFile) {
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
  return (
    <FileButton
      label={isBusy || reduction.isBusy ? 'Un momento…' : label}
      accept="image/*"
      isMany={isMany}
      error={error || reduction.error}
      pick={pick}
    >
      {large && (
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
      )}
    </FileButton>
  );
}

/** A file input that looks like a button and says what went wrong. */
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
          // The same file may be chosen again after it was refused.
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

/**
 * Reads what was picked and hands it on, one file after another; what fails is said in words, and stops no other file.
 */
export function usePicking(take: (file: ReadFile) => Promise<void>) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function run(reads: { name: string; read: () => Promise<ReadFile> }[]) {
    setError('');
    setBusy(true);
    const faults: string[] = [];
    for (const { name, read } of reads) {
      try {
        await take(await read());
      } catch (failure) {
        const words = failure instanceof Error && failure.message ? failure.message : UNREADABLE;
        faults.push(reads.length > 1 ? `«${name}»: ${words}` : words);
      }
    }
    setError(faults.join(' '));
    setBusy(false);
  }
  return {
    error,
    isBusy,
    run,
    pick: (files: File[]) =>
      void run(
        files.map((file) => ({
          name: file.name,
          read: () =>
            readFile(file).catch(() => {
              throw new Error(UNREADABLE);
            }),
        })),
      ),
  };
}

const UNREADABLE = 'No pudimos leer el archivo. Elegilo de nuevo.';
