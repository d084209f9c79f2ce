import helmet from 'helmet';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAP_HOSTS } from '../contract/values/maps.ts';
import { VIDEO_SITES } from '../contract/values/videos.ts';

/** Whether browsers are told to use only https (HSTS), and for which names. */
export type Transport = 'plain' | 'https' | 'https-with-subdomains';

/** Content security policy of answers that are not documents: what they embed, if shown as one, comes from here. */
const OWN_ONLY = "default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'";
/**
 * Who may frame a document, which carries the rest itself: a `meta` element cannot restrict that. The back office shows
 * its own previews in frames.
 */
const FRAMED_BY = { 'public document': "frame-ancestors 'none'", 'admin document': "frame-ancestors 'self'" };

/** What an answer is to a browser: a page for residents, a page of the back office, or what is not shown as a page. */
export type AnswerKind = 'public document' | 'admin document' | 'other';

/**
 * Returns the headers of every answer. They are computed once, because kept answers pass through no middleware.
 * @param transport how the portal's public address is reached
 * @param kind documents carry their content security policy themselves: see `documentPolicy`
 */
export function securityHeaders({
  transport = 'plain',
  kind = 'other',
}: {
  transport?: Transport;
  kind?: AnswerKind;
} = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
    'Content-Security-Policy': kind === 'other' ? OWN_ONLY : FRAMED_BY[kind],
  };
  // All that helmet uses of a response, hence the cast below.
  const response: Pick<ServerResponse, 'setHeader' | 'removeHeader'> = {
    setHeader(name, value) {
      headers[name] = String(value);
      return response as ServerResponse;
    },
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: false,
    // Documents carry theirs; what is loaded by them has no use for one.
    referrerPolicy: false,
    // A page that has it is opened in a new process of the browser wherever the page before had none, which takes a
    // cheap phone a tenth of a second. What is public can be requested by anybody, so only the back office needs it.
    crossOriginOpenerPolicy: kind === 'admin document',
    strictTransportSecurity:
      transport === 'plain' ? false : { maxAge: 31_536_000, includeSubDomains: transport === 'https-with-subdomains' },
    // `frame-ancestors` replaces it in every browser that the portal supports.
    xFrameOptions: false,
    // These headers are for obsolete browsers only.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })({} as IncomingMessage, response as ServerResponse, () => {});
  return headers;
}

/**
 * Returns the content security policy that a document carries in a `meta` element (CSP 3, section 3.3), where it is
 * compressed with the document. Inline styles and scripts are allowed by their hashes.
 * @param isAdmin the rich-text editor writes style attributes of its own, and previews stand in frames
 */
export function documentPolicy({
  styles,
  scripts,
  isAdmin = false,
}: {
  styles: readonly string[];
  scripts: readonly string[];
  isAdmin?: boolean;
}): string {
  const frames = [
    ...(isAdmin ? ["'self'"] : []),
    ...Object.values(VIDEO_SITES).map(({ player }) => player),
    ...MAP_HOSTS.map((host) => `https://${host}`),
  ];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(hashOf)],
    'style-src': ["'self'", ...styles.map(hashOf)],
    ...(isAdmin ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'img-src': ["'self'", 'data:', 'blob:'],
    'frame-src': frames,
    'media-src': ["'self'", 'https:', 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
