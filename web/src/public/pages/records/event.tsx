import { categoryName } from '#contract/town/categories';
import { whenOf, whereOf } from '#contract/calendar/event-times';
import { NEXT_EVENTS } from '#contract/limits';
import { dateOrder } from '#contract/lists';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import { pictureSource } from '#contract/addresses/files';
import type { AgendaEvent, EventCard, SiteDocument } from '#contract/records';
import { excerptOf } from '#contract/values/text';
import { isListed, isReadable } from '#contract/visibility';
import { ACROSS, Image } from '../../../components/media/image.tsx';
import { Link } from '../../../components/link.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage } from '../../public-page.ts';
import { EventRow } from '../../parts/event-row.tsx';
import { overEvents } from '../../parts/over-events.ts';
import { Standfirst } from '../../parts/page-head.tsx';
import { Whereabouts } from '../../parts/places.tsx';

export interface EventArticle {
  event: AgendaEvent;
  isOver: boolean;
  /** The next three events, without this one (spec section 2.1). */
  next: EventCard[];
}

/** When and where: what people come for. The map is the one that the event names, or a search for its place. */
function WhenAndWhere({ event, isOver, site }: Pick<EventArticle, 'event' | 'isOver'> & { site: SiteDocument }) {
  const where = whereOf(event);
  return (
    <dl className="when-where">
      <div>
        <dt>Cuándo</dt>
        <dd>
          {isOver && 'Terminó · '}
          <time dateTime={dateOrder(event)}>{whenOf(event)}</time>
        </dd>
      </div>
      {(event.map || where) && (
        <div>
          <dt>Dónde</dt>
          <dd>
            <Whereabouts where={where} map={event.map} site={site} />
          </dd>
        </div>
      )}
    </dl>
  );
}

export const page = definePage<EventArticle>({
  style: 'article',
  async load(reader, { params: { id = '' }, today }) {
    const [event, coming] = await Promise.all([reader.record('agenda', id), reader.list('agenda')]);
    if (!event) return null;
    // What is not in lists, as a draft, has not left one.
    const isOver = overEvents([event], isListed('agenda', event) ? coming : null, today).length > 0;
    return { event, isOver, next: coming.items.filter((one) => one.id !== id).slice(0, NEXT_EVENTS) };
  },
  head: ({ event }) => ({
    title: event.title,
    description: event.description || excerptOf(event.text),
    subscriptions: [subscriptions.event(event)],
  }),
  record: ({ event }) => ({ type: 'agenda', record: event }),
  Page: ({ data: { event, isOver, next }, categories: { agenda }, site, today, url }) => (
    <>
      <article>
        <div className="story section">
          <p>
            <Link className="label" to={pages.agendaByLabel(event.label)}>
              #{categoryName(agenda, event.label).toLowerCase()}
            </Link>
          </p>
          <h1 tabIndex={-1}>{event.title}</h1>
          <WhenAndWhere event={event} isOver={isOver} site={site} />
          <Standfirst text={event.description} town={site.phone} />
          {/* A preview shows an event that the server has no calendar of yet. */}
          {!isOver && isReadable('agenda', event) && (
            <p className="files">
              <a className="button quiet" href={subscriptions.event(event)}>
                Agregar a mi calendario
              </a>
            </p>
          )}
          {event.image && (
            <figure>
              <Image
                source={pictureSource('agenda', event, event.image)}
                picture={event.image}
                sizes={`(min-width: 80em) 75rem, ${ACROSS}`}
                first
              />
            </figure>
          )}
          <div className="columns story-body">
            <RichText html={event.text} town={site.phone} />
            <Share title={event.title} url={url} print />
          </div>
        </div>
      </article>
      {next.length > 0 && (
        <section className="mist" aria-labelledby="relacionados">
          <div className="section">
            <div className="heading">
              <h2 id="relacionados">EVENTOS RELACIONADOS</h2>
            </div>
            <ul>
              {next.map((one) => (
                <EventRow key={one.id} event={one} categories={agenda} from={today} />
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  ),
});
