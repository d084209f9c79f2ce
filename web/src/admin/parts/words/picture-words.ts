import { pictureTitle } from '#contract/values/pictures';

/** Returns the placeholder text of a picture that cannot be shown. @param name its stored name */
export function pictureWords(name: string, isOnline: boolean): string {
  const title = pictureTitle(name);
  const reason = isOnline ? 'no pudimos traer esta imagen' : 'esta imagen no está en este dispositivo';
  return title ? `«${title}»: ${reason}` : reason;
}
