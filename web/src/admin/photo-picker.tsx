import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { IMAGE_CEILING, IMAGE_MAX } from '#contract/limits';
import { Dialog } from './confirm.tsx';
import { readFile, sendable, shrink } from './photo.ts';
import type { ReadFile } from './photo.ts';

/**
 * The button that picks a photo, from the device or straight from its camera.
 * @param isLimited whether the 2 MB of spec section 5 hold for it
 * @param take what is done with the photo; rejects with words for the person
 */
export function PhotoPicker({ label, isLimited, take }: { label: string; isLimited: boolean; take: (photo: ReadFile) => Promise<void> }) {
  const [large, setLarge] = useState<ReadFile | null>(null);
  const { pick, error, isBusy } = usePicking(async (picked) => {
    const photo = await sendable(picked);
    if (photo.bytes.byteLength > (isLimited ? IMAGE_MAX : IMAGE_CEILING)) setLarge(photo);
    else await take(photo);
  });
  const reduction = usePicking(take);
  async function reduce(photo: ReadFile) {
    setLarge(null);
    await reduction.run(async () => shrink(photo).catch(() => {
      throw new Error('Este dispositivo no puede abrir la imagen. Guardala como JPEG y volvé a elegirla.');
    }));
  }
  return (
    <FileButton label={isBusy || reduction.isBusy ? 'Un momento…' : label} accept="image/*" error={error || reduction.error} pick={pick}>
      {large && (
        <Dialog title="Imagen muy grande" tone="warning" onClose={() => setLarge(null)}>
          <p>Reduzca la imagen o use una mas pequeña. menos de 2Mb (500kb o menos recomendado)</p>
          <p className="buttons">
            <button className="button" type="button" onClick={() => void reduce(large)}>Reducir y usar</button>
            <button className="button quiet" type="button" onClick={() => setLarge(null)}>Cancelar</button>
          </p>
        </Dialog>
      )}
    </FileButton>
  );
}

/** A file input that looks like a button and says what went wrong. */
export function FileButton({ label, accept, error, pick, children }: {
  label: string; accept: string; error: string; pick: (file: File) => void; children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className="file">
      <input
        id={id} className="file-input" type="file" accept={accept} aria-describedby={`${id}-error`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it was refused.
          event.target.value = '';
          if (file) pick(file);
        }}
      />
      <label className="button quiet" htmlFor={id}>{label}</label>
      <p id={`${id}-error`} className="field-error" role="alert">{error}</p>
      {children}
    </div>
  );
}

/** Reads what was picked and hands it on; what fails is said in words. */
export function usePicking(take: (file: ReadFile) => Promise<void>) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function run(read: () => Promise<ReadFile>) {
    setError('');
    setBusy(true);
    try {
      await take(await read());
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : 'No pudimos leer el archivo. Elegilo de nuevo.');
    } finally {
      setBusy(false);
    }
  }
  return {
    error, isBusy, run,
    pick: (file: File) => void run(() => readFile(file).catch(() => {
      throw new Error('No pudimos leer el archivo. Elegilo de nuevo.');
    })),
  };
}
