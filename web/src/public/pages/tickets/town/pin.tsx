import { useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { metresBetween, placeOn, pointAt } from '#contract/tickets/town-picture';
import type { PicturePlace, TownPicture } from '#contract/tickets/town-picture';
import { savesData } from '../../../../browser/saves-data.ts';
import type { TicketDraft } from '../../../../tickets/my-tickets.ts';
import { usePlanSource, usePublicTickets } from './kept-list.ts';
import { TownPlan } from './town-plan.tsx';

type Change = (changes: Pick<TicketDraft, 'point' | 'accuracy'>) => void;

/** A pin on the picture of the town, in the form. It says in words where it is, and words alone are enough. */
export function Pin({ point, change }: { point: TicketDraft['point']; change: Change }) {
  const { list } = usePublicTickets();
  const [isOpen, setOpen] = useState(false);
  const picture = list?.picture;
  // Ahead of the press, so that the device has it where there is no network.
  const source = usePlanSource(isOpen || !savesData() ? picture?.address : undefined);
  if (!picture) return null;
  if (!isOpen) {
    return (
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        Marcar en el plano
      </button>
    );
  }
  return <Board picture={picture} source={source} point={point} change={change} />;
}

const STEPS = new Map<string, readonly [number, number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);
/** A step of an arrow key as a part of the picture, and with Shift. */
const STEP = 0.02;
const SMALL_STEP = 0.004;
/** Where a pin begins that is set without pointing. */
const MIDDLE: PicturePlace = { x: 0.5, y: 0.5 };
const inside = (part: number) => Math.min(1, Math.max(0, part));

function Board({
  picture,
  source,
  point,
  change,
}: {
  picture: TownPicture;
  source: string | null;
  point: TicketDraft['point'];
  change: Change;
}) {
  const [isLarge, setLarge] = useState(false);
  const place = point && placeOn(picture, point);
  if (source === null) return <p role="status">El plano todavía no está en este teléfono: hace falta conexión.</p>;

  function put({ x, y }: PicturePlace): void {
    const [left, right] = [pointAt(picture, { x: 0, y }), pointAt(picture, { x: 1, y })];
    // A finger is some fiftieth of a phone wide.
    const accuracy = Math.max(1, Math.round(metresBetween(left, right) / (isLarge ? 100 : 50)));
    change({ point: pointAt(picture, { x: inside(x), y: inside(y) }), accuracy });
  }
  function press(event: MouseEvent<HTMLButtonElement>): void {
    // Enter presses no place.
    if (event.detail === 0) return put(place ?? MIDDLE);
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    put({ x: (event.clientX - left) / width, y: (event.clientY - top) / height });
  }
  function step(event: KeyboardEvent): void {
    const [right, down] = STEPS.get(event.key) ?? [];
    if (right === undefined || down === undefined) return;
    event.preventDefault();
    const size = event.shiftKey ? SMALL_STEP : STEP;
    put(place ? { x: place.x + right * size, y: place.y + down * size } : MIDDLE);
  }

  return (
    <div className="town-board">
      <p id="plano-ayuda">
        Tocá el lugar en el plano. Con el teclado: las flechas mueven la marca, y con Mayúsculas la mueven de a poco.
      </p>
      <div className="town-frame" data-large={isLarge}>
        <button
          type="button"
          className="town-touch"
          aria-label="Plano del pueblo"
          aria-describedby="plano-ayuda plano-marca"
          onClick={press}
          onKeyDown={step}
        >
          <TownPlan picture={picture} source={source} pins={place ? [{ ...place, label: 'Tu marca' }] : []} />
        </button>
      </div>
      <p id="plano-marca" role="status">
        {place ? `Marca puesta: ${placeWords(place)}.` : 'Todavía no hay ninguna marca.'}
      </p>
      <p>
        <button type="button" className="button quiet" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          {isLarge ? 'Achicar el plano' : 'Agrandar el plano'}
        </button>
      </p>
    </div>
  );
}

const percent = (part: number) => `${Math.round(part * 100)} %`;
const placeWords = ({ x, y }: PicturePlace) => `a ${percent(x)} desde la izquierda y ${percent(y)} desde arriba`;
