import { Router } from 'express';
import type { AnswerCache } from '../http/answer-cache.ts';
import { adminManifest, manifest, screenshots, SHARED_PART, sharedPhotos } from '../contract/addresses/installed.ts';
import { admin, pages } from '../contract/addresses/pages.ts';
import { icon } from '../contract/town/icons.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { SiteDocument } from '../contract/records.ts';
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
      body: JSON.stringify(manifestOf(await reader.site())),
    }));
  }
  return router;
}

function portalManifest(site: SiteDocument) {
  return {
    ...commonOf(site),
    id: pages.home(),
    name: site.name,
    short_name: site.shortName || site.town,
    description: `Noticias, agenda, boletín oficial y teléfonos útiles de ${site.town}, también sin conexión.`,
    start_url: pages.home(),
    scope: '/',
    categories: ['government', 'news'],
    // The pictures show no town of their own, because every town has the same.
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
      { name: 'Agenda', description: 'Qué hay hoy y en los próximos días', url: pages.agenda() },
      {
        name: 'Boletín Oficial',
        short_name: 'Boletín',
        description: 'Lo que decide el municipio',
        url: pages.bulletins(),
      },
    ],
  };
}

/**
 * The back office is an application of its own, so that its entries do not appear in the menus of residents. Without a
 * launch handler, because a launch must not take anybody away from a text.
 */
function officeManifest(site: SiteDocument) {
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
