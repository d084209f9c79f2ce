import { z } from 'zod';
import { web } from '../fields.ts';
import { asUrl, decoded } from './text.ts';

/** The sites whose maps can be shown inside a page; the CSP allows frames of these only. */
export const MAP_HOSTS: readonly string[] = ['www.openstreetmap.org'];
/** The only page of theirs that can be shown in a frame. */
const EMBEDDED = '/export/embed.html';

const MESSAGE =
  `Mapa: solo se ven los de ${MAP_HOSTS.join(' y ')}. ` +
  'Buscá el lugar en ese sitio, tocá «Compartir», elegí «HTML» y pegá acá lo que te da.';

/**
 * The address of a map that can be shown inside a page, '' for none. Takes the whole `<iframe>` that the site offers,
 * too.
 */
export const mapAddress = z.preprocess(
  (given) =>
    typeof given === 'string' ? decoded(/^\s*<iframe\b[^>]*\ssrc="([^"]*)"/i.exec(given)?.[1] ?? given) : given,
  web('Dirección web').parse.refine((text) => text === '' || isMap(text), { error: MESSAGE }),
);

function isMap(text: string): boolean {
  const url = asUrl(text);
  return url?.protocol === 'https:' && MAP_HOSTS.includes(url.host) && url.pathname === EMBEDDED;
}
