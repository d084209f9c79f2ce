/** Addresses that only programs request: search engines, and tools that look for security contacts. */

export const robots = () => '/robots.txt';
export const sitemap = () => '/sitemap.xml';
/** One piece of the site map. At the root, because a site map may list only addresses below its own. */
export const sitemapPiece = (name: string) => `/sitemap-${name}.xml`;
/** Where to report a security fault (RFC 9116). */
export const securityTxt = () => '/.well-known/security.txt';
