import { pages, pictureSource } from '#contract/paths';
import type { Album } from '#contract/records';
import { Image } from '../components/image.tsx';
import { RichText } from '../components/rich-text.tsx';
import { Share } from '../components/share.tsx';
import { Video } from '../components/video.tsx';
import { definePage, Redirect } from '../public-page.ts';

/** An album; the id of a map leads to its place in the tourism page, because the maps' list of the back office links here. */
export const page = definePage<Album>({
  async load(reader, { params: { id = '' } }) {
    const album = await reader.album(id);
    if (album) return album;
    const map = (await reader.maps()).find((one) => one.id === id);
    return map ? new Redirect(pages.tourismMap(map)) : null;
  },
  head: (album) => ({ title: album.title, description: album.shortdescription }),
  Page: ({ data: album, url }) => (
    <article className="story section">
      <h1 tabIndex={-1}>{album.title}</h1>
      {album.shortdescription && <p className="copete">{album.shortdescription}</p>}
      {album.images.map((image, at) => (
        <figure key={image.name}>
          <Image source={pictureSource('album', album, image)} width={image.width} height={image.height} alt={`Imagen ${at + 1} de ${album.images.length}`} sizes="(min-width: 80em) 75rem, 100vw" first={at === 0} />
        </figure>
      ))}
      {album.videos.map((video) => <Video key={video.id} url={video.url} title={album.title} />)}
      <div className="columns story-body">
        <RichText html={album.description} />
        <Share title={album.title} url={url} />
      </div>
    </article>
  ),
});
