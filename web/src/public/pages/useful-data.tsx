import { sectionName } from '#contract/town/menu';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import type { UsefulDataDocument } from '#contract/records';
import { Email } from '../../components/email.tsx';
import { Phones } from '../../components/phones.tsx';
import { PrintedAddress } from '../../components/printed-address.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

export const page = definePage<UsefulDataDocument>({
  style: 'rows',
  load: (reader) => reader.document('usefuldata'),
  head: (_, site) => ({
    title: sectionName(site, pages.usefulData()),
    description: `Teléfonos, horarios y direcciones de la municipalidad de ${site.town}.`,
  }),
  Page: ({ data: { rows }, site, url }) => (
    <>
      <PageHead
        title={sectionName(site, pages.usefulData())}
        lead={`${siteTexts(site).usefulData} ${siteTexts(site).hours}`.trim()}
        plane="second"
      />
      <div className="section">
        <ul className="rows">
          {site.lines.map(({ name, phone, note, always }, at) => (
            <li key={at}>
              <div>
                <h2>{name}</h2>
                <Notes always={always} notes={note} />
              </div>
              <div className="phones">
                <Phones className="phone" typed={phone} town={site.phone} />
              </div>
            </li>
          ))}
          {rows.map((row, at) => (
            <Row key={at} row={row} town={site.phone} />
          ))}
        </ul>
        <PrintedAddress url={url} />
      </div>
    </>
  ),
});

const Notes = ({ always, notes }: { always: boolean; notes: string }) =>
  always || notes ? (
    <p>
      {always && (
        <>
          <b className="always">24 h</b> todos los días
        </>
      )}
      {always && notes && ' · '}
      {notes}
    </p>
  ) : null;

function Row({
  row: { area, phones, extension, hours, always, address, email },
  town,
}: {
  row: UsefulDataDocument['rows'][number];
  town: string;
}) {
  const notes = [always ? '' : hours, address].filter(Boolean).join(' · ');
  return (
    <li>
      <div>
        <h2>{area}</h2>
        <Notes always={always} notes={notes} />
        {email && (
          <p>
            <Email address={email} />
          </p>
        )}
      </div>
      <div className="phones">
        {phones.map((phone) => (
          <Phones key={phone} className="phone" typed={phone} town={town} />
        ))}
        {extension && <small>int. {extension}</small>}
      </div>
    </li>
  );
}
