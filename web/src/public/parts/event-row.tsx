import { categoryName } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import { dayShown, rangeOf, whenBesideDay } from '#contract/calendar/event-times';
import { leafOf, longDay, longRange } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import type { EventCard } from '#contract/records';
import { Link } from '../../components/link.tsx';

/**
 * An event in a list: a calendar leaf with its first day, or its last one if it is on already, title, times and place,
 * description and category. The Tab key stops at the title alone; the categories are above the list.
 * @param from the first day that the list is about
 */
export function EventRow({
  event,
  categories,
  from,
  isOver = false,
  heading: Heading = 'h3',
}: {
  event: EventCard;
  categories: Category[];
  from: Day;
  isOver?: boolean;
  heading?: 'h2' | 'h3';
}) {
  const { day, isLast } = dayShown(event, from);
  const { weekday, date, month } = leafOf(day);
  const range = rangeOf(event);
  const when = [isOver && 'Terminó', whenBesideDay(event), event.place].filter(Boolean).join(' · ');
  return (
    <li className="tile event">
      <time
        dateTime={event.date}
        aria-label={range.from < range.to ? longRange(range) : `${weekday} ${longDay(event.date)}`}
      >
        {isLast ? 'hasta' : weekday.slice(0, 3)} <b>{date}</b> {month}
      </time>
      <div>
        <Heading>
          <Link to={pages.event(event)}>{event.title}</Link>
        </Heading>
        {when && <p className="date">{when}</p>}
        <p>{event.description}</p>
        <Link className="label" to={pages.agendaByLabel(event.label)} tabIndex={-1}>
          #{categoryName(categories, event.label).toLowerCase()}
        </Link>
      </div>
    </li>
  );
}
