import { useId, useState } from 'react';
import type { Field } from '#contract/fields';
import type { Json } from '../offline/outbox/operation.ts';
import type { Choice } from '../offline/outbox/queue.ts';
import { comparedWords } from './compared-words.ts';
import { Dialog } from './confirm.tsx';
import { differences } from './differences.ts';
import type { Piece } from './differences.ts';
import { editors } from './field-editors.ts';
import { readTyped } from './field-state.ts';

const MERGED: ReadonlySet<string> = new Set(['line', 'lines', 'html']);

/** Two versions of a value side by side with their differences marked, and a third one that a person makes of them. */
export function Versions({ field, mine, theirs, choose, close }: {
  field: Field | null; mine: Json; theirs: Json; choose: (choice: Choice) => void; close: () => void;
}) {
  const words = comparedWords(field, mine, theirs);
  const pieces = differences(words.mine, words.theirs);
  return (
    <Dialog title={`Dos versiones${field ? ` de «${field.label}»` : ''}`} isWide onClose={close}>
      <div className="versions">
        <Version title="Mi versión" pieces={pieces.mine} choose={() => choose({ take: 'mine' })} />
        <Version title="La del servidor" pieces={pieces.theirs} choose={() => choose({ take: 'theirs' })} />
      </div>
      {field && MERGED.has(field.kind) && <Merged field={field} mine={mine} choose={choose} />}
      <p className="buttons"><button className="button quiet" type="button" onClick={close}>Decidir después</button></p>
    </Dialog>
  );
}

function Version({ title, pieces, choose }: { title: string; pieces: Piece[]; choose: () => void }) {
  return (
    <section className="version">
      <h3>{title}</h3>
      <p className="version-text">
        {pieces.length === 0 && '(vacío)'}
        {/* The pieces have no names; together they are the text. */}
        {pieces.map(({ text, isCommon }, at) => (isCommon ? text : <mark key={`${at} ${text}`}>{text}</mark>))}
      </p>
      <button className="button" type="button" onClick={choose}>Usar esta</button>
    </section>
  );
}

function Merged({ field, mine, choose }: { field: Field; mine: Json; choose: (choice: Choice) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState(mine);
  const [error, setError] = useState('');
  const id = useId();
  const Editor = editors[field.kind];
  function use() {
    const read = readTyped(field, value, null);
    if (read.is === 'invalid') setError(read.message);
    else choose({ take: 'merged', value: read.is === 'changed' ? read.value : value });
  }
  if (!isOpen) return <p><button className="button quiet" type="button" onClick={() => setOpen(true)}>Armar un texto con las dos</button></p>;
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>Texto combinado</label>
      <Editor id={id} field={field} value={value} describedBy={`${id}-error`} isInvalid={error !== ''} onType={setValue} onLeave={() => {}} onPick={setValue} />
      <p id={`${id}-error`} className="field-error" role="alert">{error}</p>
      <p className="buttons"><button className="button" type="button" onClick={use}>Usar el texto combinado</button></p>
    </div>
  );
}
