/** Returns what the person called a picture, from its stored name: a slug and a hash of the file. May be ''. */
export const pictureTitle = (name: string) => name.replace(/-?[0-9a-f]{16}$/, '');

/** Returns the placeholder text of a picture that cannot be shown. @param name its stored name */
export function pictureWords(name: string, isOnline: boolean): string {
  const title = pictureTitle(name);
  const reason = isOnline ? 'no pudimos traer esta imagen' : 'esta imagen no está en este dispositivo';
  return title ? `«${title}»: ${reason}` : reason;
}
