import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** An e-mail field. Not `type="email"`, so that validation messages are our own. */
export function EmailField(props: FieldProps) {
  return <TextInput {...props} type="text" inputMode="email" />;
}
