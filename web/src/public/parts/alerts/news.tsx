import { alertName } from '#contract/calendar/alerts';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { pages } from '#contract/addresses/pages';
import { Link } from '../../../components/link.tsx';
import { AlertSign } from './banners.tsx';

/** Announces an alert at the foot of the screen, to whoever is reading further down. It stays until it is seen. */
export const AlertNews = ({ alert, see }: { alert: TimelyAlert; see: (key: string) => void }) => (
  <section
    className="warning news"
    data-severity={alert.severity}
    data-service={alert.source ? '' : undefined}
    // Only what is worth an interruption interrupts a screen reader.
    role={alert.severity === 'Extreme' || alert.severity === 'Severe' ? 'alert' : 'status'}
  >
    <AlertSign />
    <div>
      <p>{alertName(alert)}</p>
      <b>
        <Link to={pages.alert(alert)} onClick={() => see(alert.key)}>
          {alert.headline}
        </Link>
      </b>
    </div>
    <p>
      <button type="button" onClick={() => see(alert.key)}>
        <span className="hidden-text">Cerrar este aviso</span>✕
      </button>
    </p>
  </section>
);
