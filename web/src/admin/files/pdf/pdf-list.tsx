import { recordPdf } from '#contract/addresses/files';
import { fieldsOf } from '#contract/forms-and-lists';
import { PDFS_MAX } from '#contract/limits';
import type { PdfListOwner } from '#contract/record-types';
import { downloadName } from '#contract/uploaded/upload-names';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import { pdfsIn, shownTitle } from '#contract/values/pdf-titles';
import { sizeInWords } from '#contract/values/text';
import { EditField } from '../../field/edit-field.tsx';
import { FieldFrame } from '../../field/field-frame.tsx';
import { isPdfUpload, pdfAddition, PDF_MIME, update } from '../../workspace/new-operations.ts';
import { currentRecord } from '../../workspace/current-record.ts';
import type { RecordReader } from '../../workspace/current-record.ts';
import { isOnSite } from '../../workspace/overlay.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { UploadProgress } from '../upload-progress.tsx';
import { FileBox } from '../file-box.tsx';
import { FilesContext } from '../../field/pdf-titles-editor.tsx';
import type { ListedPdf } from '../../field/pdf-titles-editor.tsx';
import { pickedPdfName } from './picked-pdf.ts';
import { pickedFiles, readPicked } from '../photo.ts';
import type { LoadedFile } from '../photo.ts';
import { usePicking } from '../photo-picker.tsx';
import { uploadsOf } from '../save-photo.ts';
import { StoredPdf } from './stored-pdf.tsx';
import { useFileRemoval } from '../use-file-removal.ts';
import { useWaitingFile } from '../use-waiting-file.ts';

/** The PDFs of a page: their files, those still being sent too, with titles and in an order. */
export function PdfList({ owner, shown }: { owner: PdfListOwner; shown: Shown }) {
  const workspace = useWorkspace();
  const removeFile = useFileRemoval();
  const { record, operations } = shown;
  const files = filesOf(shown);
  const { run, error, isBusy } = usePicking(async (file) => addPdf(workspace, owner, shown, await readPicked(file)));
  const field = fieldsOf(owner).find(([name]) => name === FIELD)?.[1];
  const remove = (file: ListedPdf & { title: string }) =>
    removeFile(record.id, [{ kind: 'pdf', owner, id: record.id, name: file.pdf }], {
      question: `¿Deseas borrar el PDF «${shownTitle(file)}»?`,
      about: `el PDF «${shownTitle(file)}»`,
    });
  return (
    <FieldFrame
      as="section"
      className="pdf-list"
      aria-labelledby="pdfs-title"
      head={
        <h2 id="pdfs-title" className="field-title">
          PDF
        </h2>
      }
    >
      <FileBox
        kind="pdf"
        label={isBusy ? 'Un momento…' : 'Agregar PDF'}
        isMany
        error={error}
        pick={(picked) => void run(pickedFiles(picked))}
      >
        {files.length === 0 && <p className="field-hint">Todavía no hay ningún PDF.</p>}
        {files.length > 0 && field && (
          <FilesContext
            value={{
              files,
              fileLine: (file) => <FileLine owner={owner} shown={shown} file={file} />,
              remove: (file) => void remove(file),
            }}
          >
            <EditField
              name={FIELD}
              place={{ entity: owner, recordId: record.id, field: FIELD }}
              field={field}
              stored={record[FIELD] ?? ''}
              operations={operations}
              note="Sin título se muestra el nombre del archivo."
              save={(value, base) => workspace.save(update(owner, record.id, FIELD, value, base))}
            />
          </FilesContext>
        )}
      </FileBox>
    </FieldFrame>
  );
}

const FIELD = 'pdftitles';

/** The PDFs that the server has, then those that wait to be sent. */
function filesOf(shown: Shown): ListedPdf[] {
  const sent: ListedPdf[] = pdfsIn(shown.record);
  const waiting = uploadsOf(shown)
    .filter((operation) => isPdfUpload(operation) && !sent.some(({ pdf }) => pdf === operation.value))
    .map((operation) => ({
      pdf: String(operation.value),
      pdfname: downloadName(String(operation.body.name ?? '')),
      pdfsize: operation.file?.bytes ?? 0,
      operation,
    }));
  return [...sent, ...waiting];
}

/** @throws Error with a message for the person */
async function addPdf(
  workspace: Pick<Workspace, 'save'> & RecordReader,
  owner: PdfListOwner,
  shown: Shown,
  file: LoadedFile,
): Promise<void> {
  const name = await pickedPdfName(file);
  const files = filesOf(await currentRecord(workspace, owner, shown));
  if (files.length >= PDFS_MAX) throw new Error(REFUSALS.manyPdfs);
  if (files.some(({ pdf }) => pdf === name)) throw new Error('Ese PDF ya está.');
  const { byteLength: bytes } = file.bytes;
  await workspace.save(pdfAddition(owner, shown.record.id, file.name, name, { mime: PDF_MIME, bytes }), file.bytes);
}

function FileLine({ owner, shown, file }: { owner: PdfListOwner; shown: Shown; file: ListedPdf }) {
  const waiting = useWaitingFile(file.operation);
  const { operation } = file;
  const size = sizeInWords(file.pdfsize);
  if (!operation)
    return (
      <p>
        <StoredPdf
          address={recordPdf(owner, { id: shown.record.id, pdf: file.pdf })}
          name={file.pdfname}
          isPublic={isOnSite(owner, shown)}
        />{' '}
        ({size})
      </p>
    );
  return (
    <>
      <p>
        {waiting ? (
          <a href={waiting} target="_blank" rel="noopener">
            {file.pdfname}
          </a>
        ) : (
          file.pdfname
        )}{' '}
        ({size}, todavía no se envió)
      </p>
      <UploadProgress operation={operation} />
    </>
  );
}
