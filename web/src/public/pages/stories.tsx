import { carouselItem } from '#contract/lists';
import type { CarouselItem, Paged } from '#contract/lists';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import type { Label, StoryCard } from '#contract/records';
import { labelHash } from '#contract/values/text';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { definePage, pageNumber } from '../public-page.ts';
import { Highlights } from '../parts/highlights.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { StoryTile } from '../parts/story-tile.tsx';

export interface Stories extends Paged<StoryCard> {
  page: number;
  /** The selected label; `id` is its hashed name. */
  label: Pick<Label, 'id' | 'name'> | null;
  lastLabels: Label[];
  /** With a selected label, the labels shown below it. */
  highlights: CarouselItem[];
}

/** The news: all stories, or those with a label. */
export const page = definePage<Stories>({
  style: 'lists',
  async load(reader, { params: { label }, query }) {
    const number = pageNumber(query);
    const [list, lastLabels, highlighted] = await Promise.all([
      reader.list('story', { by: label, page: number }),
      label === undefined ? reader.lastLabels() : [],
      reader.highlighted('story'),
    ]);
    // A label that no published story has is no page, as it is no feed.
    if (label !== undefined && list.pages === 0) return null;
    const known = list.items[0]?.labels.find((one) => one.namehashed === label || one.name === label);
    const chosen = label === undefined ? null : { id: known?.namehashed ?? label, name: known?.name ?? label };
    const highlights = highlighted
      .filter((story) => label === undefined || labelHash(story.label) === labelHash(label))
      .map((story) => carouselItem('Story', story));
    return { ...list, page: number, label: chosen, lastLabels, highlights };
  },
  head: ({ items, label, page: number }, site) => ({
    title: [sectionName(site, pages.stories()), ...(label === null ? [] : [`#${label.name}`])].join(' '),
    description:
      label === null
        ? `Las noticias de ${site.town}, publicadas por la municipalidad.`
        : `Las noticias de ${site.town} con la etiqueta #${label.name}.`,
    path: label === null ? pages.stories(number) : pages.storiesByLabel(label.id, number),
    subscriptions: items.length > 0 ? [feedOf(label)] : [],
    page: number,
  }),
  Page: ({ data: { items, pages: total, page: number, label, lastLabels, highlights }, site }) => (
    <>
      <PageHead
        title={label === null ? sectionName(site, pages.stories()) : `#${label.name}`}
        lead={label === null ? siteTexts(site).news : 'Noticias con esta etiqueta.'}
      />
      <div className="section">
        <Highlights items={highlights} site={site} />
        {label === null ? (
          lastLabels.length > 0 && (
            <nav className="chips" aria-label="Etiquetas recientes">
              {lastLabels.map((one) => (
                <Link key={one.id} to={pages.storiesByLabel(one.namehashed)}>
                  #{one.name}
                </Link>
              ))}
            </nav>
          )
        ) : (
          <nav className="chips" aria-label="Etiquetas">
            <Link to={pages.stories()}>Todas las noticias</Link>
          </nav>
        )}
        {items.length === 0 && (
          <div className="empty">
            <p>{number > 1 ? 'No hay más noticias en esta página.' : 'No hay noticias para mostrar.'}</p>
            {(label !== null || number > 1) && (
              <Link className="more" to={pages.stories()}>
                Todas las noticias
              </Link>
            )}
          </div>
        )}
        <div className="cards">
          {items.map((story, at) => (
            <StoryTile key={story.id} story={story} heading="h2" first={at < 2 && highlights.length === 0} />
          ))}
        </div>
        <Pager
          page={number}
          pages={total}
          to={(one) => (label === null ? pages.stories(one) : pages.storiesByLabel(label.id, one))}
        />
        {items.length > 0 && (
          <p>
            <a className="more" href={feedOf(label)}>
              Seguir {label === null ? 'las noticias' : `#${label.name}`} desde otra aplicación (RSS)
            </a>
          </p>
        )}
      </div>
    </>
  ),
});

/** A label that no story has has no feed either. */
const feedOf = (label: Stories['label']) =>
  label === null ? subscriptions.stories() : subscriptions.storiesByLabel(label.id);
