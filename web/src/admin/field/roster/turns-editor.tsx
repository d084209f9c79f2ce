import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkedRoster, ROSTER_LIMITS } from '#contract/calendar/roster-checked';
import { ROW_PARTS, rowsIn, rowsText } from '#contract/calendar/roster-rows';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { rowWords } from '#contract/calendar/roster-words';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import type { FieldProps } from '../../../fields/field-props.ts';
import { TextInput } from '../../../fields/line.tsx';
import { Disclosure } from '../../parts/disclosures/disclosure.tsx';
import { EntryButton } from '../../parts/order/entry-button.tsx';
import { MoveHandle } from '../../parts/order/move-handle.tsx';
import { useReorder } from '../../parts/order/reorder.ts';
import { StepButtons } from '../../parts/order/step-buttons.tsx';
import { moved } from '../../parts/words/document-paths.ts';
import { NextTurns } from './next-turns.tsx';
import { PasteList } from './paste-list.tsx';
import { Rotation } from './rotation.tsx';

const LABELS: [keyof RosterRow, string, string?][] = [
  ['who', 'Quién o qué', 'Farmacia San Martín'],
  ['zone', 'Zona', 'Norte'],
  ['place', 'Dónde'],
  ['phone', 'Teléfono'],
  ['note', 'Aclaración o motivo'],
];

const isLong = (part: string) => [...part].length > ROSTER_LIMITS.text;
const isStored = ({ rule }: RosterRow) => /^(FREQ=|DAYS$|NO$|MOVED$)/.test(rule);
/** What a row says of days and times: what was typed, until it is saved. */
export const whenOf = (row: RosterRow) => (isStored(row) ? rowWords(row) : row.rule);
const nameOf = (row: RosterRow) => [row.who, row.zone && `Zona ${row.zone}`].filter(Boolean).join(', ');
/** What divides the parts of a row cannot be in them. */
const typedText = (value: unknown) => String(value).replaceAll('|', '/').replaceAll('\n', ' ');

/** The rows of a roster, said as people say them, with the dates that follow from them. */
export function TurnsEditor(props: FieldProps) {
  const { id, value, isInvalid, describedBy, onLeave } = props;
  const text = String(value ?? '');
  const rows = rowsIn(text);
  const { onType, onPick, group, said } = useUndo(props);
  const checked = isInvalid ? checkedRoster(text) : { text };
  const wrong = 'fault' in checked ? checked.row : undefined;
  const [open, setOpen] = useState<number | null>(null);
  const changed = (at: number, part: Partial<RosterRow>) =>
    rowsText(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  function typeIn(at: number, part: Partial<RosterRow>): void {
    // A row that is open because it was wrong stays so when it is right.
    setOpen(at);
    onType(changed(at, part));
  }
  const reordered = (from: number, to: number) => rowsText(moved(rows, from, to - from));
  const { list, handle, step } = useReorder<HTMLOListElement>(
    (from, to) => onType(reordered(from, to)),
    (from, to) => onPick(reordered(from, to)),
  );
  const add = (more: RosterRow[]) => onPick(rowsText([...rows, ...more]));
  return (
    <div id={id} className="turns" role="group" aria-labelledby={`${id}-label`} ref={group}>
      <p className="hidden-text" role="status">
        {said}
      </p>
      <ol ref={list} className="directory">
        {rows.map((row, at) => {
          const when = whenOf(row);
          const name = nameOf(row) || when || 'Sin completar';
          const wrongPart = at === wrong && (LABELS.find(([part]) => isLong(row[part]))?.[0] ?? 'rule');
          const inputs = (part: keyof RosterRow) => ({
            ...props,
            isInvalid: part === wrongPart,
            describedBy: part === wrongPart ? `${id}-${at}-error ${describedBy}` : describedBy,
          });
          const fault = (part: keyof RosterRow) =>
            part === wrongPart && (
              <p id={`${id}-${at}-error`} className="field-error">
                {'fault' in checked && checked.fault}
              </p>
            );
          return (
            // The inputs are controlled, and what is dragged keeps its element.
            <li key={at}>
              <Disclosure
                title={name}
                essential={name === when ? '' : when}
                fields={[]}
                level={4}
                // What has to be corrected is in sight.
                isOpen={open === at || at === wrong}
                open={() => setOpen(at)}
                close={() => setOpen(null)}
              >
                <label htmlFor={`${id}-${at}-when`}>Cuándo</label>
                <TextInput
                  {...inputs('rule')}
                  id={`${id}-${at}-when`}
                  type="text"
                  placeholder="lunes y jueves, 20 h"
                  value={when}
                  onType={(typed) => typeIn(at, { rule: typedText(typed), days: '', times: '' })}
                />
                {fault('rule')}
                {LABELS.map(([part, label, example = '']) => (
                  <div key={part}>
                    <label htmlFor={`${id}-${at}-${part}`}>{label}</label>
                    <TextInput
                      {...inputs(part)}
                      id={`${id}-${at}-${part}`}
                      type="text"
                      placeholder={example}
                      value={row[part]}
                      onType={(typed) => typeIn(at, { [part]: typedText(typed) })}
                    />
                    {fault(part)}
                  </div>
                ))}
                <p className="buttons">
                  <MoveHandle name={name} {...handle(at)} onKeyUp={onLeave} onPointerUp={onLeave} onBlur={onLeave} />
                  <StepButtons name={name} at={at} count={rows.length} step={step} />
                  <EntryButton
                    words="Borrar"
                    name={name}
                    isDanger
                    press={() => {
                      setOpen(null);
                      onPick(rowsText(rows.filter((_, place) => place !== at)));
                    }}
                  />
                </p>
              </Disclosure>
            </li>
          );
        })}
      </ol>
      <p className="buttons">
        <button
          className="button quiet"
          type="button"
          onClick={() => {
            // A row that says nothing yet is not saved; it is there to be typed into.
            onType(`${rowsText(rows)}${rows.length > 0 ? '\n' : ''}${'|'.repeat(ROW_PARTS.length - 1)}`);
            setOpen(rows.length);
          }}
        >
          Agregar un renglón
        </button>
      </p>
      <NextTurns text={text} swap={onPick} />
      <Rotation id={id} add={add} />
      <PasteList id={id} add={add} />
    </div>
  );
}

function canonical(text: string): string {
  const checked = checkedRoster(text);
  return 'text' in checked ? checked.text : text;
}

/**
 * Ctrl+Z (⌘Z) takes back what was picked last, as a swap of two turns. Browsers know nothing of that: they would take
 * back something that was typed before, perhaps in a row or a field out of sight.
 */
function useUndo({ value, onType, onPick }: FieldProps) {
  const picked = useRef<{ before: string; after: string }[]>([]);
  const group = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const text = String(value ?? '');
  const undo = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo || event.shiftKey || event.altKey) return;
    const last = picked.current.pop();
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    if (isTyping && !last) return;
    event.preventDefault();
    // Somebody else may have changed it since.
    if (!last || canonical(text) !== canonical(last.after)) return;
    say('Se deshizo el último cambio.');
    onPick(last.before);
  });
  useEffect(() => {
    const { current } = group;
    const listener = (event: KeyboardEvent) => undo(event);
    current?.addEventListener('keydown', listener);
    return () => current?.removeEventListener('keydown', listener);
  }, []);
  return {
    group,
    said,
    onType(typed: Json): void {
      picked.current = [];
      say('');
      onType(typed);
    },
    onPick(after: string): void {
      if (after !== text) picked.current.push({ before: text, after });
      say('');
      onPick(after);
    },
  };
}
