import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FIRST_DAY, LAST_DAY, parseDay, showDay } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { typedDay } from '#contract/values/typed-days';
import { INCOMPLETE, NONEXISTENT, NOT_READ, refusedWords } from './day-words.ts';
import type { FieldProps } from './field-props.ts';

const TYPING = /^(?:\d|[apAP]|Backspace|Delete|ArrowUp|ArrowDown)$/;

/** A date field: the device's own on touch screens, elsewhere one that reads `dd/mm/aaaa` in any browser's language. */
export function DayField(props: FieldProps) {
  if (!matchMedia('(pointer: coarse)').matches) return <TypedDay {...props} />;
  return <PickedInput {...props} type="date" min={FIRST_DAY} max={LAST_DAY} required={!props.field.isOptional} />;
}

/** A field for a day and a time. */
export function MomentField(props: FieldProps) {
  const [min, max] = [`${FIRST_DAY}T00:00`, `${LAST_DAY}T23:59`];
  return <PickedInput {...props} type="datetime-local" min={min} max={max} required />;
}

/** A field for a time of day, which may be left empty. */
export function TimeField(props: FieldProps) {
  return <PickedInput {...props} type="time" required={false} />;
}

/**
 * A date, a time or both, picked in the device's own control is saved at once. A typed one is saved when the field is
 * left, because the browser reports a new value after every digit. An incomplete one is never kept.
 */
function PickedInput({
  id,
  field,
  value,
  describedBy,
  isInvalid,
  onType,
  onLeave,
  onPick,
  onRefuse,
  hasStored = true,
  type,
  required,
  min,
  max,
}: FieldProps & { type: keyof typeof NOT_READ; required: boolean; min?: string; max?: string }) {
  const isTyped = useRef(false);
  const shown = String(value ?? '');
  function leave(input: HTMLInputElement) {
    isTyped.current = false;
    if (input.value !== '' || !(required || input.validity.badInput)) return onLeave();
    input.value = shown;
    onRefuse?.(refusedWords(NOT_READ[type], hasStored));
  }
  return (
    <div className="picked">
      <input
        id={id}
        className="control control-short"
        type={type}
        value={shown}
        min={min}
        max={max}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onBlur={(event) => leave(event.target)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave(event.currentTarget);
          else if (TYPING.test(event.key) && !event.altKey) isTyped.current = true;
        }}
        onChange={({ target }) => {
          if (isTyped.current) onType(target.value);
          else if (target.validity.valid) onPick(target.value);
        }}
      />
      {!required && shown && <Remove label={field.label} onPick={onPick} />}
    </div>
  );
}

/** A date that is typed, and saved when the field is left if it is whole, or picked in a calendar. */
function TypedDay({
  id,
  field,
  value,
  describedBy,
  isInvalid,
  onType,
  onLeave,
  onPick,
  onRefuse,
  hasStored = true,
}: FieldProps) {
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const day = parseDay(String(value ?? ''));
  function leave() {
    setText(null);
    if (text === null || (field.isOptional && text.trim() === '')) return onLeave();
    const { fault } = typedDay(text);
    if (fault === undefined) return onLeave();
    onRefuse?.(refusedWords(fault === 'nonexistent' ? NONEXISTENT : INCOMPLETE, hasStored));
  }
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <div
      className="picked"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <input
        id={id}
        className="control control-short"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/aaaa"
        value={text ?? (day ? showDay(day) : '')}
        required={!field.isOptional}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onChange={({ target }) => {
          setText(target.value);
          onType(typedDay(target.value).day ?? '');
        }}
      />
      <button
        ref={button}
        className="link-button"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Calendario<span className="hidden-text"> de {field.label.toLowerCase()}</span>
      </button>
      {isOpen && (
        <Calendar
          day={day}
          onClose={close}
          onPick={(picked) => {
            close();
            onPick(picked);
          }}
        />
      )}
      {field.isOptional && day && <Remove label={field.label} onPick={onPick} />}
    </div>
  );
}

/** flatpickr, which is loaded when it is opened for the first time. */
function Calendar({ day, onPick, onClose }: { day: Day | null; onPick: (day: Day) => void; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useEffectEvent(onPick);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    import('./day-calendar.ts').then(
      ({ openCalendar }) => {
        if (isOver || !place.current) return;
        end = openCalendar(place.current, day, { onPick: (picked) => pick(picked), onClose: () => close() });
      },
      () => close(),
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [day]);
  return <div ref={place} className="day-calendar" role="dialog" aria-label="Calendario" tabIndex={-1} />;
}

function Remove({ label, onPick }: { label: string; onPick: FieldProps['onPick'] }) {
  return (
    <button className="link-button" type="button" onClick={() => onPick('')}>
      Quitar<span className="hidden-text"> {label.toLowerCase()}</span>
    </button>
  );
}
