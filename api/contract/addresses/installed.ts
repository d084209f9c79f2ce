/** Addresses that a browser calls by itself for an installed portal. They import nothing: the service worker has them. */

/** The manifest of the public site. */
export const manifest = () => '/manifest.webmanifest';
/** The manifest of the back office, which is installed by itself: only this one takes photos that are shared to it. */
export const adminManifest = () => '/admin.webmanifest';
