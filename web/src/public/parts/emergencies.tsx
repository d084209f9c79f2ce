import type { SiteDocument } from '#contract/records';
import { telephone } from '../../components/telephone.ts';

/** Who answers at which number, in the order of the strip; gender-violence help has the town's own line. */
function lines(site: SiteDocument) {
  const { fire, police, medical } = site.emergencies;
  return [
    { name: 'Bomberos', number: fire, plane: '' },
    { name: 'Policía', number: police, plane: 'plane-accent' },
    { name: 'Emergencias médicas', number: medical, plane: 'plane-green' },
    { name: 'Violencia de género', number: site.genderViolencePhone, plane: 'plane-agenda' },
  ];
}

/**
 * Under the header's first row on every page. It stands before the navigation in the HTML, so that the numbers are there
 * before any script, early in the document, and next to the thumb and the keyboard.
 */
export function EmergencyStrip({ site }: { site: SiteDocument }) {
  return (
    <section className="strip coiron" aria-label="Teléfonos de emergencia">
      <ul>
        {lines(site).map(({ name, number }) => (
          <li key={name}>
            <a className={number.length > 4 ? 'long' : undefined} href={telephone(number)}>
              {number.length > 4 ? <>{name} <b>{number}</b></> : <><b>{number}</b> {name}</>}
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
      <div className="heading"><h2 id="emergencias">Emergencias</h2></div>
      <div className="cards four">
        {lines(site).map(({ name, number, plane }) => (
          <a key={name} className={`emergency ${plane}`} href={telephone(number)}>
            <span>{name}{name === 'Violencia de género' && <small>Las 24 horas, en Desarrollo Social</small>}</span>
            <b className={number.length > 4 ? 'long' : undefined}>{number}</b>
          </a>
        ))}
      </div>
    </section>
  );
}
