import type { FieldProps } from './field-props.ts';

/**
 * A day of the calendar, picked with the device's own picker. A picked day is saved at once; while somebody types one,
 * the browser gives nothing until the day is whole, and a half-typed day is left alone.
 */
export function DayField({ id, value, describedBy, isInvalid, onPick }: FieldProps) {
  return (
    <input
      id={id} className="control control-short" type="date" value={String(value ?? '')} min="1900-01-01" max="2100-12-31" required
      aria-describedby={describedBy} aria-invalid={isInvalid}
      onChange={(event) => {
        if (event.target.validity.valid) onPick(event.target.value);
      }}
    />
  );
}
