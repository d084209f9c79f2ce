import { adminShell, shell } from '#contract/addresses/public-calls';
import { DRAFTS } from '#contract/addresses/drafts';
import { PLAIN_TICKETS } from '#contract/addresses/tickets';
import { asksForFile, isUpload } from '#contract/addresses/files';
import { sharedPhotos } from '#contract/addresses/installed';
import { agendaOfCalendar, calendarEventId, isSubscription } from '#contract/addresses/subscriptions';
import { pageOfQrCode } from '#contract/addresses/qr-codes';

/**
 * How the service worker answers a request; `network` leaves it to the browser as if there were no worker. An `opened`
 * file stands in a tab by itself, where a page of the portal says so when it cannot be had.
 */
export type Strategy =
  | 'shell'
  | 'admin-shell'
  | 'precached'
  | 'admin-code'
  | 'picture'
  | 'saved-pdf'
  | 'opened-picture'
  | 'opened-pdf'
  | 'shared-photos'
  | 'event-file'
  | 'opened-event-file'
  | 'opened-subscription'
  | 'qr-code'
  | 'network';

/** What the strategy depends on; a Request has all of it. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url' | 'cache'>;

/**
 * What the worker does with a request. It touches nothing of the API, and nothing but GET except for photos that the
 * device's gallery sends.
 * @param isPrecached is this address, as the release was built, in the precache?
 */
export function strategyOf(
  { method, mode, url, cache }: Asked,
  origin: string,
  isPrecached: (url: string) => boolean,
): Strategy {
  const { origin: host, pathname } = new URL(url);
  if (method === 'POST' && mode === 'navigate' && host === origin && pathname === sharedPhotos())
    return 'shared-photos';
  if (method !== 'GET' || host !== origin || cache === 'reload') return 'network';
  if (isUpload(pathname)) return uploadStrategy(pathname, mode === 'navigate');
  if (UNTOUCHED.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return 'network';
  if (calendarEventId(pathname) !== null || agendaOfCalendar(pathname) !== null)
    return mode === 'navigate' ? 'opened-event-file' : 'event-file';
  if (pageOfQrCode(pathname) !== null) return 'qr-code';
  if (mode === 'navigate') return isSubscription(pathname) ? 'opened-subscription' : pageStrategy(pathname);
  if (pathname.startsWith(ADMIN_CODE)) return 'admin-code';
  return isPrecached(url) ? 'precached' : 'network';
}

/** Folder of the back office's code, which is cached once a member of staff has logged in on the device. */
export const ADMIN_CODE = '/assets/admin/';

const UNTOUCHED = ['/api', '/users', '/salud', DRAFTS, PLAIN_TICKETS, shell(), adminShell()];

function uploadStrategy(pathname: string, isOpened: boolean): Strategy {
  if (pathname.endsWith('.webp')) return isOpened ? 'opened-picture' : 'picture';
  if (pathname.endsWith('.pdf')) return isOpened ? 'opened-pdf' : 'saved-pdf';
  return 'network';
}

/** Feeds and the site map are files, and code that is opened in a tab is no page. */
function pageStrategy(pathname: string): Strategy {
  if (asksForFile(pathname) || pathname.startsWith('/assets/')) return 'network';
  return pathname === '/admin' || pathname.startsWith('/admin/') ? 'admin-shell' : 'shell';
}
