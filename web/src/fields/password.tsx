import type { FieldProps } from './field-props.ts';
import { TextInput } from './line.tsx';

/** A new password: it goes in and never comes out, so it starts empty every time. */
export function PasswordField(props: FieldProps) {
  return <TextInput {...props} type="password" autoComplete="new-password" placeholder="Nueva contraseña" />;
}
