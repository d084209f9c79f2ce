import { useState } from 'react';
import { rotation } from '#contract/calendar/roster-next';
import { pastedNames } from '#contract/calendar/roster-pasted';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { dayAt, parseDay, parseTime, showDay } from '#contract/values/dates';
import { Disclosure } from '../../parts/disclosures/disclosure.tsx';
import { usePresent } from '../../parts/use-present.ts';

/** A rotation: each is on duty for some days, one after the other, for ever. */
export function Rotation({ id, add }: { id: string; add: (rows: RosterRow[]) => void }) {
  const [today] = useState(dayAt(usePresent()()));
  const [isOpen, setOpen] = useState(false);
  const [names, setNames] = useState('');
  const [since, setSince] = useState(showDay(today));
  const [time, setTime] = useState('8:30');
  const [days, setDays] = useState('1');
  const all = pastedNames(names);
  const [start, hour] = [parseDay(since), parseTime(time)];
  const texts = [
    { key: 'since', label: 'Desde qué día', value: since, set: setSince, isRight: start !== null },
    { key: 'hour', label: 'A qué hora cambia', value: time, set: setTime, isRight: hour !== null },
    {
      key: 'days',
      label: 'Cuántos días le tocan a cada uno (de 1 a 7)',
      value: days,
      set: setDays,
      isRight: /^[1-7]$/.test(days),
    },
  ];
  return (
    <Disclosure
      title="Hacer una rotación"
      essential="Cada uno en su turno, uno después de otro"
      fields={[]}
      level={4}
      isOpen={isOpen}
      open={() => setOpen(true)}
      close={() => setOpen(false)}
    >
      <div className="whole">
        <label htmlFor={`${id}-names`}>Quiénes, en su orden: uno por renglón</label>
        <textarea
          id={`${id}-names`}
          className="control"
          rows={4}
          maxLength={5000}
          value={names}
          onChange={({ target }) => setNames(target.value)}
        />
      </div>
      <div className="whole" role="status">
        {all.some(({ place, phone, note }) => place || phone || note) && (
          <ul>
            {all.map(({ who, place, phone, note }) => (
              <li key={who}>
                <b>{who}</b> {[place, phone, note && `(${note})`].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        )}
      </div>
      {texts.map(({ key, label, value, set, isRight }) => (
        <div key={key}>
          <label htmlFor={`${id}-${key}`}>{label}</label>
          <input
            id={`${id}-${key}`}
            className="control"
            autoComplete="off"
            maxLength={20}
            value={value}
            aria-invalid={!isRight}
            onChange={({ target }) => set(target.value)}
          />
        </div>
      ))}
      <p className="buttons">
        <button
          className="button"
          type="button"
          disabled={all.length === 0 || texts.some(({ isRight }) => !isRight)}
          onClick={() => {
            if (start && hour) add(rotation(all, start, Number(days), hour));
            setNames('');
            setOpen(false);
          }}
        >
          Agregar la rotación
        </button>
      </p>
    </Disclosure>
  );
}
