import { sectionName } from '#contract/town/menu';
import { pages } from '#contract/addresses/pages';
import type { Authority } from '#contract/records';
import { Link } from '../../components/link.tsx';
import { Phones } from '../../components/phones.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { definePage } from '../public-page.ts';

export type Government = Pick<Authority, 'id' | 'titlekey' | 'name' | 'position' | 'phones'>[];

/** Who is who: all authorities, in the order that staff gave them. */
export const page = definePage<Government>({
  style: 'rows',
  async load(reader) {
    const { items } = await reader.list('authority');
    return items.map(({ id, titlekey, name, position, phones }) => ({ id, titlekey, name, position, phones }));
  },
  head: (_, site) => ({
    title: sectionName(site, pages.government()),
    description: `Las autoridades de ${site.town}: quién es quién.`,
  }),
  Page: ({ data: authorities, site }) => (
    <>
      <PageHead title={sectionName(site, pages.government())} lead="Quién es quién." />
      <div className="section">
        {authorities.length === 0 && <p>Todavía no hay autoridades publicadas.</p>}
        <ul className="rows">
          {authorities.map((one) => (
            <li key={one.id}>
              <div>
                <h2>
                  <Link to={pages.authority(one)}>{one.name}</Link>
                </h2>
                {one.position}
              </div>
              {one.phones && (
                <div className="phones">
                  <Phones className="phone" typed={one.phones} town={site.phone} />
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  ),
});
