import { entities } from '#contract/forms-and-lists';

export type PasswordPart = 'current' | 'next' | 'again';

/** Validates a change of password before it is sent. Returns the first invalid field with a message, or null. */
export function newPasswordFault({
  current,
  next,
  again,
}: Record<PasswordPart, string>): { part: PasswordPart; message: string } | null {
  if (!current) return { part: 'current', message: 'Escribí tu contraseña actual.' };
  const parsed = entities.user.fields.password.parse.safeParse(next);
  if (!parsed.success) return { part: 'next', message: parsed.error.issues[0]?.message ?? 'Esa contraseña no sirve.' };
  if (next === current) return { part: 'next', message: 'La contraseña nueva es igual a la actual.' };
  if (next !== again) return { part: 'again', message: 'No es igual a la contraseña nueva. Escribila otra vez.' };
  return null;
}
