import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** The address of a page on the web. */
export function WebField(props: FieldProps) {
  return <TextInput {...props} type="text" inputMode="url" placeholder="https://…" />;
}
