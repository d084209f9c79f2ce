import { Router } from 'express';
import type { AnswerCache } from '../http/cache/answer-cache.ts';
import { robots, securityTxt, sitemap, sitemapPiece } from '../contract/addresses/crawlers.ts';
import type { PublicReader } from '../contract/reader.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { openPublicFiles } from '../http/public-file.ts';
import { part } from '../http/route.ts';
import { xmlDocument } from '../http/xml.ts';
import type { Db } from '../db/database.ts';
import { openSitemap } from '../records/sitemap.ts';
import type { SitemapPage, SitemapPiece } from '../records/sitemap.ts';

interface Parts {
  db: Db;
  reader: PublicReader;
  answerCache: AnswerCache;
  now: () => number;
  /** Public address of the portal. */
  origin: string;
}

/**
 * Files for programs: robots.txt, the site map, and where to report a security fault.
 */
export function crawlerRoutes({ db, reader, answerCache, now, origin }: Parts): Router {
  const router = Router({ caseSensitive: true });
  const sitemapOf = openSitemap(db);

  const serve = openPublicFiles(router, answerCache);

  serve(robots(), async () => text(robotsOf(origin)));
  serve(sitemap(), async () => xml(indexOf(sitemapOf.pieces(), origin)));
  serve(sitemapPiece(':piece'), async (req) => {
    const found = sitemapOf.pagesOf(part(req, 'piece'));
    return found && xml(pieceOf(found, origin));
  });
  serve(securityTxt(), async () => {
    const { securityContact } = await reader.document('site');
    return securityContact ? text(securityTxtOf(securityContact, origin, now())) : null;
  });
  return router;
}

const answerOf = (kind: string) => (body: string) => ({ status: 200, headers: { 'Content-Type': kind }, body });
const text = answerOf('text/plain; charset=utf-8');
const xml = answerOf('application/xml; charset=utf-8');

/** Pages that search engines must not list say so themselves (`noindex`), so robots.txt must allow reading them. */
function robotsOf(origin: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /users/', '', `Sitemap: ${origin}${sitemap()}`, ''].join('\n');
}

/** The formats of sitemaps.org, and Google's extension for pictures. */
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PICTURES = 'http://www.google.com/schemas/sitemap-image/1.1';

function indexOf(pieces: SitemapPiece[], origin: string): string {
  return xmlDocument('sitemapindex', {
    '@xmlns': SITEMAPS,
    sitemap: pieces.map(({ name, changed }) => ({ loc: origin + sitemapPiece(name), lastmod: changed })),
  });
}

function pieceOf(found: SitemapPage[], origin: string): string {
  return xmlDocument('urlset', {
    '@xmlns': SITEMAPS,
    '@xmlns:image': PICTURES,
    url: found.map(({ path, changed, pictures }) => ({
      loc: origin + path,
      lastmod: changed,
      'image:image': pictures.map((picture) => ({ 'image:loc': origin + picture })),
    })),
  });
}

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
