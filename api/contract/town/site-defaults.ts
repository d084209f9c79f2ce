import { linesOf } from './emergencies.ts';
import type { EmergencyNumbers } from './emergencies.ts';

/** What the document Sitio of an earlier release lacks: the values that its pages showed. */
export const SITE_DEFAULTS = {
  shortName: '',
  second: '#ffc631',
  skyline: 'mesetas',
  texts: {},
  photo: { x: 50, y: 50 },
} as const;

/** Returns the document with every value. */
export const withSiteDefaults = <S extends EmergencyNumbers>(site: S) => ({
  ...SITE_DEFAULTS,
  lines: linesOf(site),
  ...site,
});
