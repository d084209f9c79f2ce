import { Router } from 'express';
import type { AnswerCache } from '../http/cache/answer-cache.ts';
import { adminManifest, manifest, screenshots, SHARED_PART, sharedPhotos } from '../contract/addresses/installed.ts';
import { admin, pages } from '../contract/addresses/pages.ts';
import { icon } from '../contract/town/icons.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { SiteDocument } from '../contract/records.ts';
import { SECTIONS } from '../contract/sections.ts';
import { sectionName } from '../contract/town/menu.ts';
import type { Menu } from '../contract/town/menu.ts';
import { siteTexts } from '../contract/town/site-texts.ts';
import { openPublicFiles } from '../http/public-file.ts';

/** The manifests (W3C Web Application Manifest) that browsers install the public site and the back office from. */
export function manifestRoutes({ reader, answerCache }: { reader: PublicReader; answerCache: AnswerCache }): Router {
  const router = Router();
  const serve = openPublicFiles(router, answerCache);
  for (const [address, manifestOf] of [
    [manifest(), portalManifest],
    [adminManifest(), officeManifest],
  ] as const) {
    serve(address, async () => ({
      status: 200,
      headers: { 'Content-Type': 'application/manifest+json; charset=utf-8' },
      body: JSON.stringify(await manifestOf(reader)),
    }));
  }
  return router;
}

async function portalManifest(reader: PublicReader) {
  const [site, menu] = await Promise.all([reader.document('site'), reader.menu()]);
  return {
    ...commonOf(site),
    id: pages.home(),
    name: site.name,
    short_name: site.shortName || site.town,
    description: `Noticias, agenda, boletín oficial y teléfonos útiles de ${site.town}, también sin conexión.`,
    start_url: pages.home(),
    scope: '/',
    categories: ['government', 'news'],
    // The pictures do not show a particular town, because all towns have the same ones.
    screenshots: screenshots.map(({ src, width, height, form }) => ({
      src,
      sizes: `${width}x${height}`,
      type: 'image/webp',
      form_factor: form,
      label: 'Ejemplo de la portada, con los teléfonos de emergencia y las noticias',
    })),
    // A shortcut leads the open window to its page instead of opening a second one.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    shortcuts: [
      {
        name: 'Números de emergencia',
        short_name: 'Emergencias',
        description: 'Bomberos, policía, salud y los teléfonos de cada área',
        url: pages.usefulData(),
      },
      ...sectionShortcuts(menu, site),
    ],
  };
}

/** Launchers show four shortcuts, and the first is that of the emergency numbers. */
const MOST_SHORTCUTS = 3;

/** Returns shortcuts to sections that the menu shows, by their names there. */
function sectionShortcuts({ sections }: Menu, site: SiteDocument) {
  const texts = siteTexts(site);
  return SECTIONS.flatMap(({ address, shortcut }) =>
    shortcut && sections.includes(address) ? { address, ...shortcut } : [],
  )
    .sort((a, b) => a.place - b.place)
    .slice(0, MOST_SHORTCUTS)
    .map(({ address, text }) => ({ name: sectionName(site, address), description: texts[text], url: address }));
}

/**
 * The back office is a separate application, so that its entries do not appear in the menus of residents. It has no
 * launch handler, because a launch must not leave a page with unsaved text.
 */
async function officeManifest(reader: PublicReader) {
  const site = await reader.document('site');
  const start = admin.list('story');
  return {
    ...commonOf(site),
    id: start,
    name: `Administrador · ${site.name}`,
    short_name: 'Administrador',
    description: `Para el personal de ${site.name}: cargar noticias, eventos y boletines, también sin conexión.`,
    start_url: start,
    scope: start,
    share_target: {
      action: sharedPhotos(),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARED_PART, accept: ['image/*'] }] },
    },
  };
}

const commonOf = (site: SiteDocument) => ({
  lang: 'es-AR',
  dir: 'ltr',
  display: 'standalone',
  theme_color: site.accent,
  background_color: '#ffffff',
  icons: [
    { src: icon(site, '192'), sizes: '192x192', type: 'image/png' },
    { src: icon(site, '512'), sizes: '512x512', type: 'image/png' },
    { src: icon(site, 'maskable-512'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
