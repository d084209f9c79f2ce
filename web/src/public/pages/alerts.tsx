import { alertName, endOf, startOf } from '#contract/calendar/alerts';
import { SEVERITY_NAMES } from '#contract/calendar/alert-severities';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { pages } from '#contract/addresses/pages';
import { subscriptions } from '#contract/addresses/subscriptions';
import type { Paged } from '#contract/lists';
import type { Alert } from '#contract/records';
import { sectionName } from '#contract/town/menu';
import { momentRange } from '#contract/values/dates';
import { Link } from '../../components/link.tsx';
import { Pager } from '../../components/pager.tsx';
import { STATES, Warning } from '../parts/alerts/banners.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { definePage, pageNumber } from '../public-page.ts';

export interface AlertList extends Paged<Alert> {
  page: number;
  /** What is in force is said in full. */
  current: TimelyAlert[];
  /** By their ids; those that ended long ago have none. */
  states: Partial<Record<string, TimelyAlert['state']>>;
}

/** All alerts, those in force and past ones. */
export const page = definePage<AlertList>({
  style: 'rows',
  async load(reader, { query }) {
    const number = pageNumber(query);
    const [list, timely] = await Promise.all([reader.list('alert', { page: number }), reader.alerts()]);
    return {
      ...list,
      page: number,
      current: timely.filter(({ state }) => state === 'current'),
      states: Object.fromEntries(timely.map(({ id, state }) => [id, state])),
    };
  },
  head: ({ page: number }, site) => ({
    title: sectionName(site, pages.alerts()),
    description: `Las alertas de ${site.town}: las que están en vigor y las anteriores.`,
    path: pages.alerts(number),
    subscriptions: [subscriptions.alerts()],
    page: number,
  }),
  Page: ({ data: { items, pages: count, page: number, current, states }, site, today }) => {
    const others = items.filter(({ id }) => states[id] !== 'current');
    return (
      <>
        <PageHead title={sectionName(site, pages.alerts())} lead="Las que están en vigor y las anteriores." />
        <div className="section">
          {current.length > 0 ? (
            <>
              <div className="heading">
                <h2>En vigor</h2>
              </div>
              {current.map((alert) => (
                <Warning key={alert.key} alert={alert} today={today} town={site.phone} />
              ))}
            </>
          ) : (
            <p className="empty">No hay ninguna alerta en vigor.</p>
          )}
          {others.length > 0 && (
            <>
              <div className="heading">
                <h2>Otras alertas</h2>
              </div>
              <ul className="rows">
                {others.map((alert) => (
                  <li key={alert.id} className="tile">
                    <span className="label">
                      {alert.source ? alertName(alert) : SEVERITY_NAMES[alert.severity]} ·{' '}
                      {STATES[states[alert.id] ?? 'over']}
                    </span>
                    <h3>
                      <Link to={pages.alert(alert)}>{alert.headline}</Link>
                    </h3>
                    <span className="date">{momentRange(startOf(alert), endOf(alert), today)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Pager page={number} pages={count} to={pages.alerts} />
          <p>
            <Link className="more" to={pages.notifications()}>
              Recibirlas en este teléfono
            </Link>
          </p>
        </div>
      </>
    );
  },
});
