import type { Category } from '#contract/town/categories';
import type { DateRange } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { Link } from '../../components/link.tsx';

/**
 * The category buttons of the agenda; they keep the selected days.
 * @param current the key of the selected category; '' for all, undefined if none is selected
 */
export function Categories({
  categories,
  current,
  range = null,
  all = false,
}: {
  categories: Category[];
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
      {categories.map(({ key, name }) => (
        <Link
          key={key}
          to={range ? pages.agendaByDates(range, key) : pages.agendaByLabel(key)}
          aria-current={current?.toLowerCase() === key.toLowerCase() ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
