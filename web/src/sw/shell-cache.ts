import { adminShell, shell } from '#contract/addresses/public-calls';
import { codeIn } from './admin-code-cache.ts';
import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { isOfStaff } from '../page-and-worker/cache-names.ts';
import { ADMIN_CODE } from './caching-strategy.ts';
import { isWhole, PAGE } from '../page-and-worker/is-whole.ts';

/**
 * Age, in ms, at which a cached shell is fetched again after it was shown, because a message about a new one may have
 * been lost. A shell dated that far in the future was cached by a clock that was ahead, and is fetched again too.
 */
const SHELL_AGE = 24 * 3600_000;

/**
 * Opens the cache of the shells of the public site and the back office.
 * @param release name of this build: shells and admin code of one release are never used by another
 * @param keepCode caches the code of the back office that is among these files, or throws
 * @param isPrecached whether a path is in the precache of this release
 */
export function openShellCache({
  caches,
  access,
  fetch,
  now,
  release,
  keepCode,
  isPrecached,
}: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
  now: () => number;
  release: string;
  keepCode: (files: string[]) => Promise<void>;
  isPrecached: (path: string) => boolean;
}) {
  const SHELLS = `shells ${release}`;

  async function fetched(path: string): Promise<{ response: Response; code: string[] }> {
    const response = await fetch(path, { cache: 'reload' });
    if (!isWhole(response, PAGE)) throw new Error(`${path} answered ${response.status}`);
    const code = codeIn(await response.clone().text());
    if (code.length === 0) throw new Error(`${path} is no shell`);
    return { response, code };
  }

  /**
   * Fetches and caches a shell and the code it needs. A shell that names code which this release does not have comes
   * from a newer server; it is refused, because its code would be missing offline. A page that names no code is not a
   * shell of the portal.
   * @throws Error if the shell or its code cannot be fetched, or is refused
   */
  async function keepShell(path: string): Promise<void> {
    // As code (`fetchCode`), a shell that is encoded with an earlier one can fail, or come as nothing or as noise.
    const { response, code } = await fetched(path).catch(() => fetched(`${path}?whole`));
    const foreign = code.filter((file) => !file.startsWith(ADMIN_CODE) && !isPrecached(file));
    if (foreign.length > 0) throw new Error(`${path} belongs to another release: ${foreign[0]}`);
    await keepCode(code);
    await access.put(SHELLS, path, await dated(response, now()));
  }

  return {
    /**
     * Caches the shell of this release before it takes over, and on devices of staff the back office's code, so that
     * the back office still works offline after an update.
     */
    async prepare(): Promise<void> {
      await keepShell(shell());
      if (await isOfStaff(caches)) await keepShell(adminShell());
    },

    /** Removes the caches of other releases, after this one has taken over. */
    async dropOthers(): Promise<void> {
      const names = (await caches.keys()).filter((name) => /^(shells|admin) /.test(name));
      const others = names.filter((name) => !name.endsWith(` ${release}`));
      await Promise.all(others.map((name) => caches.delete(name)));
    },

    /** Returns the cached shell, or null; `renewal` may continue after the answer was sent. */
    async shell(path: string): Promise<{ response: Response; renewal: Promise<void> | null } | null> {
      const response = await access.get(SHELLS, path);
      if (!response) return null;
      const isOld = Math.abs(now() - Number(response.headers.get('x-kept-at'))) > SHELL_AGE;
      return { response, renewal: isOld ? keepShell(path).catch(() => {}) : null };
    },

    /** Fetches the cached shells again. One that cannot be fetched now stays, and is fetched again within a day. */
    async refreshShells(): Promise<void> {
      const kept = await (await caches.open(SHELLS)).keys();
      await Promise.all(kept.map(({ url }) => keepShell(new URL(url).pathname).catch(() => {})));
    },

    /** Caches the back office's shell and its code. A failure is ignored, because the page asks again. */
    keepAdmin: () => keepShell(adminShell()).catch(() => {}),
  };
}

/** Returns a copy of an answer with the time at which it was cached, in ms since the epoch. */
async function dated(response: Response, at: number): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('x-kept-at', String(at));
  // The cached body is already decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const { status, statusText } = response;
  return new Response(await response.blob(), { status, statusText, headers });
}
