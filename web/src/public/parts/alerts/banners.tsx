import type { ReactNode } from 'react';
import { alertName } from '#contract/calendar/alerts';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { pages } from '#contract/addresses/pages';
import { nearMoment } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { Link } from '../../../components/link.tsx';
import { TextWithPhones } from '../../../components/phones.tsx';

/** The alerts above every page. @param town the town's own telephone */
export function Alerts({
  alerts,
  today,
  town,
  putAway,
}: {
  alerts: readonly TimelyAlert[];
  today: Day;
  town: string;
  putAway: (key: string) => void;
}) {
  if (alerts.length === 0) return null;
  return (
    <aside className="alerts" aria-label="Alertas">
      {alerts.map((alert) => (
        <div key={alert.key} data-alert={alert.key} role="status">
          <Warning alert={alert} today={today} town={town}>
            <p className="scripted">
              <button type="button" onClick={() => putAway(alert.key)}>
                <span className="hidden-text">Ocultar {alert.headline}</span>✕
              </button>
            </p>
          </Warning>
        </div>
      ))}
    </aside>
  );
}

/** An alert in full. @param children what can be done about it */
export const Warning = ({
  alert,
  today,
  town,
  children,
}: {
  alert: TimelyAlert;
  today: Day;
  town: string;
  children?: ReactNode;
}) => (
  <section className="warning" data-severity={toneOf(alert)} data-service={alert.source ? '' : undefined}>
    <AlertSign />
    <p>{alertWords(alert, today)}</p>
    <div>
      <b data-headline={alert.key}>
        <Link to={pages.alert(alert)}>{alert.headline}</Link>
      </b>
      {alert.state === 'current' && alert.instruction && (
        <p>
          <TextWithPhones text={alert.instruction} town={town} />
        </p>
      )}
      {alert.state === 'current' && alert.note && (
        <p>
          {NOTE} <TextWithPhones text={alert.note} town={town} />
        </p>
      )}
    </div>
    {children}
  </section>
);

/** Before what the town adds to an alert of the weather service. */
export const NOTE = 'La municipalidad agrega:';

/** What is said of an alert by its state; without one it ended long ago. */
export const STATES = { coming: 'Todavía no empezó', current: 'En vigor', over: 'Terminó' };

/** Its shape says how severe the alert is, for those who do not distinguish colours. */
export const AlertSign = () => <span className="alert-sign" aria-hidden="true" />;

type SummarizedAlert = Pick<TimelyAlert, 'severity' | 'source' | 'state' | 'area' | 'start' | 'end'>;
export const toneOf = ({ state, severity }: Pick<SummarizedAlert, 'severity' | 'state'>) =>
  state === 'over' ? state : severity;

/** `Alerta severa · Ruta 40 · hasta hoy a las 18:00` */
export function alertWords(alert: SummarizedAlert, today: Day): string {
  const { source, state, area, start, end } = alert;
  const name = alertName(alert);
  const until = `hasta ${nearMoment(end, today)}`;
  const time = state === 'coming' ? `desde ${nearMoment(start, today)} ${until}` : until;
  return [...(state === 'over' ? [STATES.over, name] : [name]), source, area, ...(state === 'over' ? [] : [time])]
    .filter(Boolean)
    .join(' · ');
}
