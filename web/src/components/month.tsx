import { addDays, longDay } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { Link } from './link.tsx';

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

/** A month as a table whose days are links; it works without a script. Days after `max` are not links. */
export function Month({ day, busy = [], max, to }: { day: Day; busy?: Day[]; max?: Day; to: (day: Day) => string }) {
  return (
    <table>
      <caption>{longDay(day).replace(/^\d+ de | de(?= \d+$)/g, '')}</caption>
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
        {weeksOf(day).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one}>
                {one.slice(0, 7) === day.slice(0, 7) &&
                  (max && one > max ? (
                    <span>{Number(one.slice(8))}</span>
                  ) : (
                    <DayLink day={one} to={to(one)} isCurrent={one === day} isBusy={busy.includes(one)} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayLink({ day, to, isCurrent, isBusy }: { day: Day; to: string; isCurrent: boolean; isBusy: boolean }) {
  return (
    <Link
      to={to}
      aria-label={isBusy ? `${longDay(day)}, hay eventos` : longDay(day)}
      aria-current={isCurrent ? 'date' : undefined}
      className={isBusy ? 'busy' : undefined}
    >
      {Number(day.slice(8))}
    </Link>
  );
}

/** Returns the weeks, starting on Monday, that overlap the month of a day. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const monday = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7));
  const weeks: Day[][] = [];
  for (let start = monday; start.slice(0, 7) <= day.slice(0, 7); start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
  }
  return weeks;
}
