import { pages } from '#contract/addresses/pages';
import type { Album } from '#contract/records';
import { RichText } from '../../../components/rich-text.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage, Redirect } from '../../public-page.ts';
import { Standfirst } from '../../parts/page-head.tsx';
import { Viewer } from '../../parts/viewer.tsx';

/**
 * An album. The id of a map redirects to its place on the tourism page, because the back office's list of maps links
 * to this address.
 */
export const page = definePage<Album>({
  style: 'article',
  async load(reader, { params: { id = '' } }) {
    const album = await reader.record('album', id);
    if (album) return album;
    const map = (await reader.list('map')).items.find((one) => one.id === id);
    return map ? new Redirect(pages.tourismMap(map)) : null;
  },
  head: (album) => ({ title: album.title, description: album.shortdescription }),
  record: (record) => ({ type: 'album', record }),
  Page: ({ data: album, site, url }) => (
    <article className="story section">
      <h1 tabIndex={-1}>{album.title}</h1>
      <Standfirst text={album.shortdescription} town={site.phone} />
      <Viewer album={album} />
      <div className="columns story-body">
        <RichText html={album.description} town={site.phone} />
        <Share title={album.title} url={url} />
      </div>
    </article>
  ),
});
