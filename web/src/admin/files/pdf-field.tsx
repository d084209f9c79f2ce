import { useState } from 'react';
import { PDF_CEILING } from '#contract/limits';
import { digestPdf, recordPdf } from '#contract/addresses/files';
import { sizeInWords } from '#contract/values/text';
import { isPdf } from '#contract/file-kinds';
import { storedPdfName } from '#contract/upload-names';
import { REFUSALS } from '#contract/upload-refusals';
import { isReadable } from '#contract/visibility';
import { pdf, pdfRemoval } from '../workspace/new-operations.ts';
import type { Attaching } from '../workspace/new-operations.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { FieldFrame } from '../field/field-frame.tsx';
import { fieldState, operationOf } from '../field/field-state.ts';
import { useNotices } from '../ui/notices.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { FileButton, usePicking } from './photo-picker.tsx';
import { sha256 } from '../../browser/sha256.ts';
import { headOf } from './photo.ts';
import { UploadProgress } from './picture-field.tsx';
import { useOutcome } from '../field/use-outcome.ts';
import { StoredPdf } from './stored-pdf.tsx';
import { useWaitingFile } from './use-waiting-file.ts';

/** The PDF of a bulletin, or the municipal digest. Accepts only .pdf files (spec section 5). */
export function PdfField({ owner, shown, label }: { owner: Attaching; shown: Shown; label: string }) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const { record, operations } = shown;
  const operation = operationOf('pdf', operations);
  const waiting = useWaitingFile(operation);
  const stored = String(record.pdf ?? '');
  const [wasSaved, setSaved] = useState(false);
  const state = useOutcome(fieldState({ field: 'pdf', operations, isEditing: false, wasSaved }), operation, stored);
  const { pick, error, isBusy } = usePicking(async (file) => {
    if (!/\.pdf$/i.test(file.name)) throw new Error('Elegí un archivo que termine en .pdf.');
    if (!isPdf(headOf(file))) throw new Error(REFUSALS.notPdf);
    if (file.bytes.byteLength > PDF_CEILING) throw new Error(REFUSALS.overPdfCeiling);
    const name = storedPdfName(await sha256(file.bytes));
    if (name === (operation?.kind === 'upload' ? operation.value : stored))
      throw new Error('Ese PDF es idéntico al que ya está: no hay nada que enviar.');
    const base = operation?.kind === 'upload' && typeof operation.value === 'string' ? operation.value : stored;
    await workspace.save(
      pdf(owner, record.id, file.name, name, base, { mime: 'application/pdf', bytes: file.bytes.byteLength }),
      file.bytes,
    );
    setSaved(true);
  });

  async function remove(entity: Exclude<Attaching, 'digest'>) {
    if (!(await confirm({ text: '¿Deseas borrar el pdf?', isRemoval: true }))) return;
    await workspace.save(pdfRemoval(entity, record.id, stored)).then(
      () => setSaved(true),
      (failure: Error) => notify({ tone: 'bad', text: failure.message }),
    );
  }
  return (
    <FieldFrame
      className="field-pdf"
      head={<h2 className="field-title">{label}</h2>}
      state={state}
      operation={operation}
      onDropped={() => setSaved(false)}
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
            isPublic={isReadable(owner, record)}
          />{' '}
          ({sizeInWords(Number(record.pdfsize))})
        </p>
      )}
      {!waiting && !stored && <p className="field-hint">Todavía no hay un PDF.</p>}
      {operation?.kind === 'upload' && <UploadProgress operation={operation} onDropped={() => setSaved(false)} />}
      <div className="buttons">
        <FileButton
          label={isBusy ? 'Un momento…' : stored || waiting ? 'Reemplazar el PDF' : 'Subir un PDF'}
          accept=".pdf,application/pdf"
          error={error}
          pick={pick}
        />
        {owner !== 'digest' && stored && !waiting && (
          <button className="button quiet" type="button" onClick={() => void remove(owner)}>
            Borrar el PDF
          </button>
        )}
      </div>
    </FieldFrame>
  );
}
