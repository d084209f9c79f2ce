import { Link } from 'react-router-dom';
import { longDay } from '#contract/dates';
import type { CarouselItem } from '#contract/lists';
import { pages, pictureSource } from '#contract/paths';
import { cutCarouselTitle } from '#contract/text';
import { Image } from '../../components/image.tsx';

/** The carousel of highlights as it stands without a script: a row that scrolls and snaps. */
export function Highlights({ items }: { items: CarouselItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="carousel" aria-roledescription="carrusel" aria-label="Destacados">
      <ul className="slides" tabIndex={0}>
        {items.map((item, at) => <Slide key={item.id} item={item} first={at === 0} />)}
      </ul>
    </section>
  );
}

function Slide({ item, first }: { item: CarouselItem; first: boolean }) {
  const { image } = item;
  return (
    <li>
      <Link to={item.type === 'Story' ? pages.story(item) : pages.event(item)}>
        {image && (
          <Image source={pictureSource(item.type === 'Story' ? 'story' : 'agenda', item, image)} width={image.width} height={image.height} alt=""
            sizes="(min-width: 60em) 55rem, 100vw" first={first} />
        )}
        <div>
          <p className="date">{item.type === 'Agenda' ? 'Agenda' : item.label || 'Noticias'} · {longDay(item.date)}</p>
          <h2>{cutCarouselTitle(item.title)}</h2>
        </div>
      </Link>
    </li>
  );
}
