import { asUrl } from './text.ts';

/** The sites whose maps can be shown inside a page; the CSP allows frames of these only. */
export const MAP_HOSTS: readonly string[] = ['www.openstreetmap.org'];
/** The only page of theirs that can be shown in a frame. */
const EMBEDDED = '/export/embed.html';

/** Whether an address is of such a page. */
export function isMap(text: string): boolean {
  const url = asUrl(text);
  return url?.protocol === 'https:' && MAP_HOSTS.includes(url.host) && url.pathname === EMBEDDED;
}

/**
 * Returns the address of a search for a place. Phones with Google Maps open it in the program, all others in the
 * browser; `geo:` would open nothing on an iPhone or a computer.
 */
export const mapOf = (place: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
