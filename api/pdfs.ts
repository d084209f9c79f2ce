import { createHash } from 'node:crypto';
import { megabytes } from './contract/text.ts';
import { PDF_CEILING } from './contract/limits.ts';
import { Problem } from './contract/problems.ts';
import type { Attached } from './contract/records.ts';

/**
 * What is recorded of an uploaded PDF; the stored name is a hash of its bytes.
 * @param fileName as the device calls the file
 * @throws Problem 413 too large, 415 it does not begin as a PDF, 422 empty or cut off
 */
export function pdfFileOf(bytes: Buffer, fileName: string): Attached {
  if (bytes.length === 0) throw new Problem('value', { field: 'data', message: 'El archivo está vacío. Elegí otro PDF.' });
  if (bytes.length > PDF_CEILING) throw new Problem('too-large', { message: `El PDF pesa más de ${megabytes(PDF_CEILING)}. Reducilo y volvé a subirlo.` });
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new Problem('wrong-kind', { message: 'Ese archivo no es un PDF. Elegí uno que termine en .pdf y se abra bien en tu equipo.' });
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new Problem('value', { field: 'data', message: 'El PDF llegó incompleto. Volvé a subirlo.' });
  return { pdf: `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.pdf`, pdfname: downloadName(fileName), pdfsize: bytes.length };
}

/** What is the stored name of a PDF, so that a name in an address can never leave its folder. */
export const isPdfName = (name: string) => /^[0-9a-f]{32}\.pdf$/.test(name);

/**
 * The name under which a PDF is offered for download: no path, no sign that hides or breaks anything, at most 120
 * characters, and it ends in .pdf.
 */
export function downloadName(fileName: string): string {
  const base = fileName
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"*:<>?|]/gu, ' ')
    .replace(/\.pdf\s*$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...base].slice(0, 116).join('').trimEnd() || 'documento'}.pdf`;
}

/** Programs append after the end mark: readers look for it in the last 1024 bytes (ISO 32000-1, Annex H). */
const TAIL = 1024;
