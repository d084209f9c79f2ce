import { rangeOf } from '#contract/calendar/event-times';
import { longRange } from '#contract/values/dates';
import type { CarouselItem } from '#contract/lists';
import { sectionName } from '#contract/town/menu';
import { pages } from '#contract/addresses/pages';
import { pictureSource } from '#contract/addresses/files';
import type { SiteDocument } from '#contract/records';
import { cutCarouselTitle } from '#contract/values/text';
import { Carousel } from '../../components/media/carousel.tsx';
import { ACROSS, Image } from '../../components/media/image.tsx';
import { Link } from '../../components/link.tsx';

/** The carousel of highlighted stories and events. @param isFirst its first picture is the first of the page */
export function Highlights({
  items,
  site,
  isFirst = true,
}: {
  items: CarouselItem[];
  site: SiteDocument;
  isFirst?: boolean;
}) {
  if (items.length === 0) return null;
  return (
    <Carousel label="Destacados">
      {items.map((item, at) => (
        <Highlight key={item.id} item={item} site={site} first={isFirst && at === 0} />
      ))}
    </Carousel>
  );
}

function Highlight({ item, site, first }: { item: CarouselItem; site: SiteDocument; first: boolean }) {
  const { image } = item;
  const kind =
    item.type === 'Agenda' ? sectionName(site, pages.agenda()) : item.label || sectionName(site, pages.stories());
  return (
    <Link to={item.type === 'Story' ? pages.story(item) : pages.event(item)} draggable={false}>
      {image && (
        <Image
          source={pictureSource(item.type === 'Story' ? 'story' : 'agenda', item, image)}
          picture={image}
          // The title names the link.
          alt=""
          sizes={`(min-width: 60em) 55rem, ${ACROSS}`}
          first={first}
        />
      )}
      <div>
        <p className="date">
          {kind} · {longRange(rangeOf(item))}
        </p>
        <h2>{cutCarouselTitle(item.title)}</h2>
      </div>
    </Link>
  );
}
