import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pages } from '#contract/paths';
import { reloadOnMissingChunk } from '../offline/missing-chunk.ts';
import { openOutboxStore } from '../offline/outbox/outbox-db.ts';
import { openOutbox } from '../offline/outbox/outbox.ts';
import type { Outbox } from '../offline/outbox/outbox.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { update } from '../update.ts';
import { whenNothingIsDirty } from './editing.ts';
import { keepCode } from './keep-code.ts';
import { openDesk } from './open-desk.ts';
import { previewAt } from './preview-address.ts';

/** Opens the back office for whoever is logged in on this device; without a session, the way leads to /login. */
export async function start(root: HTMLElement): Promise<void> {
  reloadOnMissingChunk();
  const outbox = openOutbox({ store: openOutboxStore() });
  const session = await sessionIn(outbox);
  if (!session) {
    location.replace(pages.login(location.pathname + location.search));
    return;
  }
  const desk = await openDesk(outbox, session);
  reloadWhenOutdated(outbox);
  const preview = previewAt(location);
  if (preview) {
    const { drawPreview } = await import('./preview.tsx');
    await drawPreview(root, desk, preview.entity, preview.id);
    return;
  }
  const { App } = await import('./app.tsx');
  createRoot(root).render(<StrictMode><App desk={desk} /></StrictMode>);
  registerWorker({ updateWaits: update.set, reload: () => whenNothingIsDirty(() => location.reload()) });
  void navigator.storage?.persist?.();
  keepCode();
}

/** Another tab runs a newer release, which wants the outbox in its own shape: this one can write no more. */
function reloadWhenOutdated(outbox: Outbox): void {
  const end = outbox.subscribe(() => {
    if (outbox.getSnapshot().trouble !== 'outdated') return;
    end();
    whenNothingIsDirty(() => location.reload());
  });
}

/** Who is logged in, as soon as the device's store has been read; null for nobody, or when it cannot be read. */
function sessionIn(outbox: Outbox) {
  return new Promise<ReturnType<Outbox['getSnapshot']>['session']>((resolve) => {
    const look = () => {
      const { isLoaded, session, trouble } = outbox.getSnapshot();
      if (!isLoaded && trouble === null) return;
      end();
      resolve(session);
    };
    const end = outbox.subscribe(look);
    look();
  });
}
