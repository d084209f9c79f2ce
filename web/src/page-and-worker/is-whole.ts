/** What an answer of ours can be, by its content type. */
export const PAGE = /^text\/html\b/i;
export const CODE = /^(?:(?:text|application)\/(?:x-)?javascript|text\/css|image\/svg\+xml)\b/i;
export const PICTURE = /^image\//i;

/**
 * An answer of our own that has come whole: no error, no part, nothing opaque, and of the type that was asked for. The
 * parking page of a hosting company and a CDN's page for repairs come with status 200 too, in the place of anything.
 */
export function isWhole(response: Response, type: RegExp): boolean {
  const isOwn = (response.type === 'basic' || response.type === 'default') && !response.redirected;
  return response.status === 200 && isOwn && type.test(response.headers.get('content-type') ?? '');
}
