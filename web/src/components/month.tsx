import { addDays, longDay } from '#contract/dates';
import type { Day } from '#contract/dates';
import { Link } from './link.tsx';

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

/** A month as a table whose days are links: a calendar before any script. */
export function Month({ day, busy, to }: { day: Day; busy: Day[]; to: (day: Day) => string }) {
  return (
    <table>
      <caption>{longDay(day).replace(/^\d+ de /, '')}</caption>
      <thead>
        <tr>{WEEKDAYS.map((name) => <th key={name} scope="col" abbr={name}>{name.slice(0, 2)}</th>)}</tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one}>
                {one.slice(0, 7) === day.slice(0, 7) && (
                  <Link to={to(one)} aria-label={longDay(one)} aria-current={one === day ? 'date' : undefined} className={busy.includes(one) ? 'busy' : undefined}>
                    {Number(one.slice(8))}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The weeks, Monday first, that a day's month touches. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const monday = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7));
  const weeks: Day[][] = [];
  for (let start = monday; start.slice(0, 7) <= day.slice(0, 7); start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
  }
  return weeks;
}
