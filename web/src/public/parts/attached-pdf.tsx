import { recordPdf } from '#contract/addresses/files';
import type { PdfOwner, RecordEntity } from '#contract/record-types';
import type { Attached } from '#contract/records';
import { megabytes } from '#contract/values/text';
import { KeepPdf } from './keep-pdf.tsx';

/** The PDF of a record, to download or to keep; nothing if it has none. @param url absolute address of the page */
export function AttachedPdf({
  type,
  record,
  url,
}: {
  type: PdfOwner & RecordEntity;
  record: { id: string } & Attached;
  url: string;
}) {
  if (!record.pdf) return null;
  const address = recordPdf(type, record);
  const size = megabytes(record.pdfsize);
  return (
    <div className="files">
      <a className="button" href={address} download={record.pdfname}>
        Descargar el PDF ({size})
      </a>
      <KeepPdf url={address} size={size} />
      <p className="only-print">El PDF está en {new URL(address, url).href}</p>
    </div>
  );
}
