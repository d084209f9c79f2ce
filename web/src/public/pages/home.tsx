import type { Category } from '#contract/town/categories';
import { calendarDays } from '#contract/calendar/event-times';
import { HOME_STORIES, NEXT_EVENTS } from '#contract/limits';
import { homeCarousel } from '#contract/lists';
import type { CarouselItem } from '#contract/lists';
import type { Day } from '#contract/values/dates';
import { SECTIONS, TAXES } from '#contract/sections';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import { pictureSource } from '#contract/addresses/files';
import { homeLines, shortLines } from '#contract/calendar/roster-day';
import type { ShortLine } from '#contract/calendar/roster-day';
import { zonesOf } from '#contract/calendar/roster-rows';
import type { EventCard, Hero, SiteDocument, StoryCard } from '#contract/records';
import { DatePicker } from '../../components/date-picker.tsx';
import { ACROSS, Image } from '../../components/media/image.tsx';
import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { definePage } from '../public-page.ts';
import { Categories } from '../parts/categories.tsx';
import { EmergencyCards } from '../parts/emergencies.tsx';
import { EventRow } from '../parts/event-row.tsx';
import { Highlights } from '../parts/highlights.tsx';
import { selectable } from '../offered-categories.ts';
import { inOrderOfKinds } from '../parts/rosters/rosters-in-order.ts';
import { StoryTile } from '../parts/story-tile.tsx';
import { useZone } from '../parts/rosters/zone.tsx';

export interface Home {
  hero: Hero;
  highlights: CarouselItem[];
  stories: StoryCard[];
  events: EventCard[];
  /** Days with events, which the calendar marks. */
  busy: Day[];
  /** The sections that the menu shows. */
  sections: string[];
  /** What there is today, in short. */
  lines: ShortLine[];
  /** The zones that rosters name. */
  zones: string[];
  /** The categories of events to choose from. */
  chips: Category[];
}

