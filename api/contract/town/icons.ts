import type { SiteDocument } from '../records.ts';
import { paletteOf, skylineOf } from './look.ts';
import { BUILT_LOOK } from './look-built.ts';
import { pictureSource, storedPictures } from '../addresses/files.ts';
import { shortHash } from '../values/text.ts';

/**
 * The icons of a town, made by the server from its shield or, without one, from the mark in its landscape. A town with
 * neither has those of the build.
 */

/**
 * `ico` is for programs that request /favicon.ico; the number of the others is their size in pixels. A badge is the
 * small icon of a notification, of which systems show only the outline.
 */
export const ICON_KINDS = ['180', '192', '512', 'maskable-512', 'badge-96', 'ico'] as const;
export type IconKind = (typeof ICON_KINDS)[number];

/** The path of the shield below `uploads`, in its largest size; '' for none. */
export const shieldOf = (site: SiteDocument) => (site.image && storedPictures('site', site, [site.image]).at(-1)) || '';

/** Returns the hash of what a town's icons show, which is part of their addresses. */
export const iconHash = (site: SiteDocument) =>
  shortHash(JSON.stringify([DRAWING, shieldOf(site) || [skylineOf(site), paletteOf(site).second]]));
/** Changes whenever icons are drawn differently. */
const DRAWING = 2;

const hasOwn = (site: SiteDocument) =>
  Boolean(site.image) || skylineOf(site) !== BUILT_LOOK.skyline || paletteOf(site).second !== BUILT_LOOK.second;

export const madeIcon = (hash: string, file: string) => `/uploads/icono/${hash}/${file}`;

/** Returns an address that redirects to the current icon, for the service worker, which does not know the town. */
export const presentIcon = (kind: '192' | 'badge-96') => madeIcon('actual', `${kind}.png`);

/** Returns the address of an icon. */
export const icon = (site: SiteDocument, kind: Exclude<IconKind, 'ico' | 'badge-96'>) =>
  hasOwn(site) ? madeIcon(iconHash(site), `${kind}.png`) : `/icons/icon-${kind}.png`;

/** Returns the address and the type of the icon in a tab: that of the header, which is loaded already. */
export function tabIcon(site: SiteDocument): { href: string; type: string } {
  if (site.image) return { href: pictureSource('site', site, site.image, 1).src, type: 'image/webp' };
  if (hasOwn(site)) return { href: icon(site, '192'), type: 'image/png' };
  return { href: '/icons/icon.svg', type: 'image/svg+xml' };
}
