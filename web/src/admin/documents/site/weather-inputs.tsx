import { useId } from 'react';
import { WEATHER_LEVELS } from '#contract/calendar/alert-severities';
import { WEATHER_SERVICE } from '#contract/calendar/weather-service';
import { ALERT_SEVERITIES } from '#contract/record-types';
import { NO_WEATHER, SMN_FEED } from '#contract/town/weather-settings';
import type { DocumentFormProps } from '../document-form.ts';
import { DocumentInput } from '../document-input.tsx';
import { keyOf, valueAt, withValueAt } from '../../parts/words/document-paths.ts';
import { SITE_WEATHER } from '../../parts/words/site-fields.ts';

const [FEED, PLACE, PUSH_FROM] = SITE_WEATHER;

/** From where the weather service's warnings come, for which place, and which of them reach the phones. */
export function WeatherInputs({ form: given }: { form: DocumentFormProps }) {
  const id = useId();
  // A town that has never said anything of it has no part of the document for it.
  const weather = { ...NO_WEATHER, ...(valueAt(given.value, ['weather']) as object | undefined) };
  const form = { ...given, value: withValueAt(given.value, ['weather'], weather) };
  const { place, pushFrom } = weather;
  return (
    <>
      <p className="field-hint">
        El portal puede mostrar solo las alertas del {WEATHER_SERVICE} que le tocan al pueblo. Para empezar, poné{' '}
        {SMN_FEED} y el lugar. Para dejar de mostrarlas, borrá la dirección.
      </p>
      <DocumentInput label={FEED.label} path={FEED.path} form={form} inputMode="url" placeholder={SMN_FEED} />
      <div className="field" data-field={keyOf(PLACE.path)}>
        <label htmlFor={`${id}-place`}>{PLACE.label}</label>
        <textarea
          id={`${id}-place`}
          className="control"
          rows={Math.min(10, Math.max(2, place.split('\n').length))}
          value={place}
          placeholder="-32.1234, -61.5678"
          aria-invalid={form.faults.has(keyOf(PLACE.path))}
          aria-describedby={`${id}-place-hint ${id}-place-error`}
          onChange={(event) => form.onChange(withValueAt(form.value, PLACE.path, event.target.value))}
        />
        <p id={`${id}-place-hint`} className="field-hint">
          Latitud y longitud, como las copia un mapa al tocar un punto. Con un solo punto alcanza; para todo el ejido,
          marcá el contorno con un punto por renglón.
        </p>
        <p id={`${id}-place-error`} className="field-error">
          {form.faults.get(keyOf(PLACE.path))}
        </p>
      </div>
      {form.questionAt(PLACE.path)}
      <div className="field" data-field={keyOf(PUSH_FROM.path)}>
        <label htmlFor={`${id}-level`}>{PUSH_FROM.label}</label>
        <select
          id={`${id}-level`}
          className="control"
          value={pushFrom}
          onChange={(event) => form.onChange(withValueAt(form.value, PUSH_FROM.path, event.target.value))}
        >
          {[...ALERT_SEVERITIES].reverse().map((one) => (
            <option key={one} value={one}>
              {WEATHER_LEVELS[one]}
            </option>
          ))}
        </select>
        <p className="field-error">{form.faults.get(keyOf(PUSH_FROM.path))}</p>
      </div>
      {form.questionAt(PUSH_FROM.path)}
    </>
  );
}
