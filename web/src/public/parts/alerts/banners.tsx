import { useLayoutEffect, useState } from 'react';
import { alertName } from '#contract/calendar/alerts';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { pages } from '#contract/addresses/pages';
import { longMoment } from '#contract/values/dates';
import { Link } from '../../../components/link.tsx';
import { PUT_AWAY } from './kept-keys.ts';

// On the server, which draws every alert, there is nothing to look up.
const useBeforePaint = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/** The alerts above every page. Whoever has put one away sees it again when it says something else. */
export function Alerts({ alerts }: { alerts: readonly TimelyAlert[] }) {
  const [away, setAway] = useState<readonly string[]>([]);
  useBeforePaint(() => setAway(keptAway()), []);
  const shown = alerts.filter(({ key }) => !away.includes(key));
  if (shown.length === 0) return null;
  function putAway(key: string) {
    // Only the present ones are worth keeping.
    const kept = [...keptAway().filter((one) => alerts.some((alert) => alert.key === one)), key];
    setAway(kept);
    try {
      localStorage[PUT_AWAY] = JSON.stringify(kept);
    } catch {
      // It stays away until the page is loaded again.
    }
  }
  return (
    <aside className="alerts" aria-label="Alertas">
      {shown.map((alert) => (
        <section key={alert.key} className="warning" data-alert={alert.key} data-severity={toneOf(alert)} role="status">
          <AlertSign />
          <div>
            <p>{alertWords(alert)}</p>
            <b>
              <Link to={pages.alert(alert)}>{alert.headline}</Link>
            </b>
            {alert.state === 'current' && alert.instruction && <p>{alert.instruction}</p>}
          </div>
          <p className="scripted">
            <button type="button" onClick={() => putAway(alert.key)}>
              <span className="hidden-text">Ocultar {alert.headline}</span>✕
            </button>
          </p>
        </section>
      ))}
    </aside>
  );
}

/** What is said of an alert by its state; without one it ended long ago. */
export const STATES = { coming: 'Todavía no empezó', current: 'En vigor', over: 'Terminó' };

/** Its shape says how severe the alert is, for those who do not distinguish colours. */
export const AlertSign = () => <span className="alert-sign" aria-hidden="true" />;

type SummarizedAlert = Pick<TimelyAlert, 'severity' | 'state' | 'area' | 'start' | 'end'>;
export const toneOf = ({ state, severity }: Pick<SummarizedAlert, 'severity' | 'state'>) =>
  state === 'over' ? state : severity;

/** `Alerta severa · Ruta 40 · hasta el 22 de noviembre, 18:00` */
export function alertWords({ severity, state, area, start, end }: SummarizedAlert): string {
  const name = alertName(severity);
  const until = `hasta el ${longMoment(end)}`;
  const time = state === 'coming' ? `desde el ${longMoment(start)} ${until}` : until;
  return [...(state === 'over' ? [STATES.over, name] : [name]), area, ...(state === 'over' ? [] : [time])]
    .filter(Boolean)
    .join(' · ');
}

function keptAway(): string[] {
  try {
    return JSON.parse(localStorage[PUT_AWAY] ?? '[]') as string[];
  } catch {
    return [];
  }
}
