/**
 * An uploaded PDF: `pdf` the stored file's name or '' when there is none, `pdfname` the name to download it by, size in
 * bytes.
 */
export interface Attached {
  pdf: string;
  pdfname: string;
  pdfsize: number;
}

/**
 * The field with the order and the titles of a record's PDFs. It is one text with a line for each,
 * `<stored name> <title>`, so it is saved, compared and restored like any other field. PDFs without a line come last,
 * in the order in which they were added. Lines of PDFs that the record does not have are ignored but kept, so a
 * restored PDF gets its position and its title back.
 */
export interface PdfTitle {
  /** The stored file's name. */
  pdf: string;
  /** '' for none: the file's name is shown instead. */
  title: string;
}

const LINE = /^([0-9a-f]{64}\.pdf)(?: (.*))?$/;

/** Parses the field. Lines of another form and repeated PDFs are left out. */
export function pdfTitlesIn(text: string): PdfTitle[] {
  const titles = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, pdf, title = ''] = LINE.exec(line) ?? [];
    if (pdf !== undefined && !titles.has(pdf)) titles.set(pdf, title);
  }
  return [...titles].map(([pdf, title]) => ({ pdf, title }));
}

/** Returns the text of the field: the inverse of `pdfTitlesIn`. */
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
