import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { lineName, offWords } from '#contract/calendar/roster-day';
import { nextTurns, swapped } from '#contract/calendar/roster-next';
import type { TurnPlace } from '#contract/calendar/roster-next';
import { checkedRoster } from '#contract/calendar/roster-checked';
import type { Turn } from '#contract/calendar/roster-turns';
import { timesWords } from '#contract/calendar/roster-words';
import { dayAt, leafOf, longDay } from '#contract/values/dates';
import { MoveHandle } from '../../parts/order/move-handle.tsx';
import { HANDLE, useReorder } from '../../parts/order/reorder.ts';
import { usePresent } from '../../parts/use-present.ts';

/** Number of turns that are shown at first, and that each press adds. */
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

/** `martes 1` */
const onDay = ({ day }: Turn) => `${leafOf(day).weekday} ${Number(day.slice(8))}`;

const nameOf = (turn: Turn) => lineName(turn) || 'El turno';

/** Whether two turns can change places: both take place, on other days, and have other names. */
const canChange = (one: Turn | null, other: Turn | null | undefined): other is Turn =>
  Boolean(one && other && swapped('', one, other)) && other?.off === undefined;

/**
 * The next turns of what is being typed, two of which can change places: one is dragged onto the other or moved with
 * the arrow keys, or both are pressed.
 * @param swap takes the text of the roster after that
 */
export function NextTurns({ text, swap }: { text: string; swap: (text: string) => void }) {
  const today = dayAt(usePresent()());
  const counted = useDeferredValue(text);
  const [most, setMost] = useState(SHOWN);
  const found = useMemo(() => nextTurns(counted, 0, today, most + 1), [counted, today, most]);
  const turns = useMemo(() => found.slice(0, most), [found, most]);
  const [more] = found.slice(most);
  const [picked, pick] = useState<Turn | null>(null);
  const [said, say] = useState('');
  const dragged = useRef<Turn | null>(null);
  const [target, setTarget] = useState<Turn | null>(null);
  const followed = useRef<TurnPlace | null>(null);
  const { list, handle } = useReorder<HTMLOListElement>(
    (from, to) => {
      const turn = turns[from] ?? null;
      if (dragged.current) return setTarget(turns[to] ?? null);
      const next = to > from ? turns.slice(to) : turns.slice(0, from).reverse();
      change(
        turn,
        next.find((other) => canChange(turn, other)),
      );
    },
    undefined,
    () => {
      change(dragged.current, target);
      dragged.current = null;
      setTarget(null);
    },
  );
  // Where a turn of a rule leaves its day, the list has a line more.
  useEffect(() => {
    if (!followed.current) return;
    const { day, who, zone } = followed.current;
    const at = turns.findIndex(
      (one) => one.off === undefined && one.day === day && one.who === who && one.zone === zone,
    );
    list.current?.children[at]?.querySelector<HTMLElement>(`.${HANDLE}`)?.focus();
    followed.current = null;
  }, [turns, list]);
  const isWhole = 'text' in checkedRoster(counted);
  if (turns.length === 0) return null;

  function change(one: Turn | null, other: Turn | null | undefined): void {
    if (!one || !canChange(one, other)) return;
    followed.current = { day: other.day, who: one.who, zone: one.zone };
    say(`${nameOf(one)} pasa al ${onDay(other)}, y ${nameOf(other)} al ${onDay(one)}.`);
    swap(swapped(text, one, other));
  }
  function press(turn: Turn) {
    say('');
    if (!picked) return pick(turn);
    pick(null);
    change(picked, turn);
  }
  const asked = picked && `Elegí el turno con el que se cambia: ${turnWords(picked)}.`;
  const aimed = canChange(dragged.current, target) && `Se cambia con: ${turnWords(target)}.`;
  return (
    <section className="next-turns" aria-label="Las próximas fechas">
      <p>
        <b>Las próximas fechas</b>
      </p>
      <ol ref={list}>
        {turns.map((turn, at) => {
          const words = turnWords(turn);
          const isMovable = isWhole && turn.off === undefined;
          return (
            <li key={at} data-swap={turn === target && canChange(dragged.current, turn) ? '' : undefined}>
              <span>
                {words} {offWords(turn)}
              </span>
              {isMovable && (
                <>
                  <button
                    className="link-button"
                    type="button"
                    aria-pressed={turn === picked}
                    onClick={() => press(turn)}
                  >
                    {picked && turn !== picked ? 'Cambiar con este' : 'Cambiar de lugar'}
                    <span className="hidden-text"> {words}</span>
                  </button>
                  <MoveHandle name={words} {...handle(at)} onPointerDownCapture={() => (dragged.current = turn)} />
                </>
              )}
            </li>
          );
        })}
      </ol>
      {more && (
        <p className="buttons">
          <button
            className="button quiet"
            type="button"
            onClick={() => {
              followed.current = more;
              setMost(most + SHOWN);
            }}
          >
            Ver más fechas
          </button>
        </p>
      )}
      <p className="field-hint" role="status">
        {aimed || asked || said}
      </p>
    </section>
  );
}
