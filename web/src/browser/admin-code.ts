import { ADMIN_CODES } from '../page-and-worker/cache-names.ts';
import { answersNow } from './missing-chunk.ts';

/** The back office's code cannot be loaded. WebKit caches the failure and may not request it a second time. */
export class AdminCodeMissing extends Error {
  override readonly name = 'AdminCodeMissing';
}

/**
 * Loads a part of the back office from a page of the public site.
 * @param load imports it; gives undefined where the page is about to load itself again for a new release
 * @throws AdminCodeMissing
 */
export async function loadAdminCode<M>(load: () => Promise<M | undefined>): Promise<M> {
  const code = await load().catch(() => undefined);
  if (code === undefined) throw new AdminCodeMissing();
  return code;
}

/** Whether that code can be loaded now: from this device's cache, or from a server that answers. */
export const isAdminCodeAtHand = async () => (await isKept().catch(() => false)) || answersNow();

async function isKept(): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ADMIN_CODES));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().length > 0;
}
