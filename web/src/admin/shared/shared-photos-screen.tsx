import { operationOf } from '../workspace/overlay.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '../parts/use-query.ts';
import { hasGallery, hasOnePicture, traitsOf } from '#contract/record-types';
import { pictureFault } from '../files/photo.ts';
import type { LoadedFile } from '../files/photo.ts';
import { usePhotos } from '../files/photo-picker.tsx';
import { addPicture, pictureOf, savePicture } from '../files/save-photo.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { removeSharedPhoto, listSharedPhotos } from '../workspace/shared-photos.ts';
import type { SharedPhoto } from '../workspace/shared-photos.ts';
import { lostWords, unplacedWords, unreadableWords } from '../parts/words/shared-words.ts';
import { usePlaces } from './use-places.ts';
import type { PhotoPlace } from './use-places.ts';
import { useSharedRead } from './use-shared-photos.ts';

interface Waiting extends SharedPhoto {
  /** Why it cannot be used, in words for the person; null if it can. */
  fault: string | null;
}

/** Photos that were shared from the device's gallery: the person picks the record that they go to. */
export function SharedPhotosScreen() {
  useTitle('Fotos compartidas');
  const waiting = useSharedRead<Waiting[] | 'loading' | 'unreadable'>(waitingPhotos, 'loading', 'unreadable');
  const photos = typeof waiting === 'string' ? null : waiting;
  const [unmarked, setUnmarked] = useState<ReadonlySet<string>>(new Set());
  const parameters = useQuery();
  const navigate = useNavigate();
  const placed = useRef<string | null>(null);
  const isEmpty = photos?.length === 0;
  useEffect(() => {
    if (isEmpty && placed.current) void navigate(placed.current, { replace: true });
  }, [isEmpty, navigate]);
  const usable = photos?.filter(({ fault }) => fault === null) ?? [];
  // A single photo has no mark to set.
  const marked = usable.length > 1 ? usable.filter(({ key }) => !unmarked.has(key)) : usable;
  return (
    <>
      <h1 tabIndex={-1}>{photos && photos.length > 1 ? 'Elegí dónde van las fotos' : 'Elegí dónde va la foto'}</h1>
      {parameters.has('perdidas') && (
        <p className="field-error" role="alert">
          {lostWords}
        </p>
      )}
      {waiting === 'unreadable' && <p role="alert">{unreadableWords}</p>}
      {isEmpty && <p className="empty">{unplacedWords}</p>}
      <ul className="shots shared-photos">
        {photos?.map((photo) => (
          <Photo
            key={photo.key}
            photo={photo}
            isMarked={!unmarked.has(photo.key)}
            mark={
              usable.length > 1 && photo.fault === null
                ? (isMarked) => setUnmarked(isMarked ? without(unmarked, photo.key) : new Set([...unmarked, photo.key]))
                : null
            }
          />
        ))}
      </ul>
      {usable.length > 0 && (
        <Places
          marked={marked}
          placed={(address) => {
            placed.current = address;
          }}
        />
      )}
    </>
  );
}

async function waitingPhotos(): Promise<Waiting[]> {
  const photos = await listSharedPhotos();
  return Promise.all(photos.map(async (photo) => ({ ...photo, fault: await pictureFault(photo.blob) })));
}

function without<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  return new Set([...set].filter((other) => other !== one));
}

/** @param mark null where there is nothing to choose from */
function Photo({
  photo,
  isMarked,
  mark,
}: {
  photo: Waiting;
  isMarked: boolean;
  mark: ((isMarked: boolean) => void) | null;
}) {
  const confirm = useConfirm();
  const url = useObjectUrl(photo);
  const { name, fault } = photo;
  async function discard() {
    const isSure = await confirm({ text: '¿Deseas descartar la foto?', names: [name], isRemoval: true });
    if (isSure) await removeSharedPhoto(photo.key);
  }
  return (
    <li>
      {fault === null ? <img src={url ?? undefined} alt={name} /> : <p className="shot shot-none">{name}</p>}
      {fault !== null && <p className="field-error">{fault}</p>}
      {mark && (
        <label className="shared-mark">
          <input
            className="tick"
            type="checkbox"
            checked={isMarked}
            onChange={({ target }) => mark(target.checked)}
            aria-label={`Usar ${name}`}
          />
          Usar
        </label>
      )}
      <button className="button quiet" type="button" onClick={() => void discard()}>
        Descartar<span className="hidden-text"> {name}</span>
      </button>
    </li>
  );
}

