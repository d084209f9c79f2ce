import type { SiteDocument } from '#contract/records';
import { telephone } from '#contract/values/phones';

/** In the order of the lines. */
const PLANES = ['', 'plane-accent', 'plane-green', 'plane-agenda', 'plane-tax', 'plane-tourism'];

/**
 * The emergency numbers, below the header's first row on every page. Placed before the navigation in the HTML so that
 * they come early in the document, work without a script, and are within easy reach of thumb and keyboard.
 */
export function EmergencyStrip({ site }: { site: SiteDocument }) {
  return (
    <section className="strip second" aria-label="Teléfonos de emergencia">
      <ul>
        {site.lines.map(({ name, phone }, at) => (
          <li key={at} className={phone.length > 4 ? 'long' : undefined}>
            <a href={telephone(phone, site.phone)}>
              <b>{phone}</b> {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The cards of the home page (spec section 1). */
export function EmergencyCards({ site }: { site: SiteDocument }) {
  return (
    <section className="section" aria-labelledby="emergencias">
      <div className="heading">
        <h2 id="emergencias">Emergencias</h2>
      </div>
      <div className="cards four">
        {site.lines.map(({ name, phone, note, always }, at) => (
          <a key={at} className={`emergency ${PLANES[at]}`} href={telephone(phone, site.phone)}>
            <span>
              {name}
              {note && <small>{always ? `Las 24 horas, ${note}` : note}</small>}
            </span>
            <b className={phone.length > 4 ? 'long' : undefined}>{phone}</b>
          </a>
        ))}
      </div>
    </section>
  );
}
