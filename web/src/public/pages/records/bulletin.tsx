import { categoryName } from '#contract/town/categories';
import { longDay } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import type { Bulletin } from '#contract/records';
import { excerptOf } from '#contract/values/text';
import { Link } from '../../../components/link.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { SearchForm } from '../../../components/search-form.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage } from '../../public-page.ts';
import { bulletinPdf } from '#contract/addresses/files';
import { AttachedPdf } from '../../parts/attached-pdf.tsx';

export const page = definePage<Bulletin>({
  style: 'article',
  load: (reader, { params: { id = '' } }) => reader.record('bulletin', id),
  head: (bulletin) => ({
    title: bulletin.title,
    description: excerptOf(bulletin.text),
    subscriptions: [subscriptions.bulletins()],
  }),
  record: (record) => ({ type: 'bulletin', record }),
  Page: ({ data: bulletin, categories, site, url }) => (
    <article className="story section">
      <div className="bar">
        <Link className="button quiet" to={pages.bulletins()}>
          ← Volver al boletín
        </Link>
        <SearchForm
          action={pages.bulletins()}
          label="Buscar en el boletín"
          id="buscar-boletin"
          hidden={{ clase: bulletin.bclass.toLowerCase() }}
        />
      </div>
      <p>
        <Link className="label" to={pages.bulletinsByClass(bulletin.bclass)}>
          #{categoryName(categories.bulletin, bulletin.bclass).toLowerCase()}
        </Link>
        <time className="date" dateTime={bulletin.date}>
          {longDay(bulletin.date)}
        </time>
      </p>
      <h1 tabIndex={-1} className="official">
        {bulletin.title}
      </h1>
      {bulletin.number && <p className="copete">{bulletin.number}</p>}
      {bulletin.pdf && <AttachedPdf address={bulletinPdf(bulletin)} file={bulletin} url={url} />}
      <div className="columns story-body">
        <RichText html={bulletin.text} town={site.phone} />
        <Share title={bulletin.title} url={url} print />
      </div>
    </article>
  ),
});
