import type { Site } from './documents.ts';

/** What the document Sitio of an earlier release lacks: the values that its pages showed. */
export const SITE_DEFAULTS = { shortName: '', second: '#ffc631', skyline: 'mesetas' } as const satisfies Partial<Site>;

/** Returns the document with every value. */
export const withSiteDefaults = <S extends Partial<Site>>(site: S) => ({ ...SITE_DEFAULTS, ...site });
