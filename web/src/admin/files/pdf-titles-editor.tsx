import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { PDF_TITLE_MAX } from '#contract/limits';
import type { Attached } from '#contract/records';
import { pdfTitlesIn, pdfTitlesText, shownTitle, titledPdfs } from '#contract/values/pdf-titles';
import type { PdfTitle } from '#contract/values/pdf-titles';
import type { FieldProps } from '../../fields/field-props.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { moved } from '../documents/document-paths.ts';
import { MoveHandle } from '../ui/move-handle.tsx';
import { useReorder } from '../ui/reorder.ts';

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
/** The files whose titles are edited; without them only what the field's own text names can be edited. */
export const FilesContext = createContext<Files | null>(null);

/** The PDFs of a record: each with its title, in an order that is changed by dragging, with the keyboard or buttons. */
export function PdfTitlesEditor({ id, value, describedBy, isInvalid, onType, onLeave, onPick }: FieldProps) {
  const context = useContext(FilesContext);
  const text = String(value ?? '');
  const named = pdfTitlesIn(text).map(({ pdf }) => ({ pdf, pdfname: 'PDF sin título propio', pdfsize: 0 }));
  const files: Titled[] = titledPdfs<ListedPdf>(context?.files ?? named, text);
  const { list, handle } = useReorder<HTMLOListElement>((from, to) =>
    onType(pdfTitlesText(moved(files, from, to - from))),
  );
  const titled = (at: number, title: string) =>
    pdfTitlesText(files.map((file, place) => (place === at ? { ...file, title } : file)));
  const move = (at: number, by: -1 | 1) => onPick(pdfTitlesText(moved(files, at, by)));
  return (
    <ol id={id} ref={list} className="directory" aria-labelledby={`${id}-label`}>
      {files.map((file, at) => {
        const name = shownTitle(file);
        const button = (words: string, isPossible: boolean, press: () => void, tone = '') => (
          <button className={`button quiet${tone}`} type="button" disabled={!isPossible} onClick={press}>
            {words}
            <span className="hidden-text"> «{name}»</span>
          </button>
        );
        return (
          // The inputs are controlled, and what is dragged keeps its element.
          <li key={at}>
            <fieldset className="group">
              <legend>{name}</legend>
              {context?.fileLine(file)}
              <label htmlFor={`${id}-${at}`}>Título</label>
              <input
                id={`${id}-${at}`}
                className="control"
                type="text"
                maxLength={PDF_TITLE_MAX}
                autoComplete="off"
                placeholder={shownTitle({ ...file, title: '' })}
                value={file.title}
                aria-describedby={describedBy}
                aria-invalid={isInvalid}
                onChange={(event) => onType(titled(at, event.target.value))}
                onBlur={onLeave}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.nativeEvent.isComposing) onLeave();
                }}
              />
              <p className="buttons">
                <MoveHandle
                  name={`«${name}»`}
                  {...handle(at)}
                  onKeyUp={onLeave}
                  onPointerUp={onLeave}
                  onBlur={onLeave}
                />
                {button('Subir', at > 0, () => move(at, -1))}
                {button('Bajar', at < files.length - 1, () => move(at, 1))}
                {context && !file.operation && button('Borrar', true, () => context.remove(file), ' danger')}
              </p>
            </fieldset>
          </li>
        );
      })}
    </ol>
  );
}
