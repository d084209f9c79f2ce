import { ADMIN_CODES } from '../sw/cache-names.ts';
import { answersNow } from './missing-chunk.ts';

/** The back office's code cannot be loaded. WebKit remembers the failure and may not request it a second time. */
export class OfficeCodeMissing extends Error {
  override readonly name = 'OfficeCodeMissing';
}

/**
 * Loads a part of the back office from a page of the public site.
 * @param load imports it; gives undefined where the page is about to load itself again for a new release
 * @throws OfficeCodeMissing
 */
export async function officeCode<M>(load: () => Promise<M | undefined>): Promise<M> {
  const code = await load().catch(() => undefined);
  if (code === undefined) throw new OfficeCodeMissing();
  return code;
}

/** Can that code be had now: kept on this device, or from a server that answers? */
export const isOfficeCodeAtHand = async () => (await isKept().catch(() => false)) || answersNow();

async function isKept(): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith(ADMIN_CODES));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().length > 0;
}
