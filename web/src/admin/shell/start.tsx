import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sharedPhotos } from '#contract/addresses/installed';
import { pages } from '#contract/addresses/pages';
import { reloadOnMissingChunk } from '../../browser/missing-chunk.ts';
import { NotKept, openOutboxStore } from '../../offline/outbox/outbox-db.ts';
import type { Outbox, Snapshot } from '../../offline/outbox/outbox-types.ts';
import { registerWorker } from '../../browser/register-worker.ts';
import { waitingRelease } from '../../browser/waiting-release.ts';
import { whenNothingIsDirty } from '../changes/dirty-fields.ts';
import { keepTexts } from '../changes/texts.ts';
import { keepCode } from './keep-code.ts';
import { openPageStores, openWorkspace } from '../workspace/open-workspace.ts';
import { previewAt } from '../parts/preview-address.ts';

/**
 * Starts the back office for the user logged in on this device. Without a session, redirects to /login, except where
 * shared photos have to be told first that they are kept; but not if the device's store cannot be read, because the
 * log-in page might read it a moment later and redirect back here.
 */
export async function start(root: HTMLElement): Promise<void> {
  reloadOnMissingChunk();
  const stores = openPageStores({ store: openOutboxStore() });
  const { outbox } = stores;
  const { session, trouble } = await firstReading(outbox);
  if (trouble !== null) {
    outbox.close();
    stores.store.close();
    // The screens import the style.
    const [{ StoreUnreadable }] = await Promise.all([import('./store-unreadable.tsx'), import('./app.tsx')]);
    createRoot(root).render(
      <StrictMode>
        <StoreUnreadable reason={new NotKept(trouble).message} />
      </StrictMode>,
    );
    return;
  }
  // A page that was closed at the end of its session may have left records behind.
  if (!session) await stores.store.drop().catch(() => {});
  if (!session && location.pathname === sharedPhotos()) {
    outbox.close();
    stores.store.close();
    const [{ LogInFirst }] = await Promise.all([import('../shared/log-in-first.tsx'), import('./app.tsx')]);
    createRoot(root).render(
      <StrictMode>
        <LogInFirst />
      </StrictMode>,
    );
    return;
  }
  if (!session) {
    location.replace(pages.login(location.pathname + location.search));
    return;
  }
  const workspace = await openWorkspace(stores, session, keepTexts);
  reloadWhenOutdated(outbox);
  const preview = previewAt(location);
  if (preview) {
    const { renderPreview } = await import('../edit/preview.tsx');
    await renderPreview(root, workspace, preview.entity, preview.id);
    return;
  }
  const { App } = await import('./app.tsx');
  createRoot(root).render(
    <StrictMode>
      <App workspace={workspace} />
    </StrictMode>,
  );
  registerWorker({ updateWaits: waitingRelease.set, reload: () => whenNothingIsDirty(() => location.reload()) });
  void navigator.storage?.persist?.();
  keepCode();
}

/** Another tab runs a newer release that upgrades the database: this tab can no longer write. */
function reloadWhenOutdated(outbox: Outbox): void {
  const end = outbox.subscribe(() => {
    if (outbox.getSnapshot().trouble !== 'outdated') return;
    end();
    whenNothingIsDirty(() => location.reload());
  });
}

/** The state of the tab once the device's store has been read, or reading has failed. */
function firstReading(outbox: Outbox): Promise<Snapshot> {
  return new Promise((resolve) => {
    const look = () => {
      const snapshot = outbox.getSnapshot();
      if (!snapshot.isLoaded && snapshot.trouble === null) return;
      end();
      resolve(snapshot);
    };
    const end = outbox.subscribe(look);
    look();
  });
}
