import { useEffect, useId, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { PDF_MIME } from '../workspace/new-operations.ts';
import { dropFault, hasFiles } from './dropped.ts';
import type { FileKind } from './dropped.ts';

const ACCEPTED: Record<FileKind, string> = { photo: 'image/*', pdf: `.pdf,${PDF_MIME}` };
const HINTS: Record<FileKind, { one: string; many: string }> = {
  photo: { one: 'También podés arrastrar una foto hasta acá.', many: 'También podés arrastrar fotos hasta acá.' },
  pdf: { one: 'También podés arrastrar un PDF hasta acá.', many: 'También podés arrastrar archivos PDF hasta acá.' },
};
const DROP_WORDS: Record<FileKind, { one: string; many: string }> = {
  photo: { one: 'Soltá la foto acá', many: 'Soltá las fotos acá' },
  pdf: { one: 'Soltá el PDF acá', many: 'Soltá los PDF acá' },
};

/**
 * The place of files: what is there, and a button that picks others, which comes first where there can be many. Files
 * that are dropped on it count as picked.
 * @param error why the last ones were refused
 * @param children what is there
 */
export function FileBox({
  kind,
  label,
  isMany = false,
  error,
  pick,
  children,
  more,
}: {
  kind: FileKind;
  label: string;
  isMany?: boolean;
  error: string;
  pick: (files: File[]) => void;
  children?: ReactNode;
  /** Buttons beside the one that picks. */
  more?: ReactNode;
}) {
  const id = useId();
  const [refusal, setRefusal] = useState('');
  const number = isMany ? 'many' : 'one';
  const { isOver, handlers } = useDrop((data) => {
    const fault = dropFault(data, kind, isMany);
    setRefusal(fault ?? '');
    if (fault === null) pick([...data.files]);
  });
  const picker = (
    <div className="file">
      <input
        id={id}
        className="file-input"
        type="file"
        accept={ACCEPTED[kind]}
        multiple={isMany}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Resetting allows the same file to be picked again after it was refused.
          event.target.value = '';
          setRefusal('');
          if (files.length > 0) pick(files);
        }}
      />
      <label className="button quiet" htmlFor={id}>
        {label}
      </label>
      {more}
      <p className="field-hint drop-hint">{HINTS[kind][number]}</p>
      <p id={`${id}-error`} className="field-error" role="alert">
        {refusal || error}
      </p>
    </div>
  );
  return (
    <div className={isOver ? 'file-box is-over' : 'file-box'} {...handlers}>
      {isMany ? picker : children}
      {isMany ? children : picker}
      {isOver && (
        <p className="drop-words" aria-hidden="true">
          <span>{DROP_WORDS[kind][number]}</span>
        </p>
      )}
    </div>
  );
}

/** Makes an element take dropped files. Text that is dragged over it is none of its business. */
function useDrop(take: (data: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  /** Elements inside that the pointer has entered and not left. */
  const entered = useRef(0);
  const count = (by: number) => {
    entered.current = Math.max(0, entered.current + by);
    setOver(entered.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: ({ dataTransfer }: DragEvent) => hasFiles(dataTransfer) && count(1),
      onDragLeave: ({ dataTransfer }: DragEvent) => hasFiles(dataTransfer) && count(-1),
      onDragOver(event: DragEvent) {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop(event: DragEvent) {
        entered.current = 0;
        setOver(false);
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        take(event.dataTransfer);
      },
    },
  };
}

/** A file that is dropped beside its place does nothing, where browsers would leave the page and open it. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}
