import helmet from 'helmet';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAP_HOSTS } from '../contract/values/maps.ts';

/** Whether browsers are told to use only https (HSTS), and for which names. */
export type Transport = 'plain' | 'https' | 'https-with-subdomains';

/**
 * Returns the headers of every answer. They are computed once, because kept answers pass through no middleware.
 * @param styleHashes CSP sources of the inline style that server-rendered pages carry, like `sha256-...`
 * @param styleAttributes values of the `style` attributes in them; `any` where the rich-text editor writes its own
 * @param transport how the portal's public address is reached
 */
export function securityHeaders({
  styleHashes = [],
  styleAttributes = [],
  transport = 'plain',
}: {
  styleHashes?: readonly string[];
  styleAttributes?: readonly string[] | 'any';
  transport?: Transport;
} = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  // All that helmet uses of a response, hence the cast below.
  const response = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...styleHashes.map(quoted)],
        ...(styleAttributes.length === 0
          ? {}
          : {
              styleSrcAttr:
                styleAttributes === 'any' ? ["'unsafe-inline'"] : ["'unsafe-hashes'", ...styleAttributes.map(sourceOf)],
            }),
        imgSrc: ["'self'", 'data:', 'blob:'],
        frameSrc: [
          'https://www.youtube-nocookie.com',
          'https://player.vimeo.com',
          ...MAP_HOSTS.map((host) => `https://${host}`),
        ],
        mediaSrc: ["'self'", 'https:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Video hosts refuse to play for a page that sends no referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity:
      transport === 'plain' ? false : { maxAge: 31_536_000, includeSubDomains: transport === 'https-with-subdomains' },
    xFrameOptions: { action: 'deny' },
    // These headers are for obsolete browsers only.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}

const quoted = (source: string) => `'${source.replaceAll("'", '')}'`;
/** CSP 3: with 'unsafe-hashes', a style attribute is allowed by the hash of its value. */
const sourceOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
