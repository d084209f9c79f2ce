import { oneLine, titlekey } from '../values/text.ts';

/**
 * The names under which uploaded files are stored: pure functions of the file's name and bytes, so that a device knows
 * them before the server does. A digest is the SHA-256 of the bytes as they were uploaded, in hexadecimal digits.
 */

/** Number of characters at the end of a file name that are used. */
const LONGEST = 1000;

/**
 * The name of a picture: a slug of the file's name, and the first 16 digits of the digest.
 * @param fileName as the device calls the file, '' when it has no name; neither its path nor its ending is kept
 */
export function uploadedPictureName(fileName: string, digest: string): string {
  const base = fileName
    .slice(-LONGEST)
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[^.]*$/s, '');
  const slug = titlekey(base);
  return `${slug === '-' ? 'foto' : slug.slice(0, 40)}-${digest.slice(0, 16)}`;
}

export const storedPdfName = (digest: string) => `${digest}.pdf`;

/** The form of a stored PDF's name, which excludes path separators too. */
export const isStoredPdfName = (name: string) => /^[0-9a-f]{64}\.pdf$/.test(name);

/**
 * The name under which a PDF is offered for download: no path, no sign that hides or breaks anything, at most 120
 * characters, and it ends in .pdf.
 */
export function downloadName(fileName: string): string {
  const base = oneLine(
    oneLine(fileName.slice(-LONGEST))
      .replace(/^.*[/\\]/s, '')
      .replace(/[\p{C}"*:<>?|]/gu, ' '),
  )
    .replace(/\.pdf$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...base].slice(0, 116).join('').trimEnd() || 'documento'}.pdf`;
}
