import { useDeferredValue, useId, useMemo } from 'react';
import type { Field } from '#contract/fields';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import type { DraftPlace } from '../workspace/workspace.ts';
import { editors } from './field-editors.ts';
import { FieldFrame } from './field-frame.tsx';
import { fieldState, hintWords } from './field-state.ts';
import { operationOf } from '../workspace/overlay.ts';
import { EarlierText } from './earlier-text.tsx';
import { PhoneHints } from './phone-hints.tsx';
import { RefusedPictures } from './refused-pictures.tsx';
import { useEditing } from './use-editing.ts';
import { useOutcome } from './use-outcome.ts';

/**
 * A field of a record with its label, counter and save state. It saves itself when it is left or a value is picked, and
 * only if the canonical value has changed.
 * @param place where its drafts are kept; null if this device keeps none
 * @param stored value shown while nothing is typed: the record's value with pending changes applied
 * @param operations pending operations of the record
 * @param note additional hint
 * @param proposal a value to take with one press
 * @param save resolves when the change is stored; rejects with a message for the person
 */
export function EditField({
  name,
  place,
  field,
  stored,
  operations = [],
  note,
  proposal,
  save,
  confirmChange,
  mayChange,
}: {
  name: string;
  place: DraftPlace | null;
  field: Field;
  stored: Json;
  operations?: readonly Operation[];
  note?: string | undefined;
  proposal?: string | undefined;
  save: (value: Json, base: Json) => Promise<void>;
  confirmChange?: string | undefined;
  mayChange?: ((value: Json) => Promise<boolean>) | undefined;
}) {
  const id = useId();
  const edit = useEditing({ place, field, stored, save, confirmChange, mayChange });
  const operation = operationOf(name, operations);
  const state = useOutcome(
    fieldState({ field: name, operations, isEditing: edit.isEditing, wasSaved: edit.wasSaved }),
    operation,
    stored,
    edit.saved,
  );
  // Counting the words of a long text would hold up the next key.
  const counted = useDeferredValue(edit.value);
  const hint = useMemo(() => hintWords(field, counted), [field, counted]);
  const Editor = editors[field.kind];
  return (
    <FieldFrame
      className={`field-${field.kind}`}
      data-field={name}
      head={
        <label htmlFor={id} id={`${id}-label`}>
          {field.label}
        </label>
      }
      state={state}
      stateId={`${id}-state`}
      operation={operation}
      field={field}
      onDropped={edit.forgetSaved}
    >
      <Editor
        id={id}
        field={field}
        value={edit.value}
        isInvalid={edit.error !== null && !edit.isPutBack}
        {...(place && { record: place })}
        describedBy={`${id}-error ${id}-hint ${id}-state`}
        onType={edit.type}
        onLeave={field.ownButton ? () => {} : edit.leave}
        onPick={edit.pick}
        onRefuse={edit.refuse}
        hasStored={stored !== ''}
      />
      <p id={`${id}-error`} className={edit.isPutBack ? 'field-note' : 'field-error'} role="alert">
        {edit.error}
      </p>
      {field.kind === 'phones' && <PhoneHints phones={[String(edit.value)]} />}
      {note && <p className="field-hint">{note}</p>}
      {proposal && (
        <p className="field-hint">
          <button className="link-button" type="button" onClick={() => edit.pick(proposal)}>
            Usar «{proposal}»
          </button>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={hint.isOver ? 'field-hint over' : 'field-hint'}>
          {hint.text}
        </p>
      )}
      {edit.isRecovered && <RecoveredNote revert={edit.revert} />}
      <EarlierText edit={edit} />
      {field.kind === 'html' && <RefusedPictures operations={operations} />}
      {field.ownButton && <OwnButtons label={field.label} edit={edit} />}
    </FieldFrame>
  );
}

/** Says that the text is a draft of an earlier visit, and offers the saved value. */
function RecoveredNote({ revert }: { revert: () => void }) {
  return (
    <p className="field-note" role="status">
      Recuperamos lo que estabas escribiendo.{' '}
      <button className="link-button" type="button" onClick={revert}>
        Volver a lo guardado
      </button>
    </p>
  );
}

/** The buttons of a field that is saved only with its own button. */
function OwnButtons({ label, edit }: { label: string; edit: ReturnType<typeof useEditing> }) {
  return (
    <p className="buttons">
      <button className="button" type="button" disabled={!edit.isEditing} onClick={edit.leave}>
        Guardar {label.toLowerCase()}
      </button>
      {edit.canRevert && (
        <button className="button quiet" type="button" onClick={edit.revert}>
          Descartar lo escrito
        </button>
      )}
    </p>
  );
}
