import { useEffect, useEffectEvent, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { PICK_DELAY } from '#contract/limits';
import { addDays, addMonths, FIRST_DAY, LAST_DAY, longDay, monthOf } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';

interface Props {
  label: string;
  /** The days that the page shows; null for none in particular. */
  range: DateRange | null;
  today: Day;
  min?: Day;
  max?: Day;
  /** Days with events, which are underlined. */
  busy?: Day[];
  /** Returns the address of the page that shows some days. */
  to: (range: DateRange) => string;
  /** Called when days take effect. */
  onPick?: () => void;
}

/**
 * A month for picking one or two days. Its days are links to what is on that day. Once the application has started, a
 * press picks a day instead: a second one takes effect at once, one alone after `PICK_DELAY`. The keys are those of a
 * date grid (WAI-ARIA).
 */
export function DatePicker({ label, range, today, min = FIRST_DAY, max = LAST_DAY, busy, to, onPick }: Props) {
  const within = (day: Day) => (day < min ? min : day > max ? max : day);
  // The day that Tab leads to; its month is the one that is shown.
  const [current, setCurrent] = useState(within(range?.from ?? today));
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const { picked, pick } = usePick(to, onPick);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const grid = event.currentTarget.closest('table');
    const move = MOVES.get(event.key);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ') event.currentTarget.click();
    else if (move) flushSync(() => setCurrent(within(move(current, event.shiftKey ? 12 : 1))));
    else return;
    event.preventDefault();
    grid?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }
  const month = longDay(current).replace(/^\d+ de | de(?= \d+$)/g, '');
  const chosen = picked ?? range;

  return (
    <div className="calendar" role="group" aria-label={label}>
      <MonthHead month={month} current={current} within={within} onMove={setCurrent} />
      <table aria-label={month} role={isLive ? 'grid' : undefined}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isChosen = chosen !== null && day >= chosen.from && day <= chosen.to;
                const isInMonth = monthOf(day) === monthOf(current);
                return (
                  <td
                    key={day}
                    className={isInMonth && isChosen ? 'chosen' : undefined}
                    aria-selected={isLive && isInMonth ? isChosen : undefined}
                  >
                    {isInMonth &&
                      (day === within(day) ? (
                        <a
                          href={to({ from: day, to: day })}
                          aria-label={busy?.includes(day) ? `${longDay(day)}, hay eventos` : longDay(day)}
                          aria-current={day === today ? 'date' : undefined}
                          className={busy?.includes(day) ? 'busy' : undefined}
                          tabIndex={isLive ? (day === current ? 0 : -1) : undefined}
                          onClick={(event) => {
                            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                            event.preventDefault();
                            pick(day);
                            setCurrent(day);
                          }}
                          onKeyDown={press}
                        >
                          {Number(day.slice(8))}
                        </a>
                      ) : (
                        <span>{Number(day.slice(8))}</span>
                      ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of the month, and the buttons for the one before and after it. */
function MonthHead({
  month,
  current,
  within,
  onMove,
}: {
  month: string;
  current: Day;
  within: (day: Day) => Day;
  onMove: (day: Day) => void;
}) {
  return (
    <div className="month">
      <strong aria-live="polite">{month}</strong>
      {ARROWS.map(([arrow, name, step]) => {
        const day = within(addMonths(current, step));
        return (
          <button
            key={arrow}
            className="scripted"
            type="button"
            aria-label={name}
            aria-disabled={monthOf(day) === monthOf(current)}
            onClick={() => onMove(day)}
          >
            {arrow}
          </button>
        );
      })}
    </div>
  );
}

/** Collects one or two days that are picked, and leads to what is on them. */
function usePick(to: Props['to'], onPick: Props['onPick']): { picked: DateRange | null; pick: (day: Day) => void } {
  const navigate = useNavigate();
  const [picked, setPicked] = useState<{ range: DateRange; isPair: boolean } | null>(null);
  const takeEffect = useEffectEvent((days: DateRange) => {
    onPick?.();
    void navigate(to(days));
  });
  useEffect(() => {
    if (!picked) return;
    const timer = setTimeout(() => takeEffect(picked.range), picked.isPair ? 0 : PICK_DELAY);
    return () => clearTimeout(timer);
  }, [picked]);

  function pick(day: Day): void {
    const first = picked?.isPair === false ? picked.range.from : null;
    const [from = day, until = from] = first ? [first, day].sort() : [];
    setPicked({ range: { from, to: until }, isPair: first !== null });
  }
  return { picked: picked?.range ?? null, pick };
}

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
const ARROWS = [
  ['←', 'Mes anterior', -1],
  ['→', 'Mes siguiente', 1],
] as const;

/** What keys move to; with the Shift key, `months` is a year. */
const MOVES = new Map<string, (day: Day, months: number) => Day>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', mondayOf],
  ['End', (day) => addDays(mondayOf(day), 6)],
  ['PageUp', (day, months) => addMonths(day, -months)],
  ['PageDown', addMonths],
]);

function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** Returns the weeks, starting on Monday, that overlap the month of a day. */
export function weeksOf(day: Day): Day[][] {
  const weeks: Day[][] = [];
  for (let start = mondayOf(`${monthOf(day)}-01`); monthOf(start) <= monthOf(day); start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
  }
  return weeks;
}
