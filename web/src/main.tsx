import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { browserSource } from './public/browser-source.ts';
import { addStyleSheet } from './components/style-sheet.ts';
import { awaitInstallOffer } from './browser/install-prompt.ts';
import { reloadOnMissingChunk } from './browser/missing-chunk.ts';
import { loadPage } from './public/routes.ts';
import { Portal } from './public/portal.tsx';
import { Redirect } from './public/public-page.ts';
import { keepPlace } from './public/scroll.ts';
import type { LayoutData } from './public/public-page.ts';
import type { StampedView, View, ViewData } from './public/view.ts';
import { whenIdle } from './browser/when-idle.ts';
import { withTimeout } from './browser/with-timeout.ts';

/** Time, in ms, after which a page is taken over with the device's data instead of the server's. */
const PATIENCE = 5000;

const root = document.getElementById('root') as HTMLElement;
history.scrollRestoration = 'manual';
awaitInstallOffer();
reloadOnMissingChunk();

/**
 * Takes over a page that the server has drawn.
 * @param answer the server's answer with the page's data; null if there was none
 * @throws when the data is neither with the server nor on the device: the page stays as it is
 */
export async function start(answer: Promise<Response | null>): Promise<void> {
  const [{ view, stamp }] = await Promise.all([drawnView(answer), addStyle()]);
  if (view instanceof Redirect) location.replace(view.to);
  else show(view, view.layout, stamp === root.dataset.stamp);
}

/** The view that the page shows, and the stamp of its data; without an answer, the device's data as if unchanged. */
async function drawnView(
  answer: Promise<Response | null>,
): Promise<{ view: View | Redirect; stamp?: string | undefined }> {
  try {
    const json = answer.then((response) => response?.json() as Promise<StampedView | { redirect: string }>);
    const data = await withTimeout(PATIENCE, json, new Error('no data in time'));
    if ('redirect' in data) return { view: new Redirect(data.redirect) };
    return { view: await whole(data), stamp: data.stamp };
  } catch {
    const { view } = await browserSource.view(location.pathname + location.search);
    return { view, stamp: root.dataset.stamp };
  }
}

/** Starts at once in a document that brings its data: a view, or in the offline shell the layout only. */
async function startAtOnce(data: ViewData | { layout: LayoutData }): Promise<void> {
  const [initial] = await Promise.all(['path' in data ? whole(data) : null, addStyle()]);
  show(initial, data.layout, initial !== null);
}

/** @param isAsDrawn whether the page's elements were drawn from the same data */
function show(initial: View | null, layout: LayoutData, isAsDrawn: boolean): void {
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Portal initial={initial} layout={layout} source={browserSource} />
      </BrowserRouter>
    </StrictMode>
  );
  // Hydration keeps the attributes that it finds, such as the address of a picture that has been replaced since.
  if (isAsDrawn) hydrateRoot(root, app);
  else {
    // At once: the browser does not know the new elements, and would leave the reader at another place of the text.
    const putBack = keepPlace();
    flushSync(() => createRoot(root).render(app));
    putBack();
  }
  whenIdle(() => void import('./public/after-paint.ts').then(({ afterPaint }) => afterPaint(initial)));
}

const whole = async (data: ViewData): Promise<View> => ({ ...data, page: await loadPage(data.name) });

/** Adds the style of all pages, of which the document contains only its own. Without a network, they look plain. */
async function addStyle(): Promise<void> {
  const { style: href } = root.dataset;
  if (!href) return;
  delete root.dataset.style;
  await addStyleSheet(href);
}

const embedded = document.getElementById('data')?.textContent;
if (embedded) void startAtOnce(JSON.parse(embedded) as ViewData | { layout: LayoutData });
