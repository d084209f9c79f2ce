import { Router } from 'express';
import { ownLocation } from '../http/address.ts';
import { ICON_KINDS, iconHash, madeIcon } from '../contract/town/icons.ts';
import type { IconKind } from '../contract/town/icons.ts';
import type { PublicReader } from '../contract/reader.ts';
import { Problem } from '../contract/problems.ts';
import type { Icons } from '../files/icon-store.ts';
import { PUBLIC_CACHE, PUBLIC_PICTURE_CACHE } from '../http/cache/cache-control.ts';
import type { AnswerCache } from '../http/cache/answer-cache.ts';
import { openPublicFiles } from '../http/public-file.ts';
import { part, route } from '../http/route.ts';

interface Parts {
  reader: PublicReader;
  icons: Icons;
  answerCache: AnswerCache;
}

/** The icons of the town. Their addresses change with them; an outdated address redirects to the current one. */
export function iconRoutes({ reader, icons, answerCache }: Parts): Router {
  const router = Router();
  const serve = openPublicFiles(router, answerCache);

  serve('/favicon.ico', async () => {
    const body = await icons.make(await reader.document('site'), 'ico');
    return body && { status: 200, headers: { 'Content-Type': 'image/x-icon' }, body };
  });

  route(router, madeIcon(':hash', ':file'), {
    get: async (req, res) => {
      const kind = kindOf(part(req, 'file'));
      const site = await reader.document('site');
      const address = madeIcon(iconHash(site), part(req, 'file'));
      if (req.path !== address) {
        res.writeHead(302, { Location: ownLocation(address), 'Cache-Control': PUBLIC_CACHE }).end();
        return;
      }
      const body = await icons.make(site, kind);
      if (!body) throw new Problem('not-found');
      res.setHeader('Cache-Control', PUBLIC_PICTURE_CACHE);
      res.type('image/png').send(body);
    },
  });
  return router;
}

/** @throws Problem 404 */
function kindOf(file: string): IconKind {
  const kind = ICON_KINDS.find((one) => one !== 'ico' && file === `${one}.png`);
  if (!kind) throw new Problem('not-found');
  return kind;
}
