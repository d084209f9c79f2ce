import type { DateRange } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { Link } from '../../components/link.tsx';

const CATEGORIES = ['Cultura', 'Juventud', 'Deporte', 'Turismo', 'Institucional'] as const;

/**
 * The category buttons of the agenda; they keep the selected days.
 * @param current the selected category; '' for all, undefined if none is selected
 */
export function Categories({
  current,
  range = null,
  all = false,
}: {
  current?: string;
  range?: DateRange | null;
  all?: boolean;
}) {
  return (
    <nav className="chips" aria-label="Categorías">
      {all && (
        <Link
          to={range ? pages.agendaByDates(range) : pages.agenda()}
          aria-current={current === '' ? 'page' : undefined}
        >
          TODOS
        </Link>
      )}
      {CATEGORIES.map((name) => (
        <Link
          key={name}
          to={range ? pages.agendaByDates(range, name) : pages.agendaByLabel(name)}
          aria-current={current?.toLowerCase() === name.toLowerCase() ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
