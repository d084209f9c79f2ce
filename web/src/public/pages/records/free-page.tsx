import { pictureSource, recordPdf } from '#contract/addresses/files';
import type { RecordOf } from '#contract/records';
import { shownTitle, titledPdfs } from '#contract/values/pdf-titles';
import { excerptOf } from '#contract/values/text';
import { ACROSS, Image } from '../../../components/media/image.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage } from '../../public-page.ts';
import { AttachedPdf } from '../../parts/attached-pdf.tsx';
import { Standfirst } from '../../parts/page-head.tsx';

/** A page that staff have added: accessibility, privacy, transparency. */
export const page = definePage<RecordOf<'page'>>({
  style: 'article',
  load: (reader, { params: { id = '' } }) => reader.record('page', id),
  head: ({ title, description, text }) => ({ title, description: description || excerptOf(text) }),
  record: (record) => ({ type: 'page', record }),
  Page: ({ data: record, site, url }) => (
    <article className="story section">
      <h1 tabIndex={-1}>{record.title}</h1>
      <Standfirst text={record.description} town={site.phone} />
      {titledPdfs(record.pdfs, record.pdftitles).map((file, _, { length }) => (
        <AttachedPdf
          key={file.pdf}
          address={recordPdf('page', { id: record.id, pdf: file.pdf })}
          file={file}
          title={length > 1 || file.title ? shownTitle(file) : ''}
          url={url}
        />
      ))}
      {record.image && (
        <figure>
          <Image
            source={pictureSource('page', record, record.image)}
            picture={record.image}
            sizes={`(min-width: 80em) 75rem, ${ACROSS}`}
            first
          />
        </figure>
      )}
      <div className="columns story-body">
        <RichText html={record.text} town={site.phone} />
        <Share title={record.title} url={url} print />
      </div>
    </article>
  ),
});
