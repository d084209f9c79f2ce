import { storedPdfName } from '#contract/uploaded/upload-names';
import { pdfRefusal, REFUSALS } from '#contract/uploaded/upload-refusals';
import { sha256 } from '../../../browser/sha256.ts';
import { headOf } from '../photo.ts';
import type { LoadedFile } from '../photo.ts';

/**
 * Returns the name under which a file that was picked will be stored. Accepts only .pdf files (spec section 5).
 * @throws Error with a message for the person if it is no PDF, empty, or too large
 */
export async function pickedPdfName(file: LoadedFile): Promise<string> {
  if (!/\.pdf$/i.test(file.name)) throw new Error('Elegí un archivo que termine en .pdf.');
  const refused = pdfRefusal(headOf(file), file.bytes.byteLength);
  if (refused) throw new Error(REFUSALS[refused]);
  return storedPdfName(await sha256(file.bytes));
}
