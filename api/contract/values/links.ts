import { phoneParts } from './phones.ts';

/** Schemes that links in rich text may have. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;
const SCHEME = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):.`, 'i');
const MAIL = /^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+$/;
/** `ejemplo.com`, `www.x.gob.ar/a`, `ñandú.com.ar:8080?b`, `192.168.0.1/c`; after it nothing that ends an address. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|\d{1,3})\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * What a person means by the address of a link: `ejemplo.com` is a site, `nombre@ejemplo.com` a mailbox, `2966 42-1234`
 * a telephone. Without its scheme a browser would take each for a page of this portal.
 * @param typed as it was typed or pasted
 * @returns the whole address; an address within this site as it is; null when it is no address. Idempotent
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  // `//host` leads to another site although it looks like a path; browsers read a backslash as a slash.
  if (/^[/\\]{2}/.test(text)) return null;
  if (SCHEME.test(text) || /^[/#?]/.test(text)) return text;
  if (MAIL.test(text)) return `mailto:${text}`;
  const [phone, ...more] = phoneParts(text);
  return more.length === 0 && phone?.tel ? phone.tel : siteAt(text);
}

/**
 * The same for fields that accept only web pages. A text that is no address is returned as it was typed; the caller
 * refuses it.
 */
export const webAddress = (typed: string) => siteAt(typed.trim()) ?? typed.trim();

const siteAt = (text: string) => (HOST.test(text) ? `https://${text}` : null);
