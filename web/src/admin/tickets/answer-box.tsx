import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isSettled } from '#contract/tickets/ticket';
import { ANSWER_MAX } from '#contract/tickets/staff-ticket';
import { Select } from '../../fields/select.tsx';
import { useUnsavedText } from '../changes/use-unsaved-text.ts';
import { whenPageHides } from '../changes/when-page-hides.ts';
import type { TargetField } from '../parts/focus/use-first-field.ts';
import { DRAFT_DELAY } from '../field/editing.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useBusy } from '../parts/use-busy.ts';
import { TICKET, ticketEntry, ticketUpdate } from '../workspace/ticket-operations.ts';
import type { ShownTicket } from '../workspace/ticket-operations.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { DraftPlace } from '../workspace/workspace.ts';

/** Writes an answer, which the author of the ticket gets, or a note for staff. What is typed is kept on the device. */
export function AnswerBox({ ticket, prepared }: { ticket: ShownTicket; prepared: readonly string[] }) {
  const workspace = useWorkspace();
  // Who goes on with a note comes with its name.
  const { field } = (useLocation().state ?? {}) as TargetField;
  const [kind, setKind] = useState<'answer' | 'note'>(field === 'note' ? 'note' : 'answer');
  const draft = useDraft(ticket.id, kind);
  const attempt = useAttempt();
  const [, run] = useBusy();
  const id = useId();
  const { text, type } = draft;
  const isBlank = text.trim() === '';
  const send = (isDone: boolean) =>
    attempt(async () => {
      const entry = ticketEntry(ticket.id, kind, text.trim());
      const settle = ticketUpdate(ticket.id, 'state', 'answered', ticket.state);
      await workspace.saveAll(isDone && !isSettled(ticket.state) ? [entry, settle] : [entry]);
      await draft.clear();
    });
  return (
    <section className="ticket-answer ticket-screen-only" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Escribir</h2>
      <fieldset className="ticket-kinds">
        <legend className="hidden-text">Para quién</legend>
        {(
          [
            ['answer', 'Respuesta: la lee quien mandó el reclamo'],
            ['note', 'Nota: la leemos solo nosotros'],
          ] as const
        ).map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={id}
              checked={kind === value}
              onChange={() => void draft.keep().then(() => setKind(value))}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      {kind === 'answer' && prepared.length > 0 && (
        <p className="field">
          <label htmlFor={`${id}-prepared`}>Empezar con un texto preparado</label>
          <Select
            id={`${id}-prepared`}
            className="control"
            value=""
            onPick={(picked) => type(text === '' ? picked : `${text.trimEnd()}\n${picked}`)}
          >
            <option value="">Elegir…</option>
            {prepared.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </p>
      )}
      <p className="field" data-field={kind}>
        <label htmlFor={`${id}-text`}>{kind === 'answer' ? 'Respuesta' : 'Nota'}</label>
        <textarea
          id={`${id}-text`}
          className="control"
          rows={4}
          maxLength={ANSWER_MAX}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
      </p>
      <p className="buttons">
        {kind === 'answer' && !isSettled(ticket.state) && (
          <button
            className="button"
            type="button"
            aria-disabled={isBlank}
            onClick={() => !isBlank && void run(() => send(true))}
          >
            Responder y dar por respondido
          </button>
        )}
        <button
          className={kind === 'note' || isSettled(ticket.state) ? 'button' : 'button quiet'}
          type="button"
          aria-disabled={isBlank}
          onClick={() => !isBlank && void run(() => send(false))}
        >
          {kind === 'note' ? 'Guardar la nota' : 'Solo responder'}
        </button>
      </p>
    </section>
  );
}

/** A text that is kept on the device while it is typed. */
function useDraft(recordId: string, kind: 'answer' | 'note') {
  const workspace = useWorkspace();
  const place = { entity: TICKET, recordId, field: kind };
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is typed and not stored yet. */
  const due = useRef<{ place: DraftPlace; value: string } | null>(null);
  async function keep(): Promise<void> {
    clearTimeout(timer.current);
    if (due.current === null) return;
    const { place: at, value } = due.current;
    due.current = null;
    await (value === '' ? workspace.dropDraft(at) : workspace.keepDraft(at, { value, base: '' })).catch(() => {});
  }
  useEffect(() => {
    let isCurrent = true;
    setText('');
    void workspace.draft({ entity: TICKET, recordId, field: kind }).then((kept) => {
      // What is being typed by now is newer.
      if (isCurrent && typeof kept?.value === 'string') setText((typed) => typed || String(kept.value));
    });
    return () => {
      isCurrent = false;
    };
  }, [workspace, recordId, kind]);
  const hide = useEffectEvent(() => void keep());
  useEffect(() => {
    const stopListening = whenPageHides(() => hide());
    return () => {
      stopListening();
      hide();
    };
  }, []);
  useUnsavedText({
    value: text,
    isUnsaved: text !== '',
    place,
    label: kind === 'answer' ? 'Respuesta' : 'Nota',
    isProse: true,
    savesItself: false,
    // It stays a draft, and only its author sends it: leaving needs no question.
    isTouched: false,
    save: async () => false,
    keep,
  });
  return {
    text,
    keep,
    type(value: string) {
      setText(value);
      due.current = { place, value };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void keep(), DRAFT_DELAY);
    },
    async clear() {
      clearTimeout(timer.current);
      due.current = null;
      setText('');
      await workspace.dropDraft(place);
    },
  };
}
