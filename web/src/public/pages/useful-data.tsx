import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import type { UsefulDataDocument } from '#contract/records';
import { PrintedAddress } from '../../components/printed-address.tsx';
import { Directory } from '../directory/directory.tsx';
import { groupsOf } from '../directory/entries.ts';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

export const page = definePage<UsefulDataDocument>({
  style: 'rows',
  load: (reader) => reader.document('usefuldata'),
  head: (_, site) => ({
    title: sectionName(site, pages.usefulData()),
    description: `Teléfonos, horarios y direcciones de la municipalidad de ${site.town}.`,
  }),
  Page: ({ data, site, categories, url }) => (
    <>
      <PageHead
        title={sectionName(site, pages.usefulData())}
        lead={`${siteTexts(site).usefulData} ${siteTexts(site).hours}`.trim()}
        plane="second"
      />
      <div className="section">
        <Directory groups={groupsOf(site, data)} town={site.phone} synonyms={categories.synonyms} />
        <PrintedAddress url={url} />
      </div>
    </>
  ),
});
