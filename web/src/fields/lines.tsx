import type { FieldProps } from './field-props.ts';
import { GrowingText } from './growing-text.tsx';

/** A multi-line text field that grows with its text. */
export function LinesField({ id, value, describedBy, isInvalid, onType, onLeave }: FieldProps) {
  return (
    <GrowingText
      id={id}
      rows={3}
      value={String(value ?? '')}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      onChange={(event) => onType(event.target.value)}
      onBlur={onLeave}
    />
  );
}
