import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { browserSource } from './browser-source.ts';
import { awaitInstallOffer } from './install.ts';
import { reloadOnMissingChunk } from './offline/missing-chunk.ts';
import { loadPage } from './pages.ts';
import { Portal } from './portal.tsx';
import type { LayoutData } from './public-page.ts';
import type { View } from './view.ts';
import { whenIdle } from './when-idle.ts';

/** What the document brings: the view it was drawn from, or, where a device starts by itself, the layout alone. */
type Brought = Omit<View, 'page'> | { layout: LayoutData };

const root = document.getElementById('root') as HTMLElement;
const brought = JSON.parse(document.getElementById('data')?.textContent ?? '') as Brought;
history.scrollRestoration = 'manual';
awaitInstallOffer();
reloadOnMissingChunk();

async function start(): Promise<void> {
  const initial = 'path' in brought ? { ...brought, page: await loadPage(brought.name) } : null;
  const app = (
    <StrictMode>
      <BrowserRouter>
        <Portal initial={initial} layout={brought.layout} source={browserSource} />
      </BrowserRouter>
    </StrictMode>
  );
  if (initial) hydrateRoot(root, app);
  else createRoot(root).render(app);
  whenIdle(() => void import('./after-paint.ts').then(({ afterPaint }) => afterPaint(initial)));
}

void start();
