import { useDeferredValue, useMemo, useState } from 'react';
import { lineName, offWords } from '#contract/calendar/roster-day';
import { nextTurns, swapped } from '#contract/calendar/roster-next';
import { checkedRoster } from '#contract/calendar/roster-checked';
import type { Turn } from '#contract/calendar/roster-turns';
import { timesWords } from '#contract/calendar/roster-words';
import { dayAt, leafOf, longDay } from '#contract/values/dates';
import { usePresent } from '../../parts/use-present.ts';

/** Number of turns that are shown. */
const SHOWN = 12;

/** `Martes 1 de diciembre: San Martín, de 8:30 a 8:30 h del día siguiente`; they are of the next months. */
function turnWords(turn: Turn): string {
  const { day, start, end, isWhole } = turn;
  const time = isWhole ? '' : timesWords(`${start.slice(11)}${start === end ? '' : `-${end.slice(11)}`}`);
  const name = [lineName(turn), time].filter(Boolean).join(', ');
  const { weekday } = leafOf(day);
  const of = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)} ${longDay(day).replace(/ de \d+$/, '')}`;
  return [of, name].filter(Boolean).join(': ');
}

/**
 * The next turns of what is being typed, two of which can change places.
 * @param swap takes the text of the roster after that
 */
export function NextTurns({ text, swap }: { text: string; swap: (text: string) => void }) {
  const today = dayAt(usePresent()());
  const counted = useDeferredValue(text);
  const turns = useMemo(() => nextTurns(counted, 0, today, SHOWN), [counted, today]);
  const [picked, pick] = useState<Turn | null>(null);
  const isWhole = 'text' in checkedRoster(counted);
  if (turns.length === 0) return null;
  function press(turn: Turn) {
    if (!picked) return pick(turn);
    pick(null);
    if (turn !== picked) swap(swapped(text, picked, turn));
  }
  return (
    <section className="next-turns" aria-label="Las próximas fechas">
      <p>
        <b>Las próximas fechas</b>
      </p>
      <ol>
        {turns.map((turn, at) => {
          const words = turnWords(turn);
          return (
            <li key={at}>
              <span>
                {words} {offWords(turn)}
              </span>
              {isWhole && turn.off === undefined && (
                <button
                  className="link-button"
                  type="button"
                  aria-pressed={turn === picked}
                  onClick={() => press(turn)}
                >
                  {picked && turn !== picked ? 'Cambiar con este' : 'Cambiar de lugar'}
                  <span className="hidden-text"> {words}</span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
      <p className="field-hint" role="status">
        {picked && `Elegí el turno con el que se cambia: ${turnWords(picked)}.`}
      </p>
    </section>
  );
}
