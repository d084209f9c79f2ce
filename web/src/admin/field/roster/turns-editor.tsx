import { useState } from 'react';
import { ROW_PARTS, rowsIn, rowsText } from '#contract/calendar/roster-rows';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { rowWords } from '#contract/calendar/roster-words';
import type { FieldProps } from '../../../fields/field-props.ts';
import { TextInput } from '../../../fields/line.tsx';
import { Disclosure } from '../../parts/disclosures/disclosure.tsx';
import { EntryButton } from '../../parts/entry-button.tsx';
import { MoveHandle } from '../../parts/move-handle.tsx';
import { useReorder } from '../../parts/reorder.ts';
import { StepButtons } from '../../parts/step-buttons.tsx';
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

const isStored = ({ rule }: RosterRow) => /^(FREQ=|DAYS$|NO$|MOVED$)/.test(rule);
/** What a row says of days and times: what was typed, until it is saved. */
export const whenOf = (row: RosterRow) => (isStored(row) ? rowWords(row) : row.rule);
const nameOf = (row: RosterRow) => [row.who, row.zone && `Zona ${row.zone}`].filter(Boolean).join(', ');
/** What divides the parts of a row cannot be in them. */
const typedText = (value: unknown) => String(value).replaceAll('|', '/').replaceAll('\n', ' ');

/** The rows of a roster, said as people say them, with the dates that follow from them. */
export function TurnsEditor(props: FieldProps) {
  const { id, value, onType, onLeave, onPick } = props;
  const rows = rowsIn(String(value ?? ''));
  const [open, setOpen] = useState<number | null>(null);
  const changed = (at: number, part: Partial<RosterRow>) =>
    rowsText(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  const reordered = (from: number, to: number) => rowsText(moved(rows, from, to - from));
  const { list, handle, step } = useReorder<HTMLOListElement>(
    (from, to) => onType(reordered(from, to)),
    (from, to) => onPick(reordered(from, to)),
  );
  const add = (more: RosterRow[]) => onPick(rowsText([...rows, ...more]));
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`}>
      <ol ref={list} className="directory">
        {rows.map((row, at) => {
          const when = whenOf(row);
          const name = nameOf(row) || when || 'Sin completar';
          return (
            // The inputs are controlled, and what is dragged keeps its element.
            <li key={at}>
              <Disclosure
                title={name}
                essential={name === when ? '' : when}
                fields={[]}
                level={4}
                isOpen={open === at}
                open={() => setOpen(at)}
                close={() => setOpen(null)}
              >
                <label htmlFor={`${id}-${at}-when`}>Cuándo</label>
                <TextInput
                  {...props}
                  id={`${id}-${at}-when`}
                  type="text"
                  placeholder="lunes y jueves, 20 h"
                  value={when}
                  onType={(typed) => onType(changed(at, { rule: typedText(typed), days: '', times: '' }))}
                />
                {LABELS.map(([part, label, example = '']) => (
                  <div key={part}>
                    <label htmlFor={`${id}-${at}-${part}`}>{label}</label>
                    <TextInput
                      {...props}
                      id={`${id}-${at}-${part}`}
                      type="text"
                      placeholder={example}
                      value={row[part]}
                      onType={(typed) => onType(changed(at, { [part]: typedText(typed) }))}
                    />
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
      <NextTurns text={String(value ?? '')} swap={onPick} />
      <Rotation id={id} add={add} />
      <PasteList id={id} add={add} />
    </div>
  );
}
