import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { whereOf } from '#contract/calendar/event-times';
import { recordPdf } from '#contract/addresses/files';
import { pages } from '#contract/addresses/pages';
import { requirementsIn } from '#contract/procedures';
import type { Procedure } from '#contract/records';
import { sectionName } from '#contract/town/menu';
import { excerptOf } from '#contract/values/text';
import { Link } from '../../../components/link.tsx';
import { Phones, TextWithPhones } from '../../../components/phones.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { Share } from '../../../components/share.tsx';
import { definePage } from '../../public-page.ts';
import { AttachedPdf } from '../../parts/attached-pdf.tsx';
import { Standfirst } from '../../parts/page-head.tsx';
import { Whereabouts } from '../../parts/places.tsx';

/** What a resident can get done at the town hall: where, for how much, how long it takes and what to bring. */
export const page = definePage<Procedure>({
  style: 'article',
  load: (reader, { params: { id = '' } }) => reader.record('procedure', id),
  head: ({ title, description, text }) => ({ title, description: description || excerptOf(text) }),
  record: (record) => ({ type: 'procedure', record }),
  Page: ({ data: procedure, site, url }) => {
    const { title, description, topic, office, address, hours, phones, cost, duration, form, pdf, text } = procedure;
    const requirements = requirementsIn(procedure.requirements);
    const facts: [string, ReactNode][] = [
      // An office alone is on no map.
      ['Dónde', address ? <Whereabouts where={whereOf({ place: office, address })} site={site} /> : office],
      ['Horario', hours],
      ['Teléfono', phones && <Phones typed={phones} town={site.phone} />],
      ['Cuánto cuesta', cost],
      ['Cuánto tarda', duration],
    ];
    return (
      <article className="story section">
        <p>
          <Link className="label" to={pages.procedures()}>
            {[sectionName(site, pages.procedures()), topic].filter(Boolean).join(': ')}
          </Link>
        </p>
        <h1 tabIndex={-1} className="official">
          {title}
        </h1>
        <Standfirst text={description} town={site.phone} />
        <dl className="facts">
          {facts.map(
            ([name, fact]) =>
              fact && (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{fact}</dd>
                </Fragment>
              ),
          )}
        </dl>
        {form && (
          <p className="files">
            <a className="button" href={form} rel="external">
              Formulario o trámite en línea
            </a>
          </p>
        )}
        {pdf && (
          <AttachedPdf address={recordPdf('procedure', procedure)} file={procedure} title="Formulario" url={url} />
        )}
        <div className="columns story-body">
          <div className="text">
            {requirements.length > 0 && (
              <>
                <h2>Qué llevar</h2>
                <ul>
                  {requirements.map((one) => (
                    <li key={one}>
                      <TextWithPhones text={one} town={site.phone} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <RichText html={text} town={site.phone} />
          </div>
          <Share title={title} url={url} print />
        </div>
      </article>
    );
  },
});
