import { useId } from 'react';
import { paletteOf } from '#contract/town/look';
import { BUILT_LOOK } from '#contract/town/look-built';
import { LAND, polygonOf, SKYLINES, skylineNamed } from '#contract/town/skylines';
import { contrast, isColour } from '#contract/values/colours';
import type { DocumentFormProps } from '../document-form.ts';
import { keyOf, valueAt, withValueAt } from '../../parts/words/document-paths.ts';

/** The town's landscape: each choice is drawn. */
export function SkylineInput({ form }: { form: DocumentFormProps }) {
  const name = useId();
  const path = ['skyline'];
  const chosen = valueAt(form.value, path);
  return (
    <fieldset className="field skylines">
      <legend>Paisaje</legend>
      {SKYLINES.map((one) => {
        const { label, ridge, light } = skylineNamed(one);
        return (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={chosen === one}
              onChange={() => form.onChange(withValueAt(form.value, path, one))}
            />
            <span className="skyline" style={{ background: LAND.sky }}>
              <span style={{ background: light?.land ?? LAND.land, clipPath: polygonOf(ridge) }} />
            </span>
            {label}
          </label>
        );
      })}
      <p className="field-error">{form.faults.get(keyOf(path))}</p>
    </fieldset>
  );
}

/** Shows how a chosen colour is adjusted, if text would not be readable with it. */
export function ColourHints({ form }: { form: DocumentFormProps }) {
  const accent = String(valueAt(form.value, ['accent']));
  if (!isColour(accent) || contrast(accent, '#ffffff') >= 4.5) return null;
  return (
    <p className="field-hint">
      Con ese color no se leerían las letras blancas: en los fondos se usa uno más oscuro,{' '}
      <span className="colour" style={{ background: paletteOf({ accent, second: BUILT_LOOK.second }).plane }} /> y en
      los textos también.
    </p>
  );
}