function useObjectUrl({ key, blob }: SharedPhoto): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
    // The key identifies the photo; the blob is a new object at every reading.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return url;
}

function Places({ marked, placed }: { marked: Waiting[]; placed: (address: string) => void }) {
  const [search, setSearch] = useState('');
  const found = usePlaces(search);
  const { rest } = useWorkspaceState();
  const isComing = search.trim() === '' && rest === 'coming';
  const id = useId();
  return (
    <section className="shared-places" aria-labelledby={`${id}-title`}>
      <form className="list-tools" role="search" onSubmit={(event) => event.preventDefault()}>
        <p className="list-search">
          <label htmlFor={`${id}-search`}>Buscar noticias, eventos, álbumes o integrantes</label>
          <input
            id={`${id}-search`}
            className="control"
            type="search"
            value={search}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            onChange={({ target }) => setSearch(target.value)}
          />
        </p>
      </form>
      <h2 id={`${id}-title`} className="field-title">
        {search.trim() === '' ? 'Lo último que cambió' : 'Lo que encontramos'}
      </h2>
      {found?.places.length === 0 && isComing && (
        <p className="loading" role="status">
          Cargando…
        </p>
      )}
      {found?.places.length === 0 && !isComing && (
        <p className="empty">
          {search.trim() === ''
            ? 'Este dispositivo todavía no tiene nada del portal: abrí el administrador con conexión.'
            : 'En este dispositivo no hay nada con esas palabras.'}
        </p>
      )}
      <ul>
        {found?.places.map((place) => (
          <PlaceRow key={`${place.type} ${place.shown.record.id}`} place={place} marked={marked} placed={placed} />
        ))}
      </ul>
      {found && found.more > 0 && <p className="field-hint">Y {found.more} más: escribí algo más para encontrarlo.</p>}
    </section>
  );
}

function PlaceRow({
  place,
  marked,
  placed,
}: {
  place: PhotoPlace;
  marked: Waiting[];
  placed: (address: string) => void;
}) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const { type, shown, name, note, address, isGallery } = place;
  const { run, error, isBusy } = usePhotos({
    isLimited: traitsOf(type).hasPictureLimit ?? false,
    async take(photo) {
      await save(photo);
      placed(address);
      if (photo.sharedAs) await removeSharedPhoto(photo.sharedAs);
      notify({ tone: 'good', text: `La foto quedó en «${name}».` });
    },
  });

  function save(photo: LoadedFile): Promise<unknown> {
    if (hasGallery(type)) return addPicture(workspace, type, shown, photo);
    if (hasOnePicture(type)) return savePicture(workspace, type, shown, photo);
    throw new Error(`${String(type)} has no pictures`);
  }

  async function choose() {
    if (marked.length === 0) throw new Error('Marcá al menos una foto.');
    if (!isGallery) {
      if (marked.length > 1) throw new Error(`«${name}» lleva una sola imagen: dejá marcada una sola foto.`);
      const hasOne = pictureOf(shown) !== null || operationOf('image', shown.operations) !== undefined;
      const text = 'Ya tiene una imagen, y la foto la va a reemplazar.';
      if (hasOne && !(await confirm({ text, names: [name], accept: 'Reemplazar', isRemoval: true }))) return;
    }
    await run(marked.map(({ key, name, blob }) => ({ name, blob, sharedAs: key })));
  }

  return (
    <li className="shared-place">
      <div>
        <b>{name}</b>
        <p className="field-hint">{note}</p>
        <p className="field-error" role="alert">
          {error}
        </p>
      </div>
      <button
        className="button quiet"
        type="button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void attempt(choose)}
      >
        {isBusy ? 'Un momento…' : 'Poner acá'}
        <span className="hidden-text"> en {name}</span>
      </button>
    </li>
  );
}
