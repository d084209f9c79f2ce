import { Router } from 'express';
import type { Answer, AnswerCache } from '../http/answer-cache.ts';
import { robots, securityTxt } from '../contract/addresses/crawlers.ts';
import type { PublicReader } from '../contract/reader.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { MISSING_FILE } from '../http/missing-file.ts';
import { route } from '../http/route.ts';

interface Parts {
  reader: PublicReader;
  answerCache: AnswerCache;
  now: () => number;
  /** Public address of the portal. */
  origin: string;
}

/** What only programs ask for: what search engines may visit, and where to report a security fault. */
export function crawlerRoutes({ reader, answerCache, now, origin }: Parts): Router {
  const router = Router();

  function text(address: string, bodyOf: () => Promise<string | null>): void {
    const produce = async (): Promise<Answer> => {
      const body = await bodyOf();
      return body === null ? MISSING_FILE : { status: 200, headers: { 'Content-Type': TEXT }, body };
    };
    route(router, address, { get: (req, res) => answerCache.send(req, res, produce, address) });
  }

  text(robots(), async () => ROBOTS);
  text(securityTxt(), async () => {
    const { securityContact } = await reader.site();
    return securityContact ? securityTxtOf(securityContact, origin, now()) : null;
  });
  return router;
}

const TEXT = 'text/plain; charset=utf-8';

/** Pages that are not to be found say so themselves (`noindex`), so search engines must be able to read them. */
const ROBOTS = ['User-agent: *', 'Disallow: /api/', 'Disallow: /users/', ''].join('\n');

/** Days for which a copy of security.txt is valid; RFC 9116, section 2.5.5, recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

function securityTxtOf(contact: string, origin: string, at: number): string {
  const uri = contact.startsWith('https:') ? contact : `mailto:${encodeURIComponent(contact).replace('%40', '@')}`;
  return [
    `Contact: ${uri}`,
    `Expires: ${addDays(dayAt(at), SECURITY_TXT_DAYS)}T00:00:00Z`,
    'Preferred-Languages: es',
    `Canonical: ${origin}${securityTxt()}`,
    '',
  ].join('\n');
}
