import { adminShell, shell } from '#contract/addresses/calls';
import { PICTURES, SAVED_PDFS } from './cache-names.ts';
import { CODE, PICTURE, isWhole, PAGE } from './is-whole.ts';
import { partOf } from './part-of.ts';
import { ADMIN_CODE } from './strategy.ts';

/** Pictures are kept until there are so many of them, or so many bytes; the oldest go first. */
const MOST_PICTURES = 300;
const MOST_PICTURE_BYTES = 40_000_000;
/** The pictures are counted once in so many new ones. */
const COUNT_EVERY = 10;
/**
 * A shell older than this, or kept so far in the future by a clock that was ahead, is fetched again behind the visitor's
 * back: a message about a new one may have been lost.
 */
const SHELL_AGE = 24 * 3600_000;

/**
 * What the worker keeps beside the precache, and how it answers from it.
 * @param release names this build: shells and admin code of one release never serve another
 * @param isPrecached is this path in the precache of this release?
 */
export function openCaches({ caches, fetch, now, release, isPrecached }: {
  caches: CacheStorage;
  fetch: typeof globalThis.fetch;
  now: () => number;
  release: string;
  isPrecached: (path: string) => boolean;
}) {
  const SHELLS = `shells ${release}`;
  const ADMIN = `admin ${release}`;
  let sinceCount = 0;

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
    const headers = new Headers(response.headers);
    headers.set('x-kept-at', String(now()));
    // The body is kept as text, whatever it travelled as.
    headers.delete('content-encoding');
    headers.delete('content-length');
    const { status, statusText } = response;
    await keepIn(SHELLS, path, new Response(await response.blob(), { status, statusText, headers }));
  }

  /** Keeps the back office's code among these files, and what that names in turn. */
  async function keepAdminCode(files: string[], seen: Set<string>): Promise<void> {
    const own = files.filter((file) => file.startsWith(ADMIN_CODE) && !seen.has(file));
    // Opening a cache makes it, and having one is what tells a staff member's device.
    if (own.length === 0) return;
    const cache = await caches.open(ADMIN);
    await Promise.all(own.map(async (file) => {
      seen.add(file);
      const kept = await cache.match(file);
      const response = kept ?? (await fetch(file));
      if (!isWhole(response, CODE)) throw new Error(`${file} came as no code, with ${response.status}`);
      if (!kept) await cache.put(file, response.clone());
      const text = await response.text();
      await keepAdminCode(codeIn(text, ADMIN_CODE), seen);
    }));
  }

  const keptIn = (name: string, request: RequestInfo, options?: CacheQueryOptions) =>
    orNothing(caches.open(name).then((cache) => cache.match(request, options)));

  async function keepIn(name: string, request: RequestInfo, response: Response): Promise<Cache> {
    const cache = await caches.open(name);
    await cache.put(request, response);
    return cache;
  }

  async function keepPicture(url: string, response: Response): Promise<void> {
    const cache = await keepIn(PICTURES, url, response);
    sinceCount += 1;
    if (sinceCount % COUNT_EVERY === 0) await trimPictures(cache);
  }

  async function trimPictures(cache: Cache): Promise<void> {
    let bytes = 0;
    const newestFirst = [...(await cache.keys())].reverse();
    for (const [at, request] of newestFirst.entries()) {
      bytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
      if (at >= MOST_PICTURES || bytes > MOST_PICTURE_BYTES) await cache.delete(request);
    }
  }

  /** The same picture in another width: better than none. */
  async function otherWidth(url: string): Promise<Response | undefined> {
    const cache = await caches.open(PICTURES);
    const start = withoutWidth(url);
    const other = (await cache.keys()).find((request) => withoutWidth(request.url) === start);
    return other && cache.match(other);
  }

  return {
    /**
     * Before a release takes over: its shell, and where the staff work on this device their code too, so that an update
     * on a tablet never takes the back office away from it.
     */
    async prepare(): Promise<void> {
      await keepShell(shell());
      if ((await caches.keys()).some((name) => name.startsWith('admin '))) await keepShell(adminShell());
    },

    /** After it took over: what belonged to others goes. */
    async dropOthers(): Promise<void> {
      const others = (await caches.keys()).filter((name) => /^(shells|admin) /.test(name) && name !== SHELLS && name !== ADMIN);
      await Promise.all(others.map((name) => caches.delete(name)));
    },

    /** @returns the kept shell, null where there is none; `renewal` is what may go on after the answer */
    async shell(path: string): Promise<{ response: Response; renewal: Promise<void> | null } | null> {
      const response = await keptIn(SHELLS, path);
      if (!response) return null;
      const isOld = Math.abs(now() - Number(response.headers.get('x-kept-at'))) > SHELL_AGE;
      return { response, renewal: isOld ? keepShell(path).catch(() => {}) : null };
    },

    /** The town's identity has changed. What cannot be fetched now stays as it is and is renewed within a day. */
    async refreshShells(): Promise<void> {
      const kept = await (await caches.open(SHELLS)).keys();
      await Promise.all(kept.map(({ url }) => keepShell(new URL(url).pathname).catch(() => {})));
    },

    /** Keeps the back office's shell and the code that it names. Without a network there is another time. */
    keepAdmin: () => keepShell(adminShell()).catch(() => {}),

    async adminCode(request: Request): Promise<Response> {
      const kept = await keptIn(ADMIN, request);
      if (kept) return kept;
      const response = await fetch(request);
      if (isWhole(response, CODE)) await orNothing(keepIn(ADMIN, request, response.clone()));
      return response;
    },

    /** A picture's address carries its content's hash, so what is kept is right for ever. */
    async picture(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
      const kept = await keptIn(PICTURES, request.url);
      if (kept) return kept;
      let response: Response;
      try {
        response = await fetch(request);
      } catch (error) {
        const other = await orNothing(otherWidth(request.url));
        if (other) return other;
        throw error;
      }
      if (isWhole(response, PICTURE)) {
        later(orNothing(keepPicture(request.url, response.clone())));
      }
      return response;
    },

    /** A PDF that the visitor keeps, else the server's. */
    async savedPdf(request: Request): Promise<Response> {
      const kept = await keptIn(SAVED_PDFS, request.url, { ignoreVary: true });
      return kept ? partOf(kept, request.headers.get('range')) : fetch(request);
    },
  };
}

/**
 * For all that an answer takes from the caches or puts there: a full device or a broken profile counts as having kept
 * nothing, and the page gets what the network brings.
 */
export const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** The hashed files that a text names: by their path on this site, and those beside it where it lies in a folder of code. */
function codeIn(text: string, folder?: string): string[] {
  const names = [...text.matchAll(/\/?assets\/(?:[\w-]+\/)*[\w.-]+-[\w-]{8}\.(?:js|css|svg)\b/g)].map(([name]) => `/${name.replace(/^\//, '')}`);
  const beside = folder === undefined ? [] : [...text.matchAll(/(?:^|[^.])\.\/([\w.-]+-[\w-]{8}\.(?:js|css|svg))\b/g)].map(([, name]) => folder + name);
  return [...new Set([...names, ...beside])];
}

const withoutWidth = (url: string) => url.replace(/-\d+\.webp$/, '');
