import { categoryOf } from '#contract/town/categories';
import type { Category } from '#contract/town/categories';
import { calendarDays } from '#contract/calendar/event-times';
import { addDays, longDay, longRange, parseRange } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';
import type { Paged } from '#contract/lists';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import { subscriptions, webcal } from '#contract/addresses/subscriptions';
import type { EventCard } from '#contract/records';
import { DatePicker } from '../../components/date-picker.tsx';
import { DateRangeForm } from '../../components/date-range-form.tsx';
import { Link } from '../../components/link.tsx';
import { Notice, useNotice } from '../../components/notice.tsx';
import { definePage, rangeIn, Redirect } from '../public-page.ts';
import { Categories } from '../parts/categories.tsx';
import { Days } from '../parts/days.tsx';
import { EventRow } from '../parts/event-row.tsx';
import { overEvents } from '../parts/over-events.ts';
import { PageHead } from '../parts/page-head.tsx';
import { selectable } from '../offered-categories.ts';

export interface Agenda extends Paged<EventCard> {
  /** The key of the selected category, in any case; '' for all. */
  label: string;
  /** What the selected category is called. */
  name: string;
  /** The categories to choose from. */
  chips: Category[];
  range: DateRange | null;
  /** Days with events, which the calendar marks. */
  busy: Day[];
  /** The ids of events that are over. */
  over: string[];
}

/** Upcoming events, or those of a category or date range. Only the first page is requested (spec section 2.1). */
export const page = definePage<Agenda>({
  style: 'rows',
  async load(reader, { params: { label = '', dates }, query, today, categories: { agenda } }) {
    const asked = rangeIn(query);
    const category = label === 'all' ? '' : label;
    if (asked !== undefined) return asked && new Redirect(pages.agendaByDates(asked, category));
    const range = dates === undefined ? null : parseRange(dates);
    if (dates !== undefined && !range) return null;
    if (label === 'all') return new Redirect(range ? pages.agendaByDates(range) : pages.agenda());
    const known = categoryOf(agenda, label);
    if (label && !known) return null;
    const [list, busy, chips, coming] = await Promise.all([
      reader.list('agenda', { by: label || undefined, range }),
      reader.days('agenda', { by: label || undefined, range: calendarDays(range, today) }),
      selectable(agenda, (key) => reader.list('agenda', { by: key, range })),
      range && range.from <= today && range.to >= today ? reader.list('agenda', { by: label || undefined }) : null,
    ]);
    const over = range ? overEvents(list.items, coming, today) : [];
    return { ...list, label, name: known?.name ?? '', chips, range, busy, over };
  },
  head: ({ label, name, range }, site) => {
    const chosen = [name && `de la categoría ${name}`, range && longRange(range)].filter(Boolean).join(', ');
    return {
      title: [sectionName(site, pages.agenda()), [name, range && longRange(range)].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(': '),
      description: `Los eventos de ${site.town}${chosen && `, ${chosen}`}.`,
      path: range ? pages.agendaByDates(range, label) : label ? pages.agendaByLabel(label) : pages.agenda(),
      subscriptions: [calendarOf(label)],
    };
  },
  Page: ({ data: { items, pages: total, label, chips, range, busy, over }, site, categories, today, url }) => (
    <>
      <PageHead
        title={sectionName(site, pages.agenda())}
        lead={range ? longRange(range) : siteTexts(site).agenda}
        plane="plane-agenda"
      >
        <Notice />
      </PageHead>
      <div className="section">
        <Days label={label} range={range} today={today} />
        <Categories categories={chips} current={label} range={range} all />
        <div className="columns">
          <details className="when">
            <summary className="button quiet">Elegir días en el calendario</summary>
            <Picker label={label} range={range} today={today} busy={busy} />
          </details>
          {items.length > 0 ? (
            <ul>
              {items.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  categories={categories.agenda}
                  from={range?.from ?? today}
                  isOver={over.includes(event.id)}
                  heading="h2"
                />
              ))}
            </ul>
          ) : (
            <div className="empty">
              <p>No hay eventos en las fechas seleccionadas</p>
              {(range ?? label) && (
                <Link className="more" to={pages.agenda()}>
                  Toda la agenda
                </Link>
              )}
            </div>
          )}
        </div>
        {total > 1 && <More items={items} label={label} range={range} today={today} />}
        <Subscribe calendar={calendarOf(label)} url={url} />
      </div>
    </>
  ),
});

/** The way on from a list that does not show all: to what is on from its last day on. */
function More({ items, label, range, today }: Pick<Agenda, 'items' | 'label' | 'range'> & { today: Day }) {
  const first = range?.from ?? today;
  const last = items.reduce((latest, { date }) => (date > latest ? date : latest), first);
  const from = last > first ? last : addDays(first, 1);
  return (
    <p className="more-events">
      Hay más eventos.{' '}
      <Link className="more" to={pages.agendaByDates({ from, to: range?.to ?? addDays(from, DAYS_ON) }, label)}>
        {`Ver los que siguen, desde el ${longDay(from)}`}
      </Link>
    </p>
  );
}
/** As many days are shown on the way on from a list without an end. */
const DAYS_ON = 365;

/** The calendar of a category, or of the whole agenda. */
const calendarOf = (label: string) => (label ? subscriptions.agendaByLabel(label) : subscriptions.agenda());

/** Phones and computers without an application for `webcal:` can still take in the present events. */
function Subscribe({ calendar, url }: { calendar: string; url: string }) {
  return (
    <>
      <p>
        <a className="more" href={webcal(calendar, url)}>
          Suscribite a la agenda desde tu calendario
        </a>
      </p>
      <p>
        <a className="more" href={calendar}>
          Descargar los eventos para tu calendario
        </a>
      </p>
    </>
  );
}

const SEARCHING = 'Buscando eventos en las fechas seleccionadas';

/** Picker of days; it keeps the category. */
function Picker({ label, range, today, busy }: { label: string; range: DateRange | null; today: Day; busy: Day[] }) {
  const notify = useNotice();
  return (
    <>
      <DatePicker
        label="Elegí los días de la agenda"
        range={range}
        today={today}
        busy={busy}
        to={(days) => pages.agendaByDates(days, label)}
        onPick={() => notify(SEARCHING)}
      />
      <DateRangeForm
        action={label ? pages.agendaByLabel(label) : pages.agenda()}
        range={range}
        onAsk={() => notify(SEARCHING)}
      />
    </>
  );
}
