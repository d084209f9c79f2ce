import { addDays, weekendOf } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { Link } from '../../components/link.tsx';

/** Shortcuts to common date ranges of the agenda; they keep the selected category. `range` is the current one. */
export function Days({ label, range, today }: { label: string; range: DateRange | null; today: Day }) {
  const weekend = weekendOf(today);
  const ways: [string, DateRange][] = [
    ['Hoy', { from: today, to: today }],
    // On a Sunday, only today is left of the weekend.
    ...(weekend.to === today ? [] : [['Este finde', weekend] satisfies [string, DateRange]]),
    ['Próximos 7 días', { from: today, to: addDays(today, 6) }],
  ];
  return (
    <nav className="chips" aria-label="Fechas">
      {ways.map(([name, days]) => (
        <Link
          key={name}
          to={pages.agendaByDates(days, label)}
          aria-current={range?.from === days.from && range.to === days.to ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
      {range && <Link to={label ? pages.agendaByLabel(label) : pages.agenda()}>Todas las fechas</Link>}
    </nav>
  );
}
