import { pictureSource } from '#contract/paths';
import type { GreenPoint, GreenPointPage } from '#contract/records';
import { Image } from '../components/image.tsx';
import { RichText } from '../components/rich-text.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from './parts/page-head.tsx';
import { Places } from './parts/places.tsx';

interface GreenPoints {
  intro: GreenPointPage;
  points: GreenPoint[];
}

export const page = definePage<GreenPoints>({
  async load(reader) {
    const [intro, points] = await Promise.all([reader.greenPointPage(), reader.greenPoints()]);
    return { intro, points };
  },
  head: (_, site) => ({ title: 'Puntos verdes', description: `Dónde y cómo llevar lo reciclable en ${site.town}.` }),
  Page: ({ data: { intro, points } }) => (
    <>
      <PageHead title="Puntos verdes" lead="Dónde llevar lo reciclable." plane="plane-green" />
      <div className="section">
        <RichText html={intro.txt} />
        {intro.images.length > 0 && (
          <section className="carousel" aria-roledescription="carrusel" aria-label="Fotos de los puntos verdes">
            <ul className="slides" tabIndex={0}>
              {intro.images.map((image, at) => (
                <li key={image.name}><Image source={pictureSource('greenpointpage', intro, image)} width={image.width} height={image.height} alt="" sizes="100vw" first={at === 0} /></li>
              ))}
            </ul>
          </section>
        )}
        <div className="heading"><h2>Dónde están</h2></div>
        <Places places={points} empty="Todavía no hay puntos verdes cargados." />
      </div>
    </>
  ),
});
