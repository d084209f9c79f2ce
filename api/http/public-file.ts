import type { Request, Router } from 'express';
import type { Answer, AnswerCache } from './cache/answer-cache.ts';
import { route } from './route.ts';

/** Answer in place of a file that does not exist: never a page, which a program would take for the file. */
export const MISSING_FILE: Answer = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'Acá no hay ningún archivo.\n',
};

/** Serves public files that are made when they are requested, such as feeds, under a pattern of addresses. */
export type ServeFile = (pattern: string, produce: (req: Request) => Promise<Answer | null>) => void;

/** Returns what adds files to a router. Where `produce` returns null, there is no such file. */
export function openPublicFiles(router: Router, answerCache: AnswerCache): ServeFile {
  return (pattern, produce) =>
    route(router, pattern, {
      get: (req, res) => answerCache.send(req, res, async () => (await produce(req)) ?? MISSING_FILE, req.path),
    });
}
