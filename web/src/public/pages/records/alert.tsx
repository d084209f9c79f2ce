import type { TimelyAlert } from '#contract/calendar/alerts';
import { alertName, endOf, startOf } from '#contract/calendar/alerts';
import { pages } from '#contract/addresses/pages';
import type { Alert } from '#contract/records';
import { momentRange } from '#contract/values/dates';
import { Link } from '../../../components/link.tsx';
import { TextWithPhones } from '../../../components/phones.tsx';
import { Share } from '../../../components/share.tsx';
import { AlertSign, NOTE, STATES } from '../../parts/alerts/banners.tsx';
import { definePage } from '../../public-page.ts';

interface AlertView {
  alert: Alert;
  /** null once it is no longer announced. */
  state: TimelyAlert['state'] | null;
  /** Of what it says (`TimelyAlert`); '' likewise. */
  key: string;
}

export const page = definePage<AlertView>({
  style: 'article',
  async load(reader, { params: { id = '' } }) {
    const [alert, timely] = await Promise.all([reader.record('alert', id), reader.alerts()]);
    const { state = null, key = '' } = timely.find((one) => one.id === id) ?? {};
    return alert && { alert, state, key };
  },
  head: ({ alert }) => ({ title: alert.headline, description: alert.instruction || alert.description }),
  record: ({ alert }) => ({ type: 'alert', record: alert }),
  Page: ({ data: { alert, state, key }, site, today, url }) => {
    const { headline, severity, area, instruction, description, link, source, note } = alert;
    return (
      <article className="story section">
        <div className="bar">
          <Link className="button quiet" to={pages.alerts()}>
            ← Todas las alertas
          </Link>
        </div>
        <p
          className="alert-kind"
          data-severity={state === 'current' ? severity : 'over'}
          data-service={source ? '' : undefined}
        >
          <AlertSign />
          {alertName(alert)} · {STATES[state ?? 'over']}
        </p>
        <h1 tabIndex={-1} data-headline={key || undefined}>
          {headline}
        </h1>
        {instruction && (
          <p className="copete lines">
            <TextWithPhones text={instruction} town={site.phone} />
          </p>
        )}
        {note && (
          <p className="lines">
            {NOTE} <TextWithPhones text={note} town={site.phone} />
          </p>
        )}
        <div className="columns story-body">
          <div>
            <dl className="facts">
              {source && (
                <>
                  <dt>Fuente</dt>
                  <dd>{source}</dd>
                </>
              )}
              {area && (
                <>
                  <dt>Dónde</dt>
                  <dd>{area}</dd>
                </>
              )}
              <dt>Cuándo</dt>
              <dd>{momentRange(startOf(alert), endOf(alert), today)}</dd>
            </dl>
            {description && (
              <p className="lines">
                <TextWithPhones text={description} town={site.phone} />
              </p>
            )}
            {link && (
              <p>
                <a className="more" href={link} rel="external">
                  Más información
                </a>
              </p>
            )}
          </div>
          <Share title={headline} url={url} print />
        </div>
      </article>
    );
  },
});
