import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import { pictureSource } from '#contract/addresses/files';
import type { GreenPoint, GreenPointPage } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { Carousel } from '../../components/media/carousel.tsx';
import { Image } from '../../components/media/image.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Places } from '../parts/places.tsx';

interface GreenPoints {
  intro: GreenPointPage;
  points: GreenPoint[];
}

export const page = definePage<GreenPoints>({
  style: 'article',
  async load(reader) {
    const [intro, { items: points }] = await Promise.all([
      reader.document('greenpointpage'),
      reader.list('greenpoint'),
    ]);
    return { intro, points };
  },
  head: (_, site) => ({
    title: sectionName(site, pages.greenPoints()),
    description: `Dónde y cómo llevar lo reciclable en ${site.town}.`,
  }),
  Page: ({ data: { intro, points }, site }) => (
    <>
      <PageHead title={sectionName(site, pages.greenPoints())} lead={siteTexts(site).greenPoints} plane="plane-green" />
      <div className="section">
        <div className="columns halves">
          <RichText html={intro.txt} town={site.phone} />
          <div>
            {intro.images.length > 0 && (
              <Carousel label="Fotos de los puntos verdes" isOfPictures>
                {intro.images.map((image) => (
                  <Photo key={image.name} intro={intro} image={image} />
                ))}
              </Carousel>
            )}
            <div className="heading">
              <h2>Dónde están</h2>
            </div>
            <Places places={points} empty="Todavía no hay puntos verdes publicados." />
          </div>
        </div>
      </div>
    </>
  ),
});

function Photo({ intro, image }: { intro: GreenPointPage; image: Picture }) {
  return (
    <Image
      source={pictureSource('greenpointpage', intro, image)}
      picture={image}
      sizes="(min-width: 60em) 36rem, 100vw"
    />
  );
}
