import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** A new-password field: passwords are write-only, so it always starts empty. */
export function PasswordField(props: FieldProps) {
  return <TextInput {...props} type="password" autoComplete="new-password" placeholder="Nueva contraseña" />;
}
