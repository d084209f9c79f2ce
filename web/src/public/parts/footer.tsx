import type { SiteDocument } from '#contract/records';
import { telephone } from '../../components/telephone.ts';

const NETWORKS = { facebook: 'Facebook', instagram: 'Instagram', x: 'X', youtube: 'YouTube' } as const;

export function Footer({ site }: { site: SiteDocument }) {
  const networks = Object.entries(NETWORKS).filter(([key]) => site.social[key as keyof typeof NETWORKS]);
  return (
    <footer className="footer">
      <div className="section cards">
        <div>
          <strong>{site.town}</strong>
          <p>{[site.province && `Provincia de ${site.province}`, site.motto].filter(Boolean).join(' · ')}</p>
        </div>
        <div>
          <p>{site.name}<br />{site.address}{site.postalCode && ` (CP ${site.postalCode})`}</p>
          {site.phone && <a href={telephone(site.phone)}>{site.phone}</a>}
          {site.email && <a href={`mailto:${site.email}`}>{site.email}</a>}
        </div>
        <div>
          {networks.map(([key, name]) => <a key={key} href={site.social[key as keyof typeof NETWORKS]} rel="external">{name}</a>)}
          <p>© {new Date().getFullYear()} {site.name}. Todos los derechos reservados.</p>
          <a href="/login">Administración</a>
        </div>
      </div>
    </footer>
  );
}
