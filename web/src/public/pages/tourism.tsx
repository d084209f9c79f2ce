import type { Paged } from '#contract/lists';
import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import { pictureSource } from '#contract/addresses/files';
import type { AlbumCard, PlaceMap } from '#contract/records';
import { cutAlbumTitle } from '#contract/values/text';
import { Carousel } from '../../components/media/carousel.tsx';
import { EmbeddedMap } from '../../components/media/embedded-map.tsx';
import { Email } from '../../components/email.tsx';
import { Image } from '../../components/media/image.tsx';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { Phones } from '../../components/phones.tsx';
import { definePage, pageNumber } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Places, Whereabouts } from '../parts/places.tsx';

export interface Tourism {
  albums: Paged<AlbumCard>;
  page: number;
  highlighted: AlbumCard[];
  maps: PlaceMap[];
}

export const page = definePage<Tourism>({
  style: 'lists',
  async load(reader, { query }) {
    const number = pageNumber(query);
    const [albums, highlighted, { items: maps }] = await Promise.all([
      reader.list('album', { page: number }),
      reader.highlighted('album'),
      reader.list('map'),
    ]);
    return { albums, page: number, highlighted, maps };
  },
  head: ({ page: number }, site) => ({
    title: sectionName(site, pages.tourism()),
    description: `Paseos, mapas y datos para visitar ${site.town}.`,
    path: pages.tourism(number),
    page: number,
  }),
  Page: ({ data: { albums, page: number, highlighted, maps }, site }) => (
    <>
      <PageHead title={sectionName(site, pages.tourism())} lead={siteTexts(site).tourism} plane="plane-tourism" />
      <div className="section">
        {highlighted.length > 0 && (
          <Carousel label="Álbumes destacados">
            {highlighted.map((album, at) => (
              <Link key={album.id} to={pages.album(album)} draggable={false}>
                {/* The title names the link. */}
                <Cover album={album} first={at === 0} alt="" />
                <div>
                  <h2>{album.title}</h2>
                  <p>{album.shortdescription}</p>
                </div>
              </Link>
            ))}
          </Carousel>
        )}
        <div className="columns">
          <section aria-labelledby="mapas">
            <div className="heading">
              <h2 id="mapas">Mapas</h2>
            </div>
            <Places places={maps} empty="Todavía no hay mapas publicados." />
          </section>
          {Object.values(site.tourism).some(Boolean) && (
            <section aria-labelledby="informacion">
              <div className="heading">
                <h2 id="informacion">Información turística</h2>
              </div>
              {site.tourism.address && (
                <p>
                  <Whereabouts where={site.tourism.address} site={site} />
                </p>
              )}
              {site.tourism.phone && (
                <p>
                  <Phones className="phone" typed={site.tourism.phone} town={site.phone} />
                </p>
              )}
              {site.tourism.email && (
                <p>
                  <Email address={site.tourism.email} />
                </p>
              )}
            </section>
          )}
        </div>
        {site.map.embedUrl && (
          <EmbeddedMap url={site.map.embedUrl} title={site.map.title}>
            <Places places={maps} isCopy empty="Todavía no hay mapas publicados." />
          </EmbeddedMap>
        )}
        <div className="heading">
          <h2>Álbumes</h2>
        </div>
        {albums.items.length === 0 && <p>Todavía no hay álbumes publicados.</p>}
        <div className="cards">
          {albums.items.map((album) => (
            <article key={album.id} className="tile">
              <Cover album={album} />
              <div>
                <h3>
                  <Link to={pages.album(album)}>{cutAlbumTitle(album.title)}</Link>
                </h3>
                <p>{album.shortdescription}</p>
              </div>
            </article>
          ))}
        </div>
        <Pager page={number} pages={albums.pages} to={pages.tourism} />
      </div>
    </>
  ),
});

function Cover({ album, first = false, alt }: { album: AlbumCard; first?: boolean; alt?: string }) {
  const { image } = album;
  return (
    image && (
      <Image
        source={pictureSource('album', album, image)}
        picture={image}
        alt={alt}
        sizes="(min-width: 40em) 40rem, 100vw"
        first={first}
      />
    )
  );
}
