import type { PublicReader } from '../reader.ts';

const part = encodeURIComponent;
export const PUBLIC = '/api/dataPublic';

/**
 * The addresses of the questions that a reader answers, as Express patterns: `:name` is a part, braces are around what
 * may be missing. Searches are POST, with what is searched as their body. Those of the spec (section 7.2) lead to the
 * same questions (`api/routes/spec-reads.ts`).
 */
export const publicCalls = {
  document: '/document/:type',
  record: '/record/:type/:id',
  named: '/named/:type/:titlekey',
  list: '/list/:type/:dates/:page{/:by}',
  listSearch: '/listSearch/:type',
  days: '/days/:type/:dates{/:by}',
  highlighted: '/highlighted/:type',
  relatedStories: '/getStoriesRelated/:id',
  lastLabels: '/getLastLabels',
  menu: '/menu',
  alerts: '/alerts',
  search: '/searchContent',
} as const satisfies Record<keyof PublicReader, string>;

/** The address of a question; parts are filled in by their names. */
export function publicCall(question: keyof PublicReader, parts: Record<string, string | number> = {}): string {
  return PUBLIC + fill(publicCalls[question], parts);
}
/** Prefix of the address of a page's data, before its path and query; a first view requests it when the application
 * starts. */
export const VIEW = '/api/dataPublic/view';
export const publicFeed = (query: string) => `${PUBLIC}/changes${query}`;
/** Where the page for it logs in, and ends sessions that a device could not end. */
export const LOG_IN = '/users/authenticate';
export const LOG_OUT = '/users/logout';
/** Where somebody asks for a link to reset a forgotten password, and sets one with it. */
export const PASSWORD_RESET = '/users/passwordReset';
export const PASSWORD_RESET_USE = '/users/passwordReset/use';
/** Before the token of a link to reset a password, in a part of the address that no server sees. */
export const RESET_FRAGMENT = 'clave=';
/** The shell of the pages that a device opens by itself. */
export const shell = () => '/shell';
export const adminShell = () => '/shell/admin';

/** The query of a pull or of a fill's next piece. */
export const feedQuery = {
  fill: () => '',
  next: (token: string) => `?next=${part(token)}`,
  since: (cursor: string) => `?since=${part(cursor)}`,
} as const;

function fill(pattern: string, parts: Record<string, string | number>): string {
  return pattern
    .replace(/\{(.*?:(\w+))\}/g, (_, optional: string, name: string) => (Object.hasOwn(parts, name) ? optional : ''))
    .replace(/:(\w+)/g, (_, name: string) => part(String(parts[name] ?? 'all')));
}
