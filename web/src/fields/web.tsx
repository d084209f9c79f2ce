import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** A web address field. */
export function WebField(props: FieldProps) {
  return <TextInput {...props} type="text" inputMode="url" placeholder="https://…" />;
}
