import { expect, test } from 'vitest';
import { pickedPdfName } from '../../../web/src/admin/files/pdf/picked-pdf.ts';
import { uploadable } from '../../../web/src/admin/files/photo.ts';
import { PDF_CEILING } from '../../../api/contract/limits.ts';
import { pdfFileOf } from '../../../api/files/pdfs.ts';
import { openPictureIntake, pictureNameOf } from '../../../api/files/picture-intake.ts';
import { heic } from '../files.ts';

const picked = (name: string, bytes: Buffer) => ({ name, mime: '', bytes: new Uint8Array(bytes).buffer });
const said = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ message }: Error) => message,
  );

test.for([
  ['an empty photo', Buffer.alloc(0), /vacío/],
  ['a page instead of a photo', Buffer.from('<!doctype html>'), /no es una imagen/],
  ['a photo that only iPhones can open', heic(), /HEIC/],
] as const)('%s is refused in the same words on a tablet and by the server', async ([, bytes, words]) => {
  const tablet = await said(uploadable(picked('foto.jpg', bytes)));
  expect(tablet).toMatch(words);
  expect(await said(openPictureIntake().encode(bytes, pictureNameOf('foto.jpg', bytes)))).toBe(tablet);
});

test.for([
  ['an empty PDF', Buffer.alloc(0), /vacío/],
  ['a page instead of a PDF', Buffer.from('<!doctype html>'), /no es un PDF/],
  ['a PDF of more than 20 MB', Buffer.alloc(PDF_CEILING + 1, '%PDF-'), /más de 20 MB/],
] as const)('%s is refused in the same words on a tablet and by the server', async ([, bytes, words]) => {
  const tablet = await said(pickedPdfName(picked('acta.pdf', bytes)));
  expect(tablet).toMatch(words);
  expect(await said(Promise.resolve().then(() => pdfFileOf(bytes, 'acta.pdf')))).toBe(tablet);
});
