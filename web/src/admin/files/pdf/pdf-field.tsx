import { useState } from 'react';
import { digestPdf, recordPdf } from '#contract/addresses/files';
import { sizeInWords } from '#contract/values/text';
import type { PdfHolder } from '#contract/record-types';
import { pdf, PDF_MIME, pdfRemoval } from '../../workspace/new-operations.ts';
import { currentRecord } from '../../workspace/current-record.ts';
import { useConfirm } from '../../parts/confirm.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';
import { FieldFrame } from '../../field/field-frame.tsx';
import { fieldState } from '../../field/field-state.ts';
import { useAttempt } from '../../parts/notices.tsx';
import { isOnSite, operationOf } from '../../workspace/overlay.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { FileBox } from '../file-box.tsx';
import { pickedFiles, readPicked } from '../photo.ts';
import { usePicking } from '../photo-picker.tsx';
import { pickedPdfName } from './picked-pdf.ts';
import { UploadProgress } from '../upload-progress.tsx';
import { useOutcome } from '../../field/use-outcome.ts';
import { StoredPdf } from './stored-pdf.tsx';
import { useWaitingFile } from '../use-waiting-file.ts';

/** The stored name of the PDF that a record has or waits for; '' for none. */
function pdfNameOf({ record, operations }: Shown): string {
  const operation = operationOf('pdf', operations);
  return String((operation?.kind === 'upload' ? operation.value : record.pdf) ?? '');
}

/** The PDF of a bulletin, or the municipal digest. */
export function PdfField({ owner, shown, label }: { owner: PdfHolder; shown: Shown; label: string }) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const attempt = useAttempt();
  const { record, operations } = shown;
  const operation = operationOf('pdf', operations);
  const waiting = useWaitingFile(operation);
  const stored = String(record.pdf ?? '');
  const [wasSaved, setSaved] = useState(false);
  const state = useOutcome(fieldState({ field: 'pdf', operations, isEditing: false, wasSaved }), operation, stored);
  const { run, error, isBusy } = usePicking(async (picked) => {
    const file = await readPicked(picked);
    const name = await pickedPdfName(file);
    const base = pdfNameOf(await currentRecord(workspace, owner, shown));
    if (name === base) throw new Error('Ese PDF es idéntico al que ya está: no hay nada que enviar.');
    await workspace.save(
      pdf(owner, record.id, file.name, name, base, { mime: PDF_MIME, bytes: file.bytes.byteLength }),
      file.bytes,
    );
    setSaved(true);
  });

  async function remove(entity: Exclude<PdfHolder, 'digest'>) {
    if (!(await confirm({ text: '¿Deseas borrar el pdf?', isRemoval: true }))) return;
    if (await attempt(() => workspace.save(pdfRemoval(entity, record.id, stored)))) setSaved(true);
  }
  return (
    <FieldFrame
      className="field-pdf"
      head={<h2 className="field-title">{label}</h2>}
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
    >
      <FileBox
        kind="pdf"
        label={isBusy ? 'Un momento…' : stored || waiting ? 'Reemplazar el PDF' : 'Subir un PDF'}
        error={error}
        pick={(files) => void run(pickedFiles(files))}
        more={
          owner !== 'digest' &&
          stored &&
          !waiting && (
            <button className="button quiet" type="button" onClick={() => void remove(owner)}>
              Borrar el PDF
            </button>
          )
        }
      >
        {waiting && (
          <p>
            <a href={waiting} target="_blank" rel="noopener">
              {String(operation?.body.name ?? 'PDF')}
            </a>{' '}
            (todavía no se envió)
          </p>
        )}
        {!waiting && stored && (
          <p>
            <StoredPdf
              address={owner === 'digest' ? digestPdf() : recordPdf(owner, { id: record.id, pdf: stored })}
              name={String(record.pdfname)}
              isPublic={isOnSite(owner, shown)}
            />{' '}
            ({sizeInWords(Number(record.pdfsize))})
          </p>
        )}
        {!waiting && !stored && <p className="field-hint">Todavía no hay un PDF.</p>}
        {operation?.kind === 'upload' && <UploadProgress operation={operation} onDropped={() => setSaved(false)} />}
      </FileBox>
    </FieldFrame>
  );
}
