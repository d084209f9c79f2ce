import { useEffect, useId, useRef, useState } from 'react';
import ReactCrop from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Dialog } from '../parts/confirm.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { ASPECTS, turnedRight, WHOLE, withAspect } from './crop.ts';
import type { Crop } from './crop.ts';
import { encoded } from '../../browser/reduced-picture.ts';
import { asJpeg } from './photo.ts';
import type { LoadedFile } from './photo.ts';

/**
 * Turns a photo by quarters and cuts a part out of it, with mouse, fingers and keys. react-image-crop is the one kept
 * library whose frame and handles can be moved with keys; it has no dependencies.
 * @param bitmap the photo, upright
 * @param replace takes the result; rejects with a message for the person
 */
export function PhotoEditor({
  photo,
  bitmap,
  replace,
  close,
}: {
  photo: LoadedFile;
  bitmap: ImageBitmap;
  replace: (photo: LoadedFile) => Promise<void>;
  close: () => void;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [quarters, setQuarters] = useState(0);
  const [crop, setCrop] = useState(WHOLE);
  const [ratio, setRatio] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [isBusy, run] = useBusy();
  const size = turnedSize(bitmap, quarters);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, bitmap, quarters, WHOLE);
  }, [bitmap, quarters]);

  function turn(by: 1 | 3) {
    const next = (quarters + by) % 4;
    let turned = crop;
    for (let quarter = 0; quarter < by; quarter += 1) turned = turnedRight(turned);
    setQuarters(next);
    setCrop(ratio === null ? turned : withAspect(turned, ratio, turnedSize(bitmap, next)));
  }
  function choose(next: number | null) {
    setRatio(next);
    setCrop(next === null ? crop : withAspect(crop, next, size));
  }
  async function save() {
    const result = document.createElement('canvas');
    draw(result, bitmap, quarters, crop);
    try {
      await replace(asJpeg(photo, await (await encoded(result, QUALITY)).arrayBuffer()));
    } catch (failure) {
      setError((failure as Error).message);
    }
  }
  const isEmpty = crop.width === 0 || crop.height === 0;
  return (
    <Dialog title="Girar y recortar" isWide onClose={close}>
      <div className="photo-frame">
        <ReactCrop
          crop={{ unit: '%', ...crop }}
          {...(ratio !== null && { aspect: ratio })}
          minWidth={24}
          minHeight={24}
          keepSelection
          ruleOfThirds
          ariaLabels={LABELS}
          onChange={(_, { x, y, width, height }) => setCrop({ x, y, width, height })}
        >
          <canvas ref={canvas} role="img" aria-label={`Foto ${photo.name}`} />
        </ReactCrop>
      </div>
      <div className="buttons">
        <button className="button quiet" type="button" onClick={() => turn(3)}>
          ↺ Girar a la izquierda
        </button>
        <button className="button quiet" type="button" onClick={() => turn(1)}>
          ↻ Girar a la derecha
        </button>
      </div>
      <fieldset className="aspects">
        <legend>Proporción</legend>
        {ASPECTS.map((aspect) => (
          <label key={aspect.label} className="tick-line">
            <input
              type="radio"
              name={`${id}-aspect`}
              checked={ratio === aspect.ratio}
              onChange={() => choose(aspect.ratio)}
            />
            {aspect.label}
          </label>
        ))}
      </fieldset>
      <p className="field-hint">
        Arrastrá el marco o sus esquinas. Con el teclado: Tab para elegir el marco o una esquina, y las flechas para
        moverlos.
      </p>
      <p className="field-error" role="alert">
        {error}
      </p>
      <p className="buttons">
        <button
          className="button"
          type="button"
          aria-disabled={isBusy || isEmpty}
          onClick={() => !isEmpty && void run(save)}
        >
          {isBusy ? 'Un momento…' : 'Usar así'}
        </button>
        <button className="button quiet" type="button" onClick={close}>
          Cancelar
        </button>
      </p>
    </Dialog>
  );
}

const QUALITY = 0.9;
/** Longest side in pixels of the result: the server stores no larger ones. */
const LONGEST = 1600;
const LABELS = {
  cropArea: 'Marco del recorte: movelo con las flechas',
  nwDragHandle: 'Esquina de arriba a la izquierda: movela con las flechas',
  nDragHandle: 'Borde de arriba: movelo con las flechas',
  neDragHandle: 'Esquina de arriba a la derecha: movela con las flechas',
  eDragHandle: 'Borde derecho: movelo con las flechas',
  seDragHandle: 'Esquina de abajo a la derecha: movela con las flechas',
  sDragHandle: 'Borde de abajo: movelo con las flechas',
  swDragHandle: 'Esquina de abajo a la izquierda: movela con las flechas',
  wDragHandle: 'Borde izquierdo: movelo con las flechas',
};

const turnedSize = ({ width, height }: ImageBitmap, quarters: number) =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width };

/** Draws a part of the turned photo as the whole of a canvas. */
function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, quarters: number, crop: Crop): void {
  const whole = turnedSize(bitmap, quarters);
  const part = { width: (whole.width * crop.width) / 100, height: (whole.height * crop.height) / 100 };
  const scale = Math.min(1, LONGEST / Math.max(part.width, part.height));
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate((-whole.width * crop.x) / 100, (-whole.height * crop.y) / 100);
  context.translate(whole.width / 2, whole.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}
