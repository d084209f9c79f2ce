import type { HTMLInputTypeAttribute } from 'react';
import type { FieldProps } from './field-props.ts';

/** A single-line text field. Enter saves it, like leaving it. */
export function LineField(props: FieldProps) {
  return <TextInput {...props} type="text" />;
}

/** The input of all single-line fields. */
export function TextInput({
  id,
  value,
  describedBy,
  isInvalid,
  onType,
  onLeave,
  type,
  inputMode,
  autoComplete = 'off',
  placeholder,
}: FieldProps & {
  type: HTMLInputTypeAttribute;
  inputMode?: 'url' | 'email' | 'tel';
  autoComplete?: string;
  placeholder?: string;
}) {
  return (
    <input
      id={id}
      className="control"
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      placeholder={placeholder}
      value={String(value ?? '')}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      onChange={(event) => onType(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onLeave();
      }}
    />
  );
}
