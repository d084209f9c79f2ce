import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** An e-mail address. Not the browser's own kind of input: what is wrong with it is said in our words. */
export function EmailField(props: FieldProps) {
  return <TextInput {...props} type="text" inputMode="email" />;
}
