import { useRef } from 'react';
import type { FieldProps } from './field-props.ts';

const INCOMPLETE = 'La fecha quedó incompleta y sigue la anterior. Escribila entera, como 15/03/2026.';
const TYPING = /^(?:\d|Backspace|Delete|ArrowUp|ArrowDown)$/;

/**
 * A date field. A date picked in the device's calendar is saved at once. A typed date is saved when the field is left,
 * because the browser reports a new date after every digit. An incomplete date is never kept.
 */
export function DayField({ id, value, describedBy, isInvalid, onType, onLeave, onPick, onRefuse }: FieldProps) {
  const isTyped = useRef(false);
  const shown = String(value ?? '');
  function leave(input: HTMLInputElement) {
    isTyped.current = false;
    if (input.value !== '') return onLeave();
    input.value = shown;
    onRefuse?.(INCOMPLETE);
  }
  return (
    <input
      id={id}
      className="control control-short"
      type="date"
      value={shown}
      min="1900-01-01"
      max="2100-12-31"
      required
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
  );
}
