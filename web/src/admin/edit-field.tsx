import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { Field, FieldKind } from '#contract/fields';
import { ChoiceField } from '../fields/choice.tsx';
import { DayField } from '../fields/day.tsx';
import { EmailField } from '../fields/email.tsx';
import type { FieldProps } from '../fields/field-props.ts';
import { FlagField } from '../fields/flag.tsx';
import { HtmlField } from '../fields/html.tsx';
import { LineField } from '../fields/line.tsx';
import { LinesField } from '../fields/lines.tsx';
import { PasswordField } from '../fields/password.tsx';
import { VideoField } from '../fields/video.tsx';
import { WebField } from '../fields/web.tsx';
import type { Json, Operation } from '../offline/outbox/operation.ts';
import { useConfirm } from './confirm.tsx';
import { useDesk } from './desk.ts';
import type { DraftPlace } from './desk.ts';
import { FIELD_STATES, fieldState, hintWords, operationOf, readTyped } from './field-state.ts';
import type { FieldState } from './field-state.ts';
import { ParkedChoices } from './parked-choices.tsx';

const editors: Record<FieldKind, ComponentType<FieldProps>> = {
  line: LineField, lines: LinesField, html: HtmlField, day: DayField, choice: ChoiceField, flag: FlagField,
  web: WebField, video: VideoField, email: EmailField, password: PasswordField,
};

/**
 * A field of a record, with its label, its counter and how far its value is. It saves itself: when it is left, or when
 * something is chosen, and only if the canonical value is another.
 * @param stored what is shown while nobody types: the record's value with what waits laid over it
 * @param operations what waits about the record
 * @param save resolves when the change is safe; rejects with words for the person when it is not
 */
export function EditField({ place, field, stored, operations, save, confirmChange }: {
  place: DraftPlace; field: Field; stored: Json; operations: readonly Operation[];
  save: (value: Json, base: Json) => Promise<void>; confirmChange?: string | undefined;
}) {
  const id = useId();
  const edit = useEditing({ place, field, stored, save, confirmChange });
  const operation = operationOf(place.field, operations);
  const state = fieldState({ field: place.field, operations, isEditing: edit.isEditing, wasSaved: edit.wasSaved });
  const hint = hintWords(field, edit.value);
  const Editor = editors[field.kind];
  return (
    <div className={`field field-${field.kind}`} data-state={state}>
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>{field.label}</label>
        <StateWords id={`${id}-state`} state={state} />
      </div>
      <Editor
        id={id} field={field} value={edit.value} isInvalid={edit.error !== null} describedBy={`${id}-error ${id}-hint ${id}-state`}
        onType={edit.type} onLeave={field.ownButton ? ignore : edit.leave} onPick={edit.pick}
      />
      <p id={`${id}-error`} className="field-error" role="alert">{edit.error}</p>
      {hint && <p id={`${id}-hint`} className={hint.isOver ? 'field-hint over' : 'field-hint'}>{hint.text}</p>}
      {edit.isRecovered && (
        <p className="field-note" role="status">
          Recuperamos lo que estabas escribiendo.{' '}
          <button className="link-button" type="button" onClick={edit.revert}>Volver a lo guardado</button>
        </p>
      )}
      {field.ownButton && (
        <p className="buttons">
          <button className="button" type="button" disabled={!edit.isEditing} onClick={edit.leave}>Guardar {field.label.toLowerCase()}</button>
          {edit.isEditing && <button className="button quiet" type="button" onClick={edit.revert}>Deshacer</button>}
        </p>
      )}
      {operation && (state === 'conflict' || state === 'rejected') && <ParkedChoices operation={operation} field={field} />}
    </div>
  );
}

function StateWords({ id, state }: { id: string; state: FieldState }) {
  // Typing is heard anyway; what becomes of it is announced.
  return <span id={id} className={`field-state state-${state}`} aria-live={state === 'editing' ? 'off' : 'polite'}>{FIELD_STATES[state]}</span>;
}

interface Typing {
  value: Json;
  /** What the person was looking at when they began: the base of what they are writing. */
  base: Json;
}
const DRAFT_DELAY = 300;
const ignore = () => {};

function useEditing({ place, field, stored, save, confirmChange }: {
  place: DraftPlace; field: Field; stored: Json; save: (value: Json, base: Json) => Promise<void>; confirmChange: string | undefined;
}) {
  const desk = useDesk();
  const confirm = useConfirm();
  const [typing, setTyping] = useState<Typing | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isRecovered, setRecovered] = useState(false);
  const [wasSaved, setSaved] = useState(false);
  // What was typed last, for whoever asks between two drawings.
  const current = useRef<Typing | null>(null);
  const isSaving = useRef(false);
  const draftTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function show(next: Typing | null) {
    current.current = next;
    setTyping(next);
  }
  function keepDraft() {
    clearTimeout(draftTimer.current);
    if (current.current && field.kind !== 'password') void desk.keepDraft(place, current.current).catch(ignore);
  }
  function forget() {
    clearTimeout(draftTimer.current);
    show(null);
    setError(null);
    setRecovered(false);
    void desk.dropDraft(place).catch(ignore);
  }

  function type(value: Json) {
    const base = current.current?.base ?? stored;
    show({ value, base });
    if (error !== null && readTyped(field, value, base).is !== 'invalid') setError(null);
    clearTimeout(draftTimer.current);
    draftTimer.current = setTimeout(keepDraft, DRAFT_DELAY);
  }

  async function commit() {
    const typed = current.current;
    if (!typed || isSaving.current) return;
    const read = readTyped(field, typed.value, typed.base);
    if (read.is === 'same') return forget();
    if (read.is === 'invalid') {
      keepDraft();
      setError(read.message);
      return;
    }
    isSaving.current = true;
    try {
      if (confirmChange && !(await confirm({ text: confirmChange }))) return forget();
      await save(read.value, typed.base);
      setSaved(true);
      if (current.current === typed) forget();
      else if (current.current) show({ ...current.current, base: read.value });
    } catch (failure) {
      keepDraft();
      setError(failure instanceof Refusal ? failure.message : 'No pudimos guardarlo en este dispositivo. El texto sigue acá: liberá espacio y probá otra vez.');
    } finally {
      isSaving.current = false;
    }
  }

  const recover = useEffectEvent(async () => {
    const draft = field.kind === 'password' ? null : await desk.draft(place).catch(() => null);
    if (!draft || current.current) return;
    if (readTyped(field, draft.value, stored).is === 'same') return void desk.dropDraft(place).catch(ignore);
    show({ value: draft.value, base: draft.base });
    setRecovered(true);
  });
  const leaveScreen = useEffectEvent(() => {
    keepDraft();
    // A confirmation has no screen to stand on any more: then the draft is what stays.
    if (!field.ownButton && !confirmChange) void commit();
  });
  const hide = useEffectEvent(keepDraft);
  useEffect(() => {
    void recover();
    const onHide = () => hide();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onHide);
      leaveScreen();
    };
  }, []);

  return {
    value: typing?.value ?? stored,
    isEditing: typing !== null && readTyped(field, typing.value, typing.base).is !== 'same',
    error, isRecovered, wasSaved, type,
    leave: () => void commit(),
    revert: forget,
    pick(value: Json) {
      show({ value, base: current.current?.base ?? stored });
      void commit();
    },
  };
}

/** A save that was refused, in words for the person. */
export class Refusal extends Error {}
