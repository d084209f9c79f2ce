import { Router } from 'express';
import type { RequestHandler } from 'express';
import { pageOfQrCode, QR_PATH_MAX, qrCodeOf } from '../contract/addresses/qr-codes.ts';
import { Problem } from '../contract/problems.ts';
import type { Answer, AnswerCache } from '../http/cache/answer-cache.ts';
import type { Renderer } from '../http/render.ts';
import { route } from '../http/route.ts';

/**
 * The QR codes of pages, for paper. A code is drawn whether or not its page exists: it contains nothing but the
 * address.
 */
export function qrCodeRoutes({ renderer, answerCache }: { renderer: Renderer; answerCache: AnswerCache }): Router {
  const router = Router();
  const send: RequestHandler = (req, res) => {
    const page = pageOfQrCode(req.path);
    if (page === null || page.length > QR_PATH_MAX) throw new Problem('not-found');
    const produce = async (): Promise<Answer> => ({
      status: 200,
      headers: { 'Content-Type': 'image/svg+xml' },
      body: renderer.qrCode(page),
    });
    return answerCache.send(req, res, produce, req.path);
  };
  route(router, `${qrCodeOf('/')}{/*page}`, { get: send });
  return router;
}
