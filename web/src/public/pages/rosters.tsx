import { pages } from '#contract/addresses/pages';
import { categoryName } from '#contract/town/categories';
import { sectionName } from '#contract/town/menu';
import type { CardOf } from '#contract/records';
import { Link } from '../../components/link.tsx';
import { definePage } from '../public-page.ts';
import { inOrderOfKinds } from '../parts/rosters/rosters-in-order.ts';
import { PageHead } from '../parts/page-head.tsx';

export type Rosters = Pick<CardOf<'roster'>, 'id' | 'titlekey' | 'title' | 'kind' | 'description'>[];

/** Who is on duty and what comes by: all rosters, in the order of their kinds. */
export const page = definePage<Rosters>({
  style: 'rows',
  async load(reader, { categories }) {
    const { items } = await reader.list('roster');
    const cards = items.map(({ id, titlekey, title, kind, description }) => ({
      id,
      titlekey,
      title,
      kind,
      description,
    }));
    return inOrderOfKinds(cards, categories);
  },
  head: (_, site) => ({
    title: sectionName(site, pages.rosters()),
    description:
      `Recolección, farmacias de turno, colectivos y lo que se repite en ${site.town}: ` + 'qué día y a qué hora.',
  }),
  Page: ({ data, site, categories }) => (
    <>
      <PageHead title={sectionName(site, pages.rosters())} lead="Qué día y a qué hora: también sin señal." />
      <div className="section">
        <ul className="rows">
          {data.map((one) => (
            <li key={one.id} className="tile">
              <h2>
                <Link to={pages.roster(one)}>{one.title}</Link>
              </h2>
              {one.description && <p>{one.description}</p>}
              <span className="date">{categoryName(categories.roster, one.kind)}</span>
            </li>
          ))}
        </ul>
        {data.length === 0 && <p className="empty">Todavía no hay guardias ni recorridos publicados.</p>}
      </div>
    </>
  ),
});
