import type { FieldProps } from './field-props.ts';
import { GrowingText } from './growing-text.tsx';

/** A text of several lines, as tall as what is in it. */
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
