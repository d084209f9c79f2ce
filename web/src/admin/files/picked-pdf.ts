import { isPdf } from '#contract/uploaded/file-kinds';
import { PDF_CEILING } from '#contract/limits';
import { storedPdfName } from '#contract/uploaded/upload-names';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { sha256 } from '../../browser/sha256.ts';
import { headOf } from './photo.ts';
import type { ReadFile } from './photo.ts';

/**
 * Returns the name under which a file that was picked will be stored. Accepts only .pdf files (spec section 5).
 * @throws Error with a message for the person if it is no PDF, or too large
 */
export async function pickedPdfName(file: ReadFile): Promise<string> {
  if (!/\.pdf$/i.test(file.name)) throw new Error('Elegí un archivo que termine en .pdf.');
  if (!isPdf(headOf(file))) throw new Error(REFUSALS.notPdf);
  if (file.bytes.byteLength > PDF_CEILING) throw new Error(REFUSALS.overPdfCeiling);
  return storedPdfName(await sha256(file.bytes));
}
