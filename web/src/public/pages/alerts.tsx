import { endOf, SEVERITY_NAMES, startOf } from '#contract/alerts';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import type { Paged } from '#contract/lists';
import type { Alert } from '#contract/records';
import { longMoment } from '#contract/values/dates';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { definePage, pageNumber } from '../public-page.ts';

export interface AlertList extends Paged<Alert> {
  page: number;
  /** Ids of those in force. */
  current: string[];
}

/** All alerts, those in force and past ones. */
export const page = definePage<AlertList>({
  style: 'rows',
  async load(reader, { query }) {
    const number = pageNumber(query);
    const [list, timely] = await Promise.all([reader.list('alert', number), reader.alerts()]);
    return {
      ...list,
      page: number,
      current: timely.filter(({ state }) => state === 'current').map(({ id }) => id),
    };
  },
  head: ({ page: number }, site) => ({
    title: 'Alertas',
    description: `Las alertas de ${site.town}: las que están en vigor y las anteriores.`,
    path: pages.alerts(number),
    subscriptions: [subscriptions.alerts()],
    page: number,
  }),
  Page: ({ data: { items, pages: count, page: number, current } }) => (
    <>
      <PageHead title="Alertas" lead="Las que están en vigor y las anteriores." />
      <div className="section">
        {items.length > 0 ? (
          <ul className="rows">
            {items.map((alert) => (
              <li key={alert.id} className="tile">
                <span className="label">
                  {SEVERITY_NAMES[alert.severity]}
                  {current.includes(alert.id) && ' · En vigor'}
                </span>
                <h2>
                  <Link to={pages.alert(alert)}>{alert.headline}</Link>
                </h2>
                <span className="date">
                  {longMoment(startOf(alert))} a {longMoment(endOf(alert))}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="empty">No hubo alertas.</p>
        )}
        <Pager page={number} pages={count} to={pages.alerts} />
        <p>
          <Link className="more" to={pages.notifications()}>
            Recibirlas en este teléfono
          </Link>
        </p>
      </div>
    </>
  ),
});
