/**
 * Addresses that a browser calls by itself for an installed portal. They import nothing: the service worker has them.
 */

/** The manifest of the public site. */
export const manifest = () => '/manifest.webmanifest';
/** The manifest of the back office, which is installed separately; only it receives photos from the gallery. */
export const adminManifest = () => '/admin.webmanifest';
/** Where a device's gallery sends photos (POST), and the screen that asks to which record they belong. */
export const sharedPhotos = () => '/admin/fotos';
/** The same screen, when some of the photos could not be kept. */
export const lostPhotos = () => `${sharedPhotos()}?perdidas=1`;
/** Name of the form's part with the photos. */
export const SHARED_PART = 'fotos';
/** Pictures of the portal that a browser shows when it offers to install it; `scale` is the device's pixel ratio. */
export const screenshots = [
  { src: '/screenshots/narrow.webp', width: 540, height: 1170, scale: 1.5, form: 'narrow' },
  { src: '/screenshots/wide.webp', width: 1280, height: 800, scale: 1, form: 'wide' },
] as const;
