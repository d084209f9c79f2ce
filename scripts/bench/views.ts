import { join } from 'node:path';
import { openBrowser } from './browser.ts';
import { timeFilling } from './filled-device.ts';
import type { Filled } from './filled-device.ts';
import { firstViews } from './first-view.ts';
import type { View } from './first-view.ts';
import { openNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';
import { FIGURES, findPages, FIRST_VIEW, PAGES } from './pages.ts';
import type { FigureName, PageName } from './pages.ts';
import type { Program } from './programs.ts';
import type { Figure } from './rows.ts';
import { firstPicture, writeStaticPage } from './static-page.ts';
import type { Picture } from './static-page.ts';

const TEXT = 'static-text';
/** From home and from an article it is measured how long the device takes until it holds everything. */
const PAGES_FILLED = 2;

/**
 * The pages of the demo town as a phone sees them first, behind nginx as towns run it (a browser keeps nothing of a
 * portal without TLS), beside static pages from the same nginx, with the same picture where a page begins with one.
 * @param portal with the demo town
 * @param folder for the static pages
 * @returns nothing without nginx, and nothing of what needs a program that is missing
 */
export async function measureViews(
  portal: Program,
  { folder, rounds }: { folder: string; rounds: number },
): Promise<Figure[]> {
  const paths = await findPages(portal.url);
  const references = await writeReferences(portal, paths, folder);
  const nginx = await openNginx(portal.port, references.files).catch(() => null);
  if (!nginx) {
    console.log('No nginx: no first view.');
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
      console.log('No Chromium: no first view.');
      return [];
    }
    return PAGES.flatMap((page, number) => {
      const name = references.names[number] ?? TEXT;
      return [
        ...appliedFigures(page, applied.views[names.length + number], applied.views[names.indexOf(name)], name),
        ...filledFigures(page, applied.filled[number]),
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

/** Writes a static page without a picture, and one for each picture that a page begins with. @returns names by page */
async function writeReferences(portal: Program, paths: Record<PageName, string>, folder: string) {
  const pictures = await Promise.all(
    PAGES.map(async (page) => firstPicture(await (await fetch(portal.url + paths[page])).text())),
  );
  const kinds = [...new Set(pictures.map((picture) => JSON.stringify(picture)))];
  const nameOf = (picture: Picture | null) =>
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
  view: View | undefined,
  reference: View | undefined,
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
