import type { FieldProps } from './field-props.ts';

/** A checkbox; its value is 1 or 0 (spec section 5). */
export function FlagField({ id, value, describedBy, isInvalid, onPick }: FieldProps) {
  return (
    <input
      id={id}
      className="tick"
      type="checkbox"
      checked={value === 1}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      onChange={(event) => onPick(event.target.checked ? 1 : 0)}
    />
  );
}
