import type { GovernmentOrganization, PostalAddress, SearchAction, WebSite, WithActionConstraints } from 'schema-dts';
import { icon } from '#contract/town/icons';
import { pages } from '#contract/addresses/pages';
import type { SiteDocument } from '#contract/records';
import { phoneParts, telephone } from '#contract/values/phones';
import type { DescribedPage } from './breadcrumbs.ts';

/** The town hall, to which all other things of a page refer. */
export const organizationId = (origin: string) => `${origin}/#municipalidad`;

/** The portal as a whole. */
export const websiteId = (origin: string) => `${origin}/#sitio`;

export function organization({ site, origin }: DescribedPage): GovernmentOrganization {
  const { name, phone, email, social, address } = site;
  const elsewhere = Object.values(social).filter(Boolean);
  return {
    '@type': 'GovernmentOrganization',
    '@id': organizationId(origin),
    name,
    url: origin + pages.home(),
    logo: origin + icon(site, '512'),
    address: townAddress(site, address),
    ...telephones(phone, phone),
    ...(email && { email }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    contactPoint: site.lines.map((line) => ({
      '@type': 'ContactPoint',
      contactType: 'emergency',
      name: line.name,
      telephone: telephone(line.phone, phone)?.slice(4) ?? line.phone,
      areaServed: site.town,
      availableLanguage: 'es',
    })),
  };
}

export function website({ site, origin }: DescribedPage): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${pages.search('')}{palabras}` },
    'query-input': 'required name=palabras',
  };
  return {
    '@type': 'WebSite',
    '@id': websiteId(origin),
    name: site.name,
    url: origin + pages.home(),
    inLanguage: 'es-AR',
    publisher: { '@id': organizationId(origin) },
    potentialAction: search,
  };
}

/** An address in the town. @param street '' for the town itself */
export function townAddress(site: SiteDocument, street: string): Exclude<PostalAddress, string> {
  const { town, province, postalCode } = site;
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    addressLocality: town,
    ...(province && { addressRegion: province }),
    ...(postalCode && { postalCode }),
    addressCountry: 'AR',
  };
}

/** The numbers that can be called, as they are dialled. @param town the town's own telephone */
export function telephones(typed: string, town: string): { telephone?: string[] } {
  const telephone = phoneParts(typed, town).flatMap(({ tel }) => tel?.slice(4) ?? []);
  return telephone.length > 0 ? { telephone } : {};
}
