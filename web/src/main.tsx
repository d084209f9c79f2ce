import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { browserSource } from './public/browser-source.ts';
import { awaitInstallOffer } from './browser/install.ts';
import { reloadOnMissingChunk } from './browser/missing-chunk.ts';
import { loadPage } from './public/routes.ts';
import { Portal } from './public/portal.tsx';
import type { LayoutData } from './public/public-page.ts';
import type { View } from './public/view.ts';
import { whenIdle } from './browser/when-idle.ts';

/** Data embedded in the document: the rendered view or, in the offline shell, the layout only. */
type Brought = Omit<View, 'page'> | { layout: LayoutData };

const root = document.getElementById('root') as HTMLElement;
const brought = JSON.parse(document.getElementById('data')?.textContent ?? '') as Brought;
history.scrollRestoration = 'manual';
awaitInstallOffer();
reloadOnMissingChunk();

async function start(): Promise<void> {
  const sheets = root.dataset.sheets?.split(' ') ?? [];
  const [initial] = await Promise.all([
    'path' in brought ? loadPage(brought.name).then((page) => ({ ...brought, page })) : null,
    ...sheets.map(addSheet),
  ]);
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Portal initial={initial} layout={brought.layout} source={browserSource} />
      </BrowserRouter>
    </StrictMode>
  );
  if (initial) hydrateRoot(root, app);
  else createRoot(root).render(app);
  whenIdle(() => void import('./public/after-paint.ts').then(({ afterPaint }) => afterPaint(initial)));
}

/** Adds a style sheet that the document does not contain. Without a network, pages look plain. */
function addSheet(href: string): Promise<void> {
  const link = document.createElement('link');
  return new Promise((resolve) => {
    Object.assign(link, { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => resolve() });
    document.head.append(link);
  });
}

void start();