export const page = definePage<Home>({
  style: 'home',
  async load(reader, { categories, today }) {
    const { agenda } = categories;
    const [
      hero,
      highlightedStories,
      highlightedEvents,
      { items: stories },
      { items: events },
      busy,
      { sections },
      chips,
      rosters,
    ] = await Promise.all([
      reader.document('hero'),
      reader.highlighted('story'),
      reader.highlighted('agenda'),
      reader.list('story', { limit: HOME_STORIES }),
      reader.list('agenda', { limit: NEXT_EVENTS }),
      reader.days('agenda', { range: calendarDays(null, today) }),
      reader.menu(),
      selectable(agenda, (key) => reader.list('agenda', { by: key })),
      reader.list('roster'),
    ]);
    const highlights = homeCarousel(highlightedStories, highlightedEvents, today);
    const lines = shortLines(inOrderOfKinds(rosters.items, categories), today);
    const zones = zonesOf(rosters.items);
    return { hero, highlights, stories, events, busy, sections, chips, lines, zones };
  },
  head: (_, site) => ({
    title: site.name,
    description: site.motto || `Noticias, agenda, boletín oficial y teléfonos útiles de ${site.town}.`,
    subscriptions: [subscriptions.stories(), subscriptions.bulletins(), subscriptions.agenda()],
  }),
  Page: ({
    data: { hero, highlights, stories, events, busy, sections, chips, lines, zones },
    site,
    categories,
    today,
  }) => (
    <>
      <div className={hero.image ? 'hero photo' : 'hero'}>
        {hero.image && (
          <Image source={pictureSource('hero', hero, hero.image)} picture={hero.image} sizes={ACROSS} first />
        )}
        <h1 tabIndex={-1} className={site.town.length > 24 ? 'long' : undefined}>
          {site.town}
        </h1>
        {!hero.image && <div className="ridge" />}
      </div>
      {lines.length > 0 && <TodayInShort lines={lines} zones={zones} />}
      <div className="shore">
        <div className="section columns">
          <Highlights items={highlights} site={site} isFirst={!hero.image} />
          <Signs site={site} sections={sections} />
        </div>
      </div>
      {sections.includes(pages.stories()) && (
        <section className="section" aria-labelledby="noticias">
          <div className="heading">
            <h2 id="noticias">{sectionName(site, pages.stories())}</h2>
            <Link className="more" to={pages.stories()}>
              Todas las noticias
            </Link>
          </div>
          {stories.length === 0 && <p>Todavía no hay noticias publicadas.</p>}
          <div className="columns news">
            {stories.map((story, at) => (
              <StoryTile key={story.id} story={story} variant={at === 0 ? 'lead' : 'brief'} />
            ))}
          </div>
        </section>
      )}
      {site.consultationUrl && (
        <section className="band plane-tourism" aria-labelledby="consulta">
          <div className="section">
            <div>
              <h2 id="consulta">¿Tenés una consulta?</h2>
              <p>{siteTexts(site).consultation}</p>
            </div>
            <a className="button" href={site.consultationUrl} rel="external">
              Hacer una consulta
            </a>
          </div>
        </section>
      )}
      {sections.includes(pages.agenda()) && (
        <section className="section" aria-labelledby="agenda">
          <div className="heading">
            <h2 id="agenda">{sectionName(site, pages.agenda())}</h2>
            <Link className="more" to={pages.agenda()}>
              Toda la agenda
            </Link>
          </div>
          <Categories categories={chips} />
          <div className="columns">
            {events.length > 0 ? (
              <ul>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} categories={categories.agenda} from={today} />
                ))}
              </ul>
            ) : (
              <p>No hay eventos próximos.</p>
            )}
            <DatePicker
              label="Elegí los días de la agenda"
              range={null}
              today={today}
              busy={busy}
              to={pages.agendaByDates}
            />
          </div>
        </section>
      )}
      <section className="band second" aria-labelledby="datos">
        <div className="section">
          <div>
            <h2 id="datos">{sectionName(site, pages.usefulData())}</h2>
            <p>{`${siteTexts(site).phones} ${siteTexts(site).hours}`.trim()}</p>
          </div>
          <Link className="button" to={pages.usefulData()}>
            Ver teléfonos y horarios
          </Link>
        </div>
      </section>
      <EmergencyCards site={site} />
    </>
  ),
});

/** What there is today in one's zone. */
function TodayInShort({ lines, zones }: Pick<Home, 'lines' | 'zones'>) {
  const [zone] = useZone(zones);
  return (
    <section className="section now" aria-label="Hoy">
      <ul>
        {homeLines(lines, zone).map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b> {text}
          </li>
        ))}
        <li>
          <Link className="more" to={pages.today()}>
            Todo lo de hoy
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** The large buttons, styled as road signs, each in the colour of its section. */
function Signs({ site, sections }: { site: SiteDocument; sections: string[] }) {
  const texts = siteTexts(site);
  const signs = SECTIONS.flatMap(({ address, sign, colour }) => {
    if (!sign || !sections.includes(address)) return [];
    const { icon, note, name } = sign;
    return (
      <Sign
        key={address}
        icon={icon}
        plane={colour ? `plane-${colour}` : ''}
        title={sectionName(site, address, name)}
        note={typeof note === 'string' ? note : texts[note.text]}
        {...(address === TAXES ? { href: site.taxUrl } : { to: address })}
      />
    );
  });
  return (
    signs.length > 0 && (
      <nav className="signs" aria-label="Accesos directos">
        <ul>{signs}</ul>
      </nav>
    )
  );
}

function Sign({
  icon,
  plane,
  to,
  href,
  title,
  note,
}: {
  icon: IconName;
  plane: string;
  title: string;
  note: string;
  to?: string;
  href?: string;
}) {
  const inside = (
    <>
      <Icon name={icon} />
      <span>
        {title}
        <small>{note}</small>
      </span>
    </>
  );
  return (
    <li>
      {to ? (
        <Link className={`sign ${plane}`} to={to}>
          {inside}
        </Link>
      ) : (
        <a className={`sign ${plane}`} href={href} rel="external">
          {inside}
        </a>
      )}
    </li>
  );
}
