import { useNavigate } from 'react-router-dom';
import { longDay, parseRange } from '#contract/dates';
import type { DateRange, Day } from '#contract/dates';
import type { Paged } from '#contract/lists';
import { pages } from '#contract/paths';
import type { EventCard } from '#contract/records';
import { DatePicker } from '../components/date-picker.tsx';
import { DateRangeForm } from '../components/date-range-form.tsx';
import { Link } from '../components/link.tsx';
import { Month } from '../components/month.tsx';
import { useNotice } from '../components/notice.tsx';
import { definePage, rangeIn, Redirect } from '../public-page.ts';
import { Categories } from './parts/categories.tsx';
import { EventRow } from './parts/event-row.tsx';
import { PageHead } from './parts/page-head.tsx';

interface Agenda extends Paged<EventCard> {
  label: string;
  range: DateRange | null;
}

/** The events to come, of a category, or of chosen days. Only the first page is asked for (spec section 2.1). */
export const page = definePage<Agenda>({
  style: 'lists',
  async load(reader, { params: { label = '', dates }, query }) {
    const asked = rangeIn(query);
    if (asked !== undefined) return asked && new Redirect(pages.agendaByDates(asked));
    const range = dates === undefined ? null : parseRange(dates);
    if (dates !== undefined && !range) return null;
    if (label === 'all') return new Redirect(pages.agenda());
    return { ...(await reader.events(label || 'all', range, 1)), label, range };
  },
  head: ({ label, range }, site) => ({
    title: range ? `Agenda: ${inWords(range)}` : label ? `Agenda: ${label}` : 'Agenda',
    description: `Los eventos de ${site.town}${range ? `, ${inWords(range)}` : label ? ` de la categoría ${label}` : ': cultura, juventud, deporte, turismo y actos institucionales'}.`,
  }),
  Page: ({ data: { items, label, range }, today }) => (
    <>
      <PageHead title="Agenda" lead={range ? inWords(range) : 'Lo que pasa en el pueblo, día por día.'} plane="plane-agenda" />
      <div className="section">
        <Categories {...(range ? {} : { current: label })} all />
        <div className="columns">
          <details className="when">
            <summary className="button quiet">Elegir días en el calendario</summary>
            <Picker range={range} today={today} busy={items.map((event) => event.date)} />
          </details>
          {items.length > 0
            ? <ul>{items.map((event) => <EventRow key={event.id} event={event} heading="h2" />)}</ul>
            : <div className="empty"><p>No hay eventos en las fechas seleccionadas</p>{(range ?? label) && <Link className="more" to={pages.agenda()}>Toda la agenda</Link>}</div>}
        </div>
      </div>
    </>
  ),
});

const SEARCHING = 'Buscando eventos en las fechas seleccionadas';

function Picker({ range, today, busy }: { range: DateRange | null; today: Day; busy: Day[] }) {
  const navigate = useNavigate();
  const notify = useNotice();
  function pick(picked: DateRange) {
    notify(SEARCHING);
    void navigate(pages.agendaByDates(picked));
  }
  return (
    <>
      <DatePicker label="Elegí los días de la agenda" range={range} today={today} busy={busy} onPick={pick}>
        <Month day={range?.from ?? today} busy={busy} to={pages.agendaOn} />
      </DatePicker>
      <DateRangeForm action={pages.agenda()} range={range} onAsk={() => notify(SEARCHING)} />
    </>
  );
}

const inWords = ({ from, to }: DateRange) => (from === to ? longDay(from) : `del ${longDay(from)} al ${longDay(to)}`);
