import { useEffect, useEffectEvent, useId } from 'react';
import type { ReactNode } from 'react';
import { useWantedField } from './wanted-field.ts';

/** What a closed fold has to say of what it holds, so that nothing that needs attention is hidden in it. */
export interface FoldMarks {
  /** Number of errors. */
  faults: number;
  isUnsaved: boolean;
  /** A question that waits for an answer; it keeps the fold open. */
  isAsked?: boolean;
}

interface FoldProps {
  title: string;
  /** What one looks for most often, shown while it is closed. */
  essential?: ReactNode;
  marks?: FoldMarks;
  /** Keys of the fields that it holds; what lies below them counts, too. */
  fields: readonly string[];
  isOpen: boolean;
  /** @param isLed somebody is being led to a field in it; otherwise it was pressed */
  open: (isLed?: boolean) => void;
  close: () => void;
  /** Controls that work while it is closed, too. */
  tools?: ReactNode;
  level?: 2 | 3 | 4;
  children: ReactNode;
}

/**
 * A part of a long form: its heading opens and closes it. What is closed is not drawn, so a list of many is short for
 * the eye, the hand and the device. It opens by itself for a field in it that somebody is led to.
 */
export function Fold({ title, essential, marks, fields, isOpen, open, close, tools, level = 3, children }: FoldProps) {
  const id = useId();
  const { field } = useWantedField();
  const isWanted = field !== null && fields.some((one) => field === one || field.startsWith(`${one}.`));
  const openWanted = useEffectEvent(() => open(true));
  useEffect(() => {
    if (isWanted) openWanted();
  }, [isWanted, field]);
  const isShown = isOpen || marks?.isAsked === true;
  const Heading = `h${level}` as const;
  return (
    <div className="fold" role="group" aria-labelledby={`${id}-title`} data-open={isShown}>
      <div className="fold-head">
        <Heading>
          <button
            className="fold-button"
            type="button"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}-body` : undefined}
            aria-describedby={`${id}-essential`}
            onClick={() => (isOpen ? close() : open())}
          >
            <span id={`${id}-title`} className="fold-title">
              {title}
            </span>
          </button>
        </Heading>
        <p id={`${id}-essential`} className="fold-essential">
          {!isShown && essential && <span>{essential}</span>}
          {marks && <Marks marks={marks} />}
        </p>
        {tools && <div className="fold-tools">{tools}</div>}
      </div>
      {isShown && (
        <div id={`${id}-body`} className="fold-body group">
          {children}
        </div>
      )}
    </div>
  );
}

function Marks({ marks: { faults, isUnsaved, isAsked } }: { marks: FoldMarks }) {
  if (isAsked) return <b className="fold-mark fold-bad">Necesita que elijas</b>;
  if (faults > 0)
    return (
      <b className="fold-mark fold-bad">{faults === 1 ? '1 dato por corregir' : `${faults} datos por corregir`}</b>
    );
  return isUnsaved ? <b className="fold-mark">Sin guardar</b> : null;
}
