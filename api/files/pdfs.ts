import { createHash } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import type { Attached } from '../contract/values/pdf-titles.ts';
import { HEAD_LENGTH } from '../contract/uploaded/file-kinds.ts';
import { downloadName, storedPdfName } from '../contract/uploaded/upload-names.ts';
import { pdfRefusal, REFUSALS } from '../contract/uploaded/upload-refusals.ts';

/**
 * What is recorded of an uploaded PDF.
 * @param fileName as the device calls the file
 * @throws Problem 413 too large, 415 it does not begin as a PDF, 422 empty or cut off
 */
export function pdfFileOf(bytes: Buffer, fileName: string): Attached {
  const refused = pdfRefusal(bytes.toString('latin1', 0, HEAD_LENGTH), bytes.length);
  if (refused) throw new Problem(CODES[refused], { field: 'data', message: REFUSALS[refused] });
  if (!bytes.subarray(-TAIL).includes('%%EOF')) {
    throw new Problem('value', { field: 'data', message: REFUSALS.cutOffPdf });
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { pdf: storedPdfName(digest), pdfname: downloadName(fileName), pdfsize: bytes.length };
}

/**
 * Content-Disposition with a name from downloadName: plain ASCII for old programs, then as it is (RFC 6266, 4.3; RFC
 * 8187).
 */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|[\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

/** Programs append after the end mark: readers look for it in the last 1024 bytes (ISO 32000-1, Annex H). */
const TAIL = 1024;

const CODES = { emptyPdf: 'value', overPdfCeiling: 'too-large', notPdf: 'wrong-kind' } as const;
