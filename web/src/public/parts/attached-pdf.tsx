import type { Attached } from '#contract/values/pdf-titles';
import { sizeInWords } from '#contract/values/text';
import { KeepPdf } from './keep-pdf.tsx';

/**
 * A PDF of a record, to download or to keep.
 * @param title what it is called where there are several, '' for the record's only one
 * @param url absolute address of the page
 */
export function AttachedPdf({
  address,
  file: { pdfsize },
  title = '',
  url,
}: {
  address: string;
  file: Attached;
  title?: string;
  url: string;
}) {
  const size = sizeInWords(pdfsize);
  return (
    <div className="files">
      {/* Without the attribute "download": its requests do not reach the service worker, which has saved files. */}
      <a className="button" href={address}>
        {title ? `Descargar «${title}» (PDF, ${size})` : `Descargar el PDF (${size})`}
      </a>
      <KeepPdf url={address} size={size} what={title && `«${title}»`} />
      <p className="only-print">
        {title ? `«${title}»` : 'El PDF'} está en {new URL(address, url).href}
      </p>
    </div>
  );
}
