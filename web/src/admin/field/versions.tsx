import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { Field } from '#contract/fields';
import { sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import type { Choice } from '../../offline/outbox/protocol/queue.ts';
import { comparedWords } from './compared-words.ts';
import { Dialog } from '../parts/confirm.tsx';
import { differences } from '../parts/differences.ts';
import type { Piece } from '../parts/differences.ts';
import { editors } from './field-editors.ts';
import { readTyped } from './editing.ts';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';

const MERGED_TEXT = 'Texto combinado';
const MERGED: ReadonlySet<string> = new Set(['line', 'lines', 'phones', 'hours', 'html']);

/** The text that a person writes in place of two versions. It stays when the dialog is closed. */
interface Merging {
  value: Json;
  hasBegun: boolean;
  error: string;
  type: (value: Json) => void;
  /** Takes it as the field's value. @returns whether it was stored */
  use: () => Promise<boolean>;
}

/** @param choose resolves to whether the choice was stored */
export function useMerging(field: Field | null, mine: Json, choose: (choice: Choice) => Promise<boolean>): Merging {
  const [typed, setTyped] = useState<{ value: Json } | null>(null);
  const [error, setError] = useState('');
  const value = typed ? typed.value : mine;
  async function use(): Promise<boolean> {
    if (!field) return false;
    const read = readTyped(field, value, null);
    setError(read.is === 'invalid' ? read.message : '');
    if (read.is === 'invalid') return false;
    if (sameValue(value, mine)) {
      setError('Todavía es solo tu versión: sumale lo de la otra, o elegí «Mi versión».');
      return false;
    }
    return choose({ take: 'merged', value: read.is === 'changed' ? read.value : value });
  }
  const isUnsaved = typed !== null && !sameValue(typed.value, mine);
  useUnsavedText({
    value,
    isUnsaved,
    place: null,
    label: `${MERGED_TEXT}${field ? ` de ${field.label.toLowerCase()}` : ''}`,
    isProse: true,
    savesItself: false,
    isTouched: true,
    save: use,
    keep: async () => {},
  });
  return { value, hasBegun: isUnsaved, error, type: (next) => setTyped({ value: next }), use };
}

/** Shows two versions of a value side by side with their differences marked, and lets the person merge them. */
export function Versions({
  entity,
  field,
  mine,
  theirs,
  theirName,
  isMerging = false,
  merging,
  choose,
  close,
  children,
}: {
  entity: string;
  field: Field | null;
  mine: Json;
  theirs: Json;
  /** The heading of the other version. */
  theirName: string;
  isMerging?: boolean;
  merging: Merging;
  choose: (choice: Choice) => void;
  close: () => void;
  /** What happened. */
  children: ReactNode;
}) {
  return (
    <Dialog title={`Dos versiones${field ? ` de «${field.label}»` : ''}`} isWide onClose={close}>
      {children}
      <BothVersions entity={entity} field={field} mine={mine} theirs={theirs} theirName={theirName} choose={choose} />
      {isMergeable(field) && <Merged field={field} isMerging={isMerging} merging={merging} />}
      <p className="buttons">
        <button className="button quiet" type="button" onClick={close}>
          Decidir después
        </button>
      </p>
    </Dialog>
  );
}

export const isMergeable = (field: Field | null): field is Field => field !== null && MERGED.has(field.kind);

/** Maximum length of texts compared in place; longer ones open in a dialog. */
const SHORT = 200;
/** Returns whether both versions are short enough to be compared in place. */
export function areShort(entity: string, field: Field | null, mine: Json, theirs: Json): boolean {
  const words = comparedWords(entity, field, mine, theirs);
  return Math.max(words.mine.length, words.theirs.length) <= SHORT;
}

/** Shows both versions with their differences marked, each with a button that chooses it. */
export function BothVersions({
  entity,
  field,
  mine,
  theirs,
  theirName,
  choose,
}: {
  entity: string;
  field: Field | null;
  mine: Json;
  theirs: Json;
  /** The heading of the other version. */
  theirName: string;
  choose: (choice: Choice) => void;
}) {
  const words = comparedWords(entity, field, mine, theirs);
  const pieces = differences(words.mine, words.theirs);
  return (
    <div className="versions">
      <Version name="Mi versión" pieces={pieces.mine} choose={() => choose({ take: 'mine' })} />
      <Version name={theirName} pieces={pieces.theirs} choose={() => choose({ take: 'theirs' })} />
    </div>
  );
}

function Version({ name, pieces, choose }: { name: string; pieces: Piece[]; choose: () => void }) {
  return (
    <section className="version" aria-label={name}>
      <p className="version-text">
        {pieces.length === 0 && '(vacío)'}
        {/* The pieces have no identity of their own. */}
        {pieces.map(({ text, isCommon }, at) => (isCommon ? text : <mark key={`${at} ${text}`}>{text}</mark>))}
      </p>
      <button className="button quiet" type="button" onClick={choose}>
        {name}
      </button>
    </section>
  );
}

function Merged({
  field,
  isMerging,
  merging: { value, hasBegun, error, type, use },
}: {
  field: Field;
  isMerging: boolean;
  merging: Merging;
}) {
  const [isOpen, setOpen] = useState(isMerging || hasBegun);
  const id = useId();
  const Editor = editors[field.kind];
  if (!isOpen)
    return (
      <p>
        <button className="button quiet" type="button" onClick={() => setOpen(true)}>
          Armar un texto con las dos
        </button>
      </p>
    );
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {MERGED_TEXT}
      </label>
      <Editor
        id={id}
        field={field}
        value={value}
        describedBy={`${id}-error`}
        isInvalid={error !== ''}
        onType={type}
        onLeave={() => {}}
        onPick={type}
      />
      <p className="field-hint">{`Empieza con tu versión: agregale lo que quieras conservar de la otra.`}</p>
      <p id={`${id}-error`} className="field-error" role="alert">
        {error}
      </p>
      <p className="buttons">
        <button className="button" type="button" onClick={() => void use()}>
          Usar el texto combinado
        </button>
      </p>
    </div>
  );
}
