import { join } from 'node:path';
import { openBrowser } from '../browser.ts';
import { timeFilling } from './filled-device.ts';
import type { Filled } from './filled-device.ts';
import { firstViews } from './first-view.ts';
import type { ViewFigures } from './first-view.ts';
import { installLighthouse, judge } from './lighthouse.ts';
import type { Judged, Profile } from './lighthouse.ts';
import { openNginx } from '../nginx.ts';
import type { Nginx } from '../nginx.ts';
import { FIGURES, findPages, FIRST_VIEW, PAGES } from './pages.ts';
import type { FigureName, PageName } from './pages.ts';
import type { Program } from '../programs.ts';
import type { Figure } from '../rows.ts';
import { firstPicture, writeStaticPage } from './static-page.ts';
import type { ImageAttributes } from './static-page.ts';

const TEXT = 'static-text';
/** Number of pages, from the first one, after which the time until everything is on the device is measured. */
const PAGES_FILLED = 2;

/**
 * Measures the first view of the demo town on a phone with a slow connection, next to static pages from the same nginx
 * that have the same picture, if any. The portal is behind nginx as in production, because browsers cache nothing of a
 * portal without TLS.
 * @param portal portal with the demo town
 * @param folder where the static pages are written
 * @param rounds how many times each page is opened; Lighthouse opens it `judgings` times
 * @returns no figures that need a program which is not available
 */
export async function measureViews(
  portal: Program,
  { folder, rounds, judgings }: { folder: string; rounds: number; judgings: number },
): Promise<Figure[]> {
  const paths = await findPages(portal.url);
  const references = await writeReferences(portal, paths, folder);
  const nginx = await openNginx(portal.port, references.files).catch(() => null);
  if (!nginx) {
    console.log('nginx is not available: the first view is not measured.');
    return [];
  }
  try {
    const addressOf = (path: string) => `https://127.0.0.1:${nginx.port}${path}`;
    const addresses = PAGES.map((page) => addressOf(paths[page]));
    const names = Object.keys(references.files);
    const applied = await apply(
      names.map((name) => addressOf(`/${name}`)),
      addresses,
      nginx,
      rounds,
    );
    if (!applied) {
      console.log('Chromium is not available: the first view is not measured.');
      return [];
    }
    const [text, ...judged] = await simulate([addressOf(`/${TEXT}`), ...addresses], nginx, judgings);
    return PAGES.flatMap((page, number) => {
      const name = references.names[number] ?? TEXT;
      return [
        ...appliedFigures(page, applied.views[names.length + number], applied.views[names.indexOf(name)], name),
        ...filledFigures(page, applied.filled[number]),
        ...judgedFigures(page, judged[number], text),
      ];
    });
  } finally {
    await nginx.stop();
  }
}

async function apply(references: readonly string[], addresses: readonly string[], nginx: Nginx, rounds: number) {
  const browser = await openBrowser(nginx.key);
  if (!browser) return null;
  console.log('Opening pages over a slow line…');
  try {
    const views = await firstViews(browser, [...references, ...addresses], rounds);
    const filled: Filled[] = [];
    for (const address of addresses.slice(0, PAGES_FILLED)) filled.push(await timeFilling(browser, address, rounds));
    return { views, filled };
  } finally {
    await browser.close();
  }
}

async function simulate(
  addresses: readonly string[],
  nginx: Nginx,
  rounds: number,
): Promise<Record<Profile, Judged>[]> {
  try {
    installLighthouse();
  } catch (error) {
    console.log(`Lighthouse is not available: ${(error as Error).message}`);
    return [];
  }
  console.log('Asking Lighthouse…');
  return judge(addresses, nginx.key, rounds);
}

/**
 * Writes a static page without a picture, and one with each picture that a page preloads.
 * @returns the files by name, and for each page the name of its static page
 */
async function writeReferences(portal: Program, paths: Record<PageName, string>, folder: string) {
  const pictures = await Promise.all(
    PAGES.map(async (page) => firstPicture(await (await fetch(portal.url + paths[page])).text())),
  );
  const kinds = [...new Set(pictures.map((picture) => JSON.stringify(picture)))];
  const nameOf = (picture: ImageAttributes | null) =>
    picture ? `static-picture-${kinds.indexOf(JSON.stringify(picture))}` : TEXT;
  const files: Record<string, string> = {};
  for (const picture of [null, ...pictures]) {
    const name = nameOf(picture);
    files[name] = join(folder, name);
    writeStaticPage(join(folder, name), picture);
  }
  return { names: pictures.map(nameOf), files };
}

const KB = 1000;

function figure(page: PageName, name: FigureName, ours: number, more: Partial<Figure> = {}): Figure {
  return { part: `first view, ${page}`, page, name, ours, unit: FIGURES[name], ...more };
}

function appliedFigures(
  page: PageName,
  view: ViewFigures | undefined,
  reference: ViewFigures | undefined,
  referenceName: string,
): Figure[] {
  if (!view || !reference) throw new Error(`${page} was not seen`);
  const against = referenceName === TEXT ? 'text alone' : 'text, same picture';
  return [
    figure(page, 'FCP', view.fcp, { against, reference: reference.fcp, atMost: 1.1 }),
    figure(page, 'LCP', view.lcp, { against, reference: reference.lcp, atMost: 1.2 }),
    figure(page, 'requests', view.requests, { limit: FIRST_VIEW[page].requests }),
    figure(page, 'bytes', view.bytes / KB, { limit: FIRST_VIEW[page].KB }),
    figure(page, 'blocking beyond 50 ms', view.blocking, { limit: 30 }),
    figure(page, 'main thread in scripts', view.script),
    figure(page, 'layout shift', view.cls, { limit: 0.02 }),
  ];
}

function filledFigures(page: PageName, filled: Filled | undefined): Figure[] {
  if (!filled) return [];
  return [
    figure(page, 'everything on the device', filled.seconds, { limit: 20 }),
    figure(page, 'on the line by then', filled.bytes / KB),
  ];
}

function judgedFigures(
  page: PageName,
  judged: Record<Profile, Judged> | undefined,
  text: Record<Profile, Judged> | undefined,
): Figure[] {
  if (!judged || !text) return [];
  const against = 'text alone';
  const { rural, mobile } = judged;
  return [
    figure(page, 'Lighthouse rural', rural.performance, { against, reference: text.rural.performance, minimum: 97 }),
    figure(page, 'Lighthouse rural FCP', rural.fcp, { against, reference: text.rural.fcp }),
    figure(page, 'Lighthouse rural LCP', rural.lcp, { against, reference: text.rural.lcp }),
    figure(page, 'Lighthouse rural TBT', rural.tbt),
    figure(page, 'Lighthouse mobile', mobile.performance, { against, reference: text.mobile.performance, minimum: 99 }),
    figure(page, 'Lighthouse mobile FCP', mobile.fcp, { against, reference: text.mobile.fcp }),
    figure(page, 'Lighthouse mobile LCP', mobile.lcp, { against, reference: text.mobile.lcp }),
    figure(page, 'Lighthouse mobile TBT', mobile.tbt),
    figure(page, 'Lighthouse accessibility', mobile.accessibility, { minimum: 100 }),
    figure(page, 'Lighthouse best practices', mobile.bestPractices, { minimum: 100 }),
    figure(page, 'Lighthouse SEO', mobile.seo, { minimum: 100 }),
  ];
}
