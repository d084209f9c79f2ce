import type { Attached } from '../records.ts';

/**
 * The field that says in which order a record's PDFs are shown, and under which titles. It is one text with a line for
 * each, `<stored name> <title>`, so that it is saved, compared and restored as any other field. PDFs that it does not
 * name come last, as they were added; those that it names and the record does not have are passed over, so that a PDF
 * that is restored finds its place and its title again.
 */
export interface PdfTitle {
  /** The stored file's name. */
  pdf: string;
  /** '' for none: the file's own name stands for it. */
  title: string;
}

const LINE = /^([0-9a-f]{64}\.pdf)(?: (.*))?$/;

/** Returns what the field says, as it was typed; lines that are none of its form are left out, and repeated ones. */
export function pdfTitlesIn(text: string): PdfTitle[] {
  const titles = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, pdf, title = ''] = LINE.exec(line) ?? [];
    if (pdf !== undefined && !titles.has(pdf)) titles.set(pdf, title);
  }
  return [...titles].map(([pdf, title]) => ({ pdf, title }));
}

/** Returns the text of the field. */
export const pdfTitlesText = (titles: readonly PdfTitle[]) =>
  titles.map(({ pdf, title }) => (title ? `${pdf} ${title}` : pdf)).join('\n');

/** Returns the PDFs of a record in their order, with their titles. */
export function titledPdfs<P extends Pick<Attached, 'pdf'>>(
  pdfs: readonly P[],
  pdftitles: string,
): (P & Pick<PdfTitle, 'title'>)[] {
  const named = new Map(pdfTitlesIn(pdftitles).map(({ pdf, title }, place) => [pdf, { place, title }]));
  const placeOf = ({ pdf }: P) => named.get(pdf)?.place ?? named.size;
  return [...pdfs]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((one) => ({ ...one, title: named.get(one.pdf)?.title ?? '' }));
}

/** Returns the title that people see: the given one, or the file's name. */
export const shownTitle = ({ title, pdfname }: Pick<PdfTitle, 'title'> & Pick<Attached, 'pdfname'>) =>
  title || pdfname.replace(/\.pdf$/i, '');

/** All PDFs of a record, whether its type has one or several, as they were added. */
export function pdfsIn(record: object | null): Attached[] {
  const { pdf, pdfname = '', pdfsize = 0, pdfs } = (record ?? {}) as Partial<Attached & { pdfs: Attached[] }>;
  return pdfs ?? (pdf ? [{ pdf, pdfname, pdfsize }] : []);
}
