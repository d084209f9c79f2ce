import { useRef, useState } from 'react';
import { pastedList, saidTimes } from '#contract/calendar/roster-pasted';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { rowWords } from '#contract/calendar/roster-words';
import { dayAt } from '#contract/values/dates';
import { Disclosure } from '../../parts/disclosures/disclosure.tsx';
import { usePresent } from '../../parts/use-present.ts';

/** A printed list of a month, which is pasted and becomes rows. */
export function PasteList({ id, add }: { id: string; add: (rows: RosterRow[]) => void }) {
  const today = dayAt(usePresent()());
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [said, setSaid] = useState('de 8:30 a 8:30 del día siguiente');
  const times = saidTimes(said);
  const box = useRef<HTMLTextAreaElement>(null);
  const { rows, left, rest } = pastedList(text, today, times ?? '');
  const unclear = left.filter(({ why }) => why === '');
  const wrong = left.filter(({ why }) => why !== '');
  return (
    <Disclosure
      title="Pegar una lista del mes"
      essential="Como viene impresa: el día y quién está de turno"
      fields={[]}
      level={4}
      isOpen={isOpen}
      open={() => setOpen(true)}
      close={() => setOpen(false)}
    >
      <div className="whole">
        <label htmlFor={`${id}-times`}>Horario de cada turno</label>
        <input
          id={`${id}-times`}
          className="control"
          autoComplete="off"
          maxLength={100}
          value={said}
          aria-describedby={`${id}-times-error`}
          aria-invalid={times === null}
          onChange={({ target }) => setSaid(target.value)}
        />
        <p id={`${id}-times-error`} className="field-error">
          {times === null && 'No se entiende: escribilo como «de 8 a 22 h», o dejalo vacío si es todo el día.'}
        </p>
      </div>
      <div className="whole">
        <label htmlFor={`${id}-list`}>La lista</label>
        <textarea
          ref={box}
          id={`${id}-list`}
          className="control"
          aria-describedby={`${id}-left`}
          rows={6}
          maxLength={20_000}
          placeholder={'Diciembre 2026\n1 Farmacia San Martín\n2 Farmacia Del Lago'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div id={`${id}-left`} className="whole" role="status">
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <li key={`${row.who}|${row.note}`}>
                <b>{row.who}</b> {rowWords({ ...row, times: '' })}
                {row.note && ` (${row.note})`}
              </li>
            ))}
          </ul>
        )}
        {unclear.length > 0 && (
          <p className="field-hint over">
            No se entiende, y no se agrega: {unclear.map(({ line }) => line).join(' · ')}
          </p>
        )}
        {wrong.length > 0 && (
          <p className="field-hint over">
            No se agrega, porque no coincide: {wrong.map(({ line, why }) => `${line} (${why})`).join(' · ')}
          </p>
        )}
      </div>
      <p className="buttons">
        <button
          className="button"
          type="button"
          disabled={rows.length === 0 || times === null}
          onClick={() => {
            add(rows);
            // What was not understood stays to be mended, with the reason beside it.
            setText(rest);
            if (rest === '') setOpen(false);
            else box.current?.focus();
          }}
        >
          Agregar lo que se entendió
        </button>
      </p>
    </Disclosure>
  );
}
