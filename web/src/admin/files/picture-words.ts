/**
 * Returns the placeholder text of a picture that cannot be shown.
 * @param name stored name: a slug and a hash of the file
 */
export function pictureWords(name: string, isOnline: boolean): string {
  const slug = name.replace(/-?[0-9a-f]{16}$/, '');
  const reason = isOnline ? 'no pudimos traer esta imagen' : 'esta imagen no está en este dispositivo';
  return slug ? `«${slug}»: ${reason}` : reason;
}
