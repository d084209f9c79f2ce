import { adminShell, shell } from '#contract/addresses/calls';
import { orNothing } from './cache-access.ts';
import type { CacheAccess } from './cache-access.ts';
import { ADMIN_CODES, isOfStaff } from './cache-names.ts';
import { CODE, isWhole, PAGE } from './is-whole.ts';
import { ADMIN_CODE } from './caching-strategy.ts';

/**
 * Age, in ms, from which on a kept shell is fetched again after it was shown: a message about a new one may have been
 * lost. The same goes for one from so far in the future, which a clock that was ahead has kept.
 */
const SHELL_AGE = 24 * 3600_000;

/**
 * The shells of the public site and the back office, and the back office's code.
 * @param release names this build: shells and admin code of one release never serve another
 * @param isPrecached is this path in the precache of this release?
 */
export function openShellCache({
  caches,
  access,
  fetch,
  now,
  release,
  isPrecached,
}: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
  now: () => number;
  release: string;
  isPrecached: (path: string) => boolean;
}) {
  const SHELLS = `shells ${release}`;
  const ADMIN = `${ADMIN_CODES}${release}`;

  /**
   * Fetches a shell and what it needs. One that names code which this release does not have comes from a newer server,
   * and is not for this worker: offline, its code would be missing. One that names none is no shell of ours.
   * @throws when it cannot be had
   */
  async function keepShell(path: string): Promise<void> {
    const response = await fetch(path, { cache: 'reload' });
    if (!isWhole(response, PAGE)) throw new Error(`${path} answered ${response.status}`);
    const code = codeIn(await response.clone().text());
    if (code.length === 0) throw new Error(`${path} is somebody else's page`);
    const foreign = code.filter((file) => !file.startsWith(ADMIN_CODE) && !isPrecached(file));
    if (foreign.length > 0) throw new Error(`${path} belongs to another release: ${foreign[0]}`);
    await keepAdminCode(code, new Set());
    await access.put(SHELLS, path, await dated(response, now()));
  }

  /** Keeps the back office's code among these files, and the code that it names. */
  async function keepAdminCode(files: string[], seen: Set<string>): Promise<void> {
    const own = files.filter((file) => file.startsWith(ADMIN_CODE) && !seen.has(file));
    // Opening a cache makes it, and having one is what tells a staff member's device.
    if (own.length === 0) return;
    const cache = await caches.open(ADMIN);
    await Promise.all(
      own.map(async (file) => {
        seen.add(file);
        const kept = await cache.match(file);
        const response = kept ?? (await fetch(file));
        if (!isWhole(response, CODE)) throw new Error(`${file} came as no code, with ${response.status}`);
        if (!kept) await cache.put(file, response.clone());
        const text = await response.text();
        await keepAdminCode(codeIn(text, ADMIN_CODE), seen);
      }),
    );
  }

  return {
    /**
     * Before a release takes over: its shell, and where the staff work on this device their code too, so that an update
     * on a tablet never takes the back office away from it.
     */
    async prepare(): Promise<void> {
      await keepShell(shell());
      if (await isOfStaff(caches)) await keepShell(adminShell());
    },

    /** After it has taken over: removes what belonged to other releases. */
    async dropOthers(): Promise<void> {
      const names = (await caches.keys()).filter((name) => /^(shells|admin) /.test(name));
      const others = names.filter((name) => name !== SHELLS && name !== ADMIN);
      await Promise.all(others.map((name) => caches.delete(name)));
    },

    /** @returns the kept shell, null where there is none; `renewal` is what may go on after the answer */
    async shell(path: string): Promise<{ response: Response; renewal: Promise<void> | null } | null> {
      const response = await access.get(SHELLS, path);
      if (!response) return null;
      const isOld = Math.abs(now() - Number(response.headers.get('x-kept-at'))) > SHELL_AGE;
      return { response, renewal: isOld ? keepShell(path).catch(() => {}) : null };
    },

    /** Renews the kept shells. One that cannot be fetched now stays as it is and is renewed within a day. */
    async refreshShells(): Promise<void> {
      const kept = await (await caches.open(SHELLS)).keys();
      await Promise.all(kept.map(({ url }) => keepShell(new URL(url).pathname).catch(() => {})));
    },

    /** Keeps the back office's shell and the code that it names. Without a network it is tried again another time. */
    keepAdmin: () => keepShell(adminShell()).catch(() => {}),

    /** Kept on a device of staff alone: the log-in loads some of it for whoever opens that page. */
    async adminCode(request: Request): Promise<Response> {
      if (!(await orNothing(caches.has(ADMIN)))) return fetch(request);
      const kept = await access.get(ADMIN, request);
      if (kept) return kept;
      const response = await fetch(request);
      if (isWhole(response, CODE)) await orNothing(access.put(ADMIN, request, response.clone()));
      return response;
    },
  };
}

/** The answer with the time at which it was kept. */
async function dated(response: Response, at: number): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('x-kept-at', String(at));
  // The body is kept as it is after decoding.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const { status, statusText } = response;
  return new Response(await response.blob(), { status, statusText, headers });
}

const NAMED = /\/?assets\/(?:[\w-]+\/)*[\w.-]+-[\w-]{8}\.(?:js|css|svg)\b/g;
const NAMED_BESIDE = /(?:^|[^.])\.\/([\w.-]+-[\w-]{8}\.(?:js|css|svg))\b/g;

/** The hashed files that a text names by their path. @param folder where the text lies, for names beside it */
function codeIn(text: string, folder?: string): string[] {
  const names = [...text.matchAll(NAMED)].map(([name]) => `/${name.replace(/^\//, '')}`);
  const beside = folder === undefined ? [] : [...text.matchAll(NAMED_BESIDE)].map(([, name]) => folder + name);
  return [...new Set([...names, ...beside])];
}
