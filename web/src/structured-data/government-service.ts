import type { GovernmentService } from 'schema-dts';
import { recordPdf } from '#contract/addresses/files';
import type { Procedure } from '#contract/records';
import { excerptOf } from '#contract/values/text';
import { organizationId, telephones, townAddress } from './organization.ts';
import type { DescribedPage } from './breadcrumbs.ts';

/** A procedure: where it is done, by which telephone, and online. */
export function governmentService(procedure: Procedure, shown: DescribedPage): GovernmentService {
  const { title, description, text, topic, office, address, phones, form, pdf } = procedure;
  const { site, origin, url } = shown;
  const { telephone } = telephones(phones, site.phone);
  return {
    '@type': 'GovernmentService',
    name: title,
    description: description || excerptOf(text) || title,
    ...(topic && { serviceType: topic }),
    provider: { '@id': organizationId(origin) },
    areaServed: site.town,
    availableChannel: {
      '@type': 'ServiceChannel',
      serviceLocation: {
        '@type': 'Place',
        name: office || site.name,
        address: townAddress(site, address),
      },
      ...(telephone && { servicePhone: { '@type': 'ContactPoint', telephone } }),
      ...((form || pdf) && { serviceUrl: form || origin + recordPdf('procedure', procedure) }),
    },
    url,
  };
}
