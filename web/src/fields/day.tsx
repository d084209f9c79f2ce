import { useRef } from 'react';
import { FIRST_DAY, LAST_DAY } from '#contract/values/dates';
import type { FieldProps } from './field-props.ts';

const INCOMPLETE = {
  date: 'La fecha quedó incompleta y sigue la anterior. Escribila entera, como 15/03/2026.',
  time: 'La hora quedó incompleta y sigue la anterior. Escribila entera, como 18:30.',
};
const TYPING = /^(?:\d|[apAP]|Backspace|Delete|ArrowUp|ArrowDown)$/;

/** A date field. */
export function DayField(props: FieldProps) {
  return <PickedInput {...props} type="date" min={FIRST_DAY} max={LAST_DAY} required={!props.field.isOptional} />;
}

/** A field for a time of day, which may be left empty. */
export function TimeField(props: FieldProps) {
  return <PickedInput {...props} type="time" required={false} />;
}

/**
 * A date or time picked in the device's own control is saved at once. A typed one is saved when the field is left,
 * because the browser reports a new value after every digit. An incomplete one is never kept.
 */
function PickedInput({
  id,
  field,
  value,
  describedBy,
  isInvalid,
  onType,
  onLeave,
  onPick,
  onRefuse,
  type,
  required,
  min,
  max,
}: FieldProps & { type: 'date' | 'time'; required: boolean; min?: string; max?: string }) {
  const isTyped = useRef(false);
  const shown = String(value ?? '');
  function leave(input: HTMLInputElement) {
    isTyped.current = false;
    if (input.value !== '' || !(required || input.validity.badInput)) return onLeave();
    input.value = shown;
    onRefuse?.(INCOMPLETE[type]);
  }
  return (
    <div className="picked">
      <input
        id={id}
        className="control control-short"
        type={type}
        value={shown}
        min={min}
        max={max}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onBlur={(event) => leave(event.target)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave(event.currentTarget);
          else if (TYPING.test(event.key) && !event.altKey) isTyped.current = true;
        }}
        onChange={({ target }) => {
          if (isTyped.current) onType(target.value);
          else if (target.validity.valid) onPick(target.value);
        }}
      />
      {!required && shown && (
        <button className="link-button" type="button" onClick={() => onPick('')}>
          Quitar<span className="hidden-text"> {field.label.toLowerCase()}</span>
        </button>
      )}
    </div>
  );
}
