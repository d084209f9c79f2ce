import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { pdfTitlesIn, pdfTitlesText, shownTitle, titledPdfs } from '#contract/values/pdf-titles';
import type { Attached, PdfTitle } from '#contract/values/pdf-titles';
import type { FieldProps } from '../../fields/field-props.ts';
import { TextInput } from '../../fields/line.tsx';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { moved } from '../parts/words/document-paths.ts';
import { EntryButton } from '../parts/order/entry-button.tsx';
import { MoveHandle } from '../parts/order/move-handle.tsx';
import { useReorder } from '../parts/order/reorder.ts';
import { StepButtons } from '../parts/order/step-buttons.tsx';

/** A PDF of a record; `operation` is its upload while it waits to be sent. */
export interface ListedPdf extends Attached {
  operation?: Operation;
}
type Titled = ListedPdf & Pick<PdfTitle, 'title'>;

interface Files {
  files: readonly ListedPdf[];
  /** Draws the file itself: its link, its size, its upload. */
  fileLine: (file: ListedPdf) => ReactNode;
  remove: (file: Titled) => void;
}
/** The files whose titles are edited; without them only those that the text of the field names can be edited. */
export const FilesContext = createContext<Files | null>(null);

/** The PDFs of a record: each with its title, in an order that is changed by dragging, with the keyboard or buttons. */
export function PdfTitlesEditor(props: FieldProps) {
  const { id, value, onType, onLeave, onPick } = props;
  const context = useContext(FilesContext);
  const text = String(value ?? '');
  const named = pdfTitlesIn(text).map(({ pdf }) => ({ pdf, pdfname: 'PDF sin título propio', pdfsize: 0 }));
  const files: Titled[] = titledPdfs<ListedPdf>(context?.files ?? named, text);
  const reordered = (from: number, to: number) => pdfTitlesText(moved(files, from, to - from));
  const { list, handle, step } = useReorder<HTMLOListElement>(
    (from, to) => onType(reordered(from, to)),
    (from, to) => onPick(reordered(from, to)),
  );
  const titled = (at: number, title: string) =>
    pdfTitlesText(files.map((file, place) => (place === at ? { ...file, title } : file)));
  return (
    <ol id={id} ref={list} className="directory" aria-labelledby={`${id}-label`}>
      {files.map((file, at) => {
        const name = `«${shownTitle(file)}»`;
        return (
          // The inputs are controlled, and what is dragged keeps its element.
          <li key={at}>
            <fieldset className="group">
              <legend>{shownTitle(file)}</legend>
              {context?.fileLine(file)}
              <label htmlFor={`${id}-${at}`}>Título</label>
              <TextInput
                {...props}
                id={`${id}-${at}`}
                type="text"
                placeholder={shownTitle({ ...file, title: '' })}
                value={file.title}
                onType={(title) => onType(titled(at, String(title)))}
              />
              <p className="buttons">
                <MoveHandle name={name} {...handle(at)} onKeyUp={onLeave} onPointerUp={onLeave} onBlur={onLeave} />
                <StepButtons name={name} at={at} count={files.length} step={step} />
                {context && !file.operation && (
                  <EntryButton words="Borrar" name={name} isDanger press={() => context.remove(file)} />
                )}
              </p>
            </fieldset>
          </li>
        );
      })}
    </ol>
  );
}
