import { pages } from '#contract/addresses/pages';
import { byTopic } from '#contract/procedures';
import type { TopicGroup } from '#contract/procedures';
import { sectionName } from '#contract/town/menu';
import { Link } from '../../components/link.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { definePage } from '../public-page.ts';
import { PageHead } from '../parts/page-head.tsx';

export interface Procedures {
  groups: TopicGroup[];
  search: string;
}

/** What residents can get done at the town hall, by topic. */
export const page = definePage<Procedures>({
  style: 'rows',
  async load(reader, { query }) {
    const search = query.get('texto')?.trim() ?? '';
    const [{ items: all }, found] = await Promise.all([
      reader.list('procedure'),
      search ? reader.search(search, 1) : { items: [] },
    ]);
    const also = new Set(found.items.filter(({ type }) => type === 'Tramite').map(({ id }) => id));
    return { groups: byTopic(all, search, also), search };
  },
  head: ({ search }, site) => ({
    title: sectionName(site, pages.procedures()),
    description: `Los trámites de ${site.town}: dónde se hacen, qué llevar, cuánto cuestan y cuánto tardan.`,
    path: pages.procedures(search),
    noIndex: search !== '',
  }),
  Page: ({ data: { groups, search }, site }) => (
    <>
      <PageHead
        title={sectionName(site, pages.procedures())}
        lead={search ? `Los que tienen que ver con «${search}»` : 'Qué llevar, dónde es, cuánto cuesta y cuánto tarda.'}
      >
        <SearchForm action={pages.procedures()} label="Buscar un trámite" id="buscar-tramite" value={search} />
      </PageHead>
      <div className="section">
        {groups.map(({ topic, procedures }) => (
          <section key={topic} className="topic">
            {(topic || groups.length > 1) && (
              <div className="heading">
                <h2>{topic || 'Otros'}</h2>
              </div>
            )}
            <ul className="rows">
              {procedures.map((one) => (
                <li key={one.id} className="tile">
                  <h3>
                    <Link to={pages.procedure(one)}>{one.title}</Link>
                  </h3>
                  {one.description && <p>{one.description}</p>}
                  <span className="date">{[one.office, one.cost, one.duration].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && (
          <div className="empty">
            <p>{search ? `No encontramos ningún trámite con «${search}».` : 'Todavía no hay trámites publicados.'}</p>
            {search && (
              <Link className="more" to={pages.search(search)}>
                Buscar «{search}» en todo el portal
              </Link>
            )}
          </div>
        )}
        {search && (
          <Link className="more" to={pages.procedures()}>
            Todos los trámites
          </Link>
        )}
      </div>
    </>
  ),
});
