import type { Day } from '#contract/values/dates';
import { siteTexts } from '#contract/town/site-texts';
import { pages } from '#contract/addresses/pages';
import type { SiteDocument } from '#contract/records';
import { Email } from '../../../components/email.tsx';
import { Link } from '../../../components/link.tsx';
import { Phones } from '../../../components/phones.tsx';
import { InstallEntry } from './install-entry.tsx';
import { Shield } from './mark.tsx';

const NETWORKS = {
  facebook: { name: 'Facebook', drawing: 'M14 21v-8h3l.5-4H14V7c0-1.2.6-2 2-2h1.6V2H15c-3 0-5 1.8-5 5v2H7v4h3v8' },
  instagram: { name: 'Instagram', drawing: 'M4 4h16v16H4zM12 8a4 4 0 110 8 4 4 0 010-8zM17 7h.1' },
  x: { name: 'X', drawing: 'M4 4l16 16M20 4L4 20' },
  youtube: { name: 'YouTube', drawing: 'M3 6h18v12H3zM10 9l5 3-5 3z' },
} as const;

export function Footer({ site, today }: { site: SiteDocument; today: Day }) {
  const texts = siteTexts(site);
  const about = [site.province && `Provincia de ${site.province}`, site.motto].filter(Boolean).join(' · ');
  return (
    <footer className="footer">
      <div className="section cards">
        <div>
          <Shield site={site} width={88} />
          <strong>{site.town}</strong>
          {about && <p>{about}</p>}
          {texts.footer && <p>{texts.footer}</p>}
        </div>
        <div>
          <p>
            {site.name}
            <br />
            {site.address}
            {site.postalCode && ` (CP ${site.postalCode})`}
          </p>
          {site.phone && (
            <p>
              <Phones typed={site.phone} town={site.phone} />
            </p>
          )}
          {site.email && (
            <p>
              <Email address={site.email} />
            </p>
          )}
        </div>
        <div>
          <InstallEntry />
          <p>
            © {today.slice(0, 4)} {site.name}. {texts.rights}
          </p>
          <p>
            <Link to={pages.siteMap()}>Mapa del sitio</Link>
          </p>
          <p>
            <Link to={pages.cartelera()}>Cartelera para imprimir</Link>
          </p>
          <p>
            <Link to={pages.device()}>En este dispositivo</Link>
          </p>
          <p>
            <Link to={pages.notifications()}>Avisos en este teléfono</Link>
          </p>
          <a href="/login">Administración</a>
        </div>
      </div>
    </footer>
  );
}

/** Links to the town's social network pages, if there are any. */
export function SocialLinks({ site }: { site: SiteDocument }) {
  const networks = (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).filter((key) => site.social[key]);
  if (networks.length === 0) return null;
  return (
    <ul className="social" aria-label="Redes sociales">
      {networks.map((key) => (
        <li key={key}>
          <a href={site.social[key]} rel="external" aria-label={NETWORKS[key].name}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={NETWORKS[key].drawing} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
