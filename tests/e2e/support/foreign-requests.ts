import type { BrowserContext } from 'playwright';

/** Records the requests of a visitor's pages to other sites, as they are made, and the addresses of the pages. */
export function foreignRequests(context: BrowserContext, own: string): { url: string; page: string }[] {
  const foreign: { url: string; page: string }[] = [];
  context.on('request', (request) => {
    if (!/^https?:/.test(request.url()) || request.url().startsWith(`${own}/`)) return;
    const page = request.serviceWorker() ? 'the service worker' : request.frame().page().url();
    foreign.push({ url: request.url(), page });
  });
  return foreign;
}
