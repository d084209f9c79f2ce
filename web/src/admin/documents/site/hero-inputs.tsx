import { useId } from 'react';
import type { PointerEvent } from 'react';
import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/values/pictures';
import { BUILT_LOOK } from '#contract/town/look-built';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import { pictureOf } from '../../files/save-photo.ts';
import { useWaitingFile } from '../../files/use-waiting-file.ts';
import { isMeasured, operationOf } from '../../workspace/overlay.ts';
import type { DocumentFormProps } from '../document-form.ts';
import { keyOf, valueAt, withValueAt } from '../../parts/words/document-paths.ts';
import { TownPictureField } from './town-picture-field.tsx';
import { useDocument } from '../../workspace/use-document.ts';

/** Returns the photo of the home page as this device has it, sent or not; null for none that can be shown. */
export function useHero(): Picture | null {
  const shown = useDocument('hero');
  const waiting = useWaitingFile(shown ? operationOf('image', shown.operations) : undefined);
  const current = shown && pictureOf(shown);
  // Its address is its name; its size is not known yet.
  if (waiting) return { name: waiting, width: 1600, height: 900 };
  return current && isMeasured(current) ? current : null;
}

/** The photo of the home page, and the point of it that every cut keeps. */
export function HeroInputs({ form, picture }: { form: DocumentFormProps; picture: Picture | null }) {
  return (
    <>
      <TownPictureField owner="hero" shot={picture && <FocusPicture form={form} picture={picture} />} />
      {picture && AXES.map((axis) => <FocusInput key={axis} axis={axis} form={form} />)}
    </>
  );
}

const AXES = ['x', 'y'] as const;
type Axis = (typeof AXES)[number];

/** The photo, and on it the point, which is chosen by touching it. */
function FocusPicture({ form, picture }: { form: DocumentFormProps; picture: Picture }) {
  const pick = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);
    const point = { x: percent((clientX - left) / width), y: percent((clientY - top) / height) };
    form.onChange(withValueAt(form.value, ['photo'], { ...photoIn(form), ...point }));
  };
  return (
    <>
      <p className="field-hint">
        Tocá en la foto lo que siempre se tiene que ver: en la portada se recorta distinto en cada pantalla.
      </p>
      <div className="focus-picture" onPointerUp={pick}>
        <img src={pictureSource('hero', { id: 'hero' }, picture, 480).src} alt="Foto de portada, entera" />
        <span style={{ left: `${percentAt(form, 'x')}%`, top: `${percentAt(form, 'y')}%` }} />
      </div>
    </>
  );
}

const LABELS: Record<Axis, string> = {
  x: 'Punto importante, a lo ancho',
  y: 'Punto importante, a lo alto',
};

function FocusInput({ axis, form }: { axis: Axis; form: DocumentFormProps }) {
  const id = useId();
  return (
    <div className="field focus">
      <label htmlFor={id}>{LABELS[axis]}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={percentAt(form, axis)}
        onChange={({ target }) =>
          form.onChange(withValueAt(form.value, ['photo'], { ...photoIn(form), [axis]: Number(target.value) }))
        }
      />
      <p className="field-error">{form.faults.get(keyOf(['photo', axis]))}</p>
    </div>
  );
}

/** Returns the point of the photo. A document that was typed as JSON may have any value there. */
function photoIn({ value }: DocumentFormProps): Record<string, Json> {
  const photo = valueAt(value, ['photo']);
  return typeof photo === 'object' && photo !== null && !Array.isArray(photo) ? photo : { ...BUILT_LOOK.photo };
}

function percentAt(form: DocumentFormProps, axis: Axis): number {
  const percent = photoIn(form)[axis];
  return typeof percent === 'number' ? percent : BUILT_LOOK.photo[axis];
}
