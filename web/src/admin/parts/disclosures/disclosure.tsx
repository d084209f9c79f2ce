import { useEffect, useEffectEvent, useId } from 'react';
import type { ReactNode } from 'react';
import { useWantedField } from './wanted-field.ts';

/** What a closed disclosure has to say of what it holds, so that nothing that needs attention is hidden in it. */
export interface DisclosureMarks {
  /** Number of errors. */
  faults: number;
  isUnsaved: boolean;
  /** A question that waits for an answer; it keeps the disclosure open. */
  isAsked?: boolean;
}

interface DisclosureProps {
  title: string;
  /** What one looks for most often, shown while it is closed. */
  essential?: ReactNode;
  marks?: DisclosureMarks;
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
export function Disclosure({
  title,
  essential,
  marks,
  fields,
  isOpen,
  open,
  close,
  tools,
  level = 3,
  children,
}: DisclosureProps) {
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
    <div className="disclosure" role="group" aria-labelledby={`${id}-title`} data-open={isShown}>
      <div className="disclosure-head">
        <Heading>
          <button
            className="disclosure-button"
            type="button"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}-body` : undefined}
            aria-describedby={`${id}-essential`}
            onClick={() => (isOpen ? close() : open())}
          >
            <span id={`${id}-title`} className="disclosure-title">
              {title}
            </span>
          </button>
        </Heading>
        <p id={`${id}-essential`} className="disclosure-essential">
          {!isShown && essential && <span>{essential}</span>}
          {marks && <Marks marks={marks} />}
        </p>
        {tools && <div className="disclosure-tools">{tools}</div>}
      </div>
      {isShown && (
        <div id={`${id}-body`} className="disclosure-body group">
          {children}
        </div>
      )}
    </div>
  );
}

function Marks({ marks: { faults, isUnsaved, isAsked } }: { marks: DisclosureMarks }) {
  if (isAsked) return <b className="disclosure-mark disclosure-bad">Necesita que elijas</b>;
  if (faults > 0)
    return (
      <b className="disclosure-mark disclosure-bad">
        {faults === 1 ? '1 dato por corregir' : `${faults} datos por corregir`}
      </b>
    );
  return isUnsaved ? <b className="disclosure-mark">Sin guardar</b> : null;
}
