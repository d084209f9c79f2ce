import { useEffect, useId, useState } from 'react';
import type { MouseEvent } from 'react';
import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import { areApart } from '#contract/tickets/town-picture';
import type { PictureMark, TownPicture } from '#contract/tickets/town-picture';
import { dataUrl } from '../../browser/data-url.ts';
import { PhotoPicker } from '../files/photo-picker.tsx';
import { useConfirm } from '../parts/confirm.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { TownPlan } from '../../public/pages/tickets/town/town-plan.tsx';
import { useWorkspace } from '../workspace/workspace.ts';

/** A mark as it is typed; blank for not yet. */
interface Typed {
  x: number;
  y: number;
  /** Latitude and longitude, as maps give them: `-38.7183, -62.2663`. */
  point: string;
}
/** The picture as it is set: `data` for another one than the server has. */
interface Draft {
  source: string;
  width: number;
  height: number;
  data?: string;
  marks: [Typed, Typed];
}

const FIRST: [Typed, Typed] = [
  { x: 0, y: 0, point: '' },
  { x: 1, y: 1, point: '' },
];
const NO_POINT = 'Escribí la ubicación de los dos puntos: latitud y longitud, como -38.7183, -62.2663.';
const TOO_NEAR = 'Los dos puntos tienen que estar lejos uno del otro, en el plano y en el terreno.';
const NO_NETWORK = 'No hay conexión: el plano no se guardó. Probá otra vez.';

/** The picture of the town on which places are marked, for Admins: two places on it have to be known. */
export function TownPictureBox() {
  const { callApi } = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [has, setHas] = useState(false);
  const [fault, setFault] = useState('');
  const [isBusy, run] = useBusy();
  const id = useId();
  const take = (picture: TownPicture | null) => {
    setHas(picture !== null);
    setDraft(picture && draftOf(picture));
  };
  useEffect(() => {
    let isCurrent = true;
    callApi(staffTicketCalls.picture()).then(
      ({ status, body }) => {
        if (isCurrent && status === 200) take(body as TownPicture | null);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [callApi]);

  async function send(value: unknown, words: string): Promise<void> {
    setFault('');
    try {
      const { status, body } = await callApi(staffTicketCalls.picture(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ value }),
      });
      if (status !== 200) return setFault((body as { message?: string }).message ?? 'El servidor no lo aceptó.');
      take(body as TownPicture | null);
      notify({ tone: 'good', text: words });
    } catch {
      setFault(NO_NETWORK);
    }
  }
  async function save(): Promise<void> {
    if (!draft) return;
    const marks = draft.marks.map(markOf);
    const [one, other] = marks;
    if (!one || !other) return setFault(NO_POINT);
    if (!areApart(draft, [one, other])) return setFault(TOO_NEAR);
    await send({ ...(draft.data !== undefined && { data: draft.data }), marks: [one, other] }, 'Guardado: plano');
  }
  async function remove(): Promise<void> {
    const text = 'Los reclamos conservan su ubicación, pero ya no se van a ver sobre el plano.';
    if (await confirm({ text, accept: 'Quitar el plano', isRemoval: true })) await send(null, 'Plano quitado');
  }
  const setMark = (at: number, next: Partial<Typed>) =>
    setDraft(
      (before) =>
        before && {
          ...before,
          marks: before.marks.map((one, place) => (place === at ? { ...one, ...next } : one)) as Draft['marks'],
        },
    );

  return (
    <section className="ticket-settings" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Plano del pueblo</h2>
      <p className="field-hint">
        Una imagen propia del pueblo, para marcar el lugar con el dedo: no se carga ningún mapa de otros. Elegí en ella
        dos puntos que conozcas, bien separados (dos esquinas del plano, o dos cruces de calles), y escribí su
        ubicación.
      </p>
      <PhotoPicker
        label={draft ? 'Cambiar la imagen' : 'Elegir la imagen del plano'}
        isLimited
        take={async ({ mime, bytes }) => {
          const data = dataUrl(bytes, mime);
          const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }));
          const { width, height } = bitmap;
          bitmap.close();
          setDraft({ source: data, width, height, data, marks: FIRST });
        }}
      >
        {draft ? null : <p className="field-hint">JPEG, PNG o WebP, con el norte hacia donde sea.</p>}
      </PhotoPicker>
      {draft && (
        <>
          {draft.marks.map((mark, at) => (
            <MarkField key={at} at={at} mark={mark} draft={draft} set={(next) => setMark(at, next)} />
          ))}
          <p className="field-error" role="alert">
            {fault}
          </p>
          <p className="buttons">
            <button className="button" type="button" aria-disabled={isBusy} onClick={() => void run(save)}>
              {isBusy ? 'Un momento…' : 'Guardar el plano'}
            </button>
            {has && (
              <button className="button quiet danger" type="button" onClick={() => void run(remove)}>
                Quitar el plano
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}

/** One of the two known places: on the picture by a click or as numbers, and on the ground. */
function MarkField({
  at,
  mark,
  draft,
  set,
}: {
  at: number;
  mark: Typed;
  draft: Draft;
  set: (next: Partial<Typed>) => void;
}) {
  const id = useId();
  const name = `Punto ${at + 1}`;
  function press(event: MouseEvent<HTMLButtonElement>): void {
    // Enter presses no place; the numbers below are for the keyboard.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    set({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
  }
  const part = (axis: 'x' | 'y', label: string) => (
    <p className="field">
      <label htmlFor={`${id}-${axis}`}>{label}</label>
      <input
        id={`${id}-${axis}`}
        className="control control-short"
        type="number"
        min={0}
        max={100}
        step={0.1}
        value={Math.round(mark[axis] * 1000) / 10}
        onChange={({ target }) => set({ [axis]: Math.min(1, Math.max(0, Number(target.value) / 100)) })}
      />
    </p>
  );
  return (
    <fieldset className="ticket-setting">
      <legend>{name}</legend>
      <button className="town-touch" type="button" aria-label={`${name}: tocá su lugar en el plano`} onClick={press}>
        <TownPlan
          picture={{ ...draft, address: '', marks: [] as never }}
          source={draft.source}
          pins={[{ ...mark, label: name }]}
        />
      </button>
      {part('x', 'Desde la izquierda, en %')}
      {part('y', 'Desde arriba, en %')}
      <p className="field">
        <label htmlFor={`${id}-point`}>Latitud y longitud</label>
        <input
          id={`${id}-point`}
          className="control"
          inputMode="text"
          autoComplete="off"
          placeholder="-38.7183, -62.2663"
          value={mark.point}
          onChange={({ target }) => set({ point: target.value })}
        />
      </p>
    </fieldset>
  );
}

function draftOf({ address, width, height, marks }: TownPicture): Draft {
  const [one, other] = marks.map(({ x, y, lat, lon }): Typed => ({ x, y, point: `${lat}, ${lon}` }));
  return { source: address, width, height, marks: one && other ? [one, other] : FIRST };
}

/** Reads a mark; null while its point is not two numbers. A decimal comma is taken where a space divides the two. */
export function markOf({ x, y, point }: Typed): PictureMark | null {
  const found = /^\s*(-?\d{1,2}(?:[.,]\d+)?)\s*(?:[,;]\s*|\s)(-?\d{1,3}(?:[.,]\d+)?)\s*$/.exec(point);
  if (!found) return null;
  const [lat = Number.NaN, lon = Number.NaN] = found.slice(1).map((one) => Number(one.replace(',', '.')));
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { x, y, lat, lon } : null;
}
