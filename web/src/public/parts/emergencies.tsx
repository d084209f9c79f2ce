import { emergencyLines } from '#contract/emergencies';
import type { EmergencyLine } from '#contract/emergencies';
import type { SiteDocument } from '#contract/records';
import { telephone } from '#contract/values/phones';

const PLANES: Record<EmergencyLine['id'], string> = {
  fire: '',
  police: 'plane-accent',
  medical: 'plane-green',
  gender: 'plane-agenda',
};

/**
 * The emergency numbers, below the header's first row on every page. Placed before the navigation in the HTML so that
 * they come early in the document, work without a script, and are within easy reach of thumb and keyboard.
 */
export function EmergencyStrip({ site }: { site: SiteDocument }) {
  return (
    <section className="strip coiron" aria-label="Teléfonos de emergencia">
      <ul>
        {emergencyLines(site).map(({ id, name, phone }) => (
          <li key={id}>
            <a className={phone.length > 4 ? 'long' : undefined} href={telephone(phone, site.phone)}>
              {phone.length > 4 ? (
                <>
                  {name} <b>{phone}</b>
                </>
              ) : (
                <>
                  <b>{phone}</b> {name}
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The four cards of the home page (spec section 1). */
export function EmergencyCards({ site }: { site: SiteDocument }) {
  return (
    <section className="section" aria-labelledby="emergencias">
      <div className="heading">
        <h2 id="emergencias">Emergencias</h2>
      </div>
      <div className="cards four">
        {emergencyLines(site).map(({ id, name, phone }) => (
          <a key={id} className={`emergency ${PLANES[id]}`} href={telephone(phone, site.phone)}>
            <span>
              {name}
              {id === 'gender' && <small>Las 24 horas, en Desarrollo Social</small>}
            </span>
            <b className={phone.length > 4 ? 'long' : undefined}>{phone}</b>
          </a>
        ))}
      </div>
    </section>
  );
}
