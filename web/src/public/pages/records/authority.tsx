import type { Paged } from '#contract/lists';
import { pictureSource } from '#contract/addresses/files';
import type { Authority, StoryCard } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { titlekey } from '#contract/values/text';
import { Email } from '../../../components/email.tsx';
import { Image } from '../../../components/media/image.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { PrintedAddress } from '../../../components/printed-address.tsx';
import { Phones } from '../../../components/phones.tsx';
import { definePage } from '../../public-page.ts';
import { Standfirst } from '../../parts/page-head.tsx';
import { Whereabouts } from '../../parts/places.tsx';
import { StoryTile } from '../../parts/story-tile.tsx';

export interface Office {
  authority: Authority;
  stories: Paged<StoryCard>['items'];
}

/** A member of the government, with the stories labelled Gobierno (spec section 2.1). */
export const page = definePage<Office>({
  style: 'article',
  async load(reader, { params: { titlekey: name = '' } }) {
    const [authority, { items }] = await Promise.all([
      reader.named('authority', titlekey(name)),
      reader.list('story', { by: 'Gobierno' }),
    ]);
    return authority && { authority, stories: items };
  },
  head: ({ authority }) => ({
    title: `${authority.position}: ${authority.name}`,
    description: authority.description || authority.field,
  }),
  record: ({ authority }) => ({ type: 'authority', record: authority }),
  Page: ({ data: { authority, stories }, site, url }) => (
    <>
      <article className="story section">
        <div className="columns portrait">
          <div>
            <p className="label">{authority.position}</p>
            <h1 tabIndex={-1}>{authority.name}</h1>
            {authority.education && <p className="date">{authority.education}</p>}
            <Standfirst text={authority.description} town={site.phone} />
            <dl className="facts">
              {authority.field && (
                <>
                  <dt>Área</dt>
                  <dd>{authority.field}</dd>
                </>
              )}
              {authority.phones && (
                <>
                  <dt>Teléfono</dt>
                  <dd>
                    <Phones typed={authority.phones} town={site.phone} />
                  </dd>
                </>
              )}
              {authority.inter && (
                <>
                  <dt>Interno</dt>
                  <dd>{authority.inter}</dd>
                </>
              )}
              {authority.email && (
                <>
                  <dt>Correo electrónico</dt>
                  <dd>
                    <Email address={authority.email} />
                  </dd>
                </>
              )}
              {authority.address && (
                <>
                  <dt>Dirección</dt>
                  <dd>
                    <Whereabouts where={authority.address} site={site} />
                  </dd>
                </>
              )}
              {site.postalCode && (
                <>
                  <dt>Código postal</dt>
                  <dd>{site.postalCode}</dd>
                </>
              )}
            </dl>
          </div>
          {authority.image && <Portrait authority={authority} image={authority.image} />}
        </div>
        <RichText html={authority.personalData} town={site.phone} />
        <PrintedAddress url={url} />
      </article>
      {stories.length > 0 && (
        <section className="mist" aria-labelledby="relacionadas">
          <div className="section">
            <div className="heading">
              <h2 id="relacionadas">Noticias de Gobierno</h2>
            </div>
            <div className="cards">
              {stories.map((story) => (
                <StoryTile key={story.id} story={story} />
              ))}
            </div>
          </div>
        </section>
      )}
    </>
  ),
});

function Portrait({ authority, image }: { authority: Authority; image: Picture }) {
  return (
    <Image
      source={pictureSource('authority', authority, image, 480)}
      picture={image}
      alt={image.alt ?? `Retrato de ${authority.name}`}
      sizes="(min-width: 60em) 23rem, 100vw"
      first
    />
  );
}
