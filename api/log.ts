import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The server's log: one JSON object a line, so that nothing from outside can begin a line of its own. Bodies, headers
 * and queries are never logged: passwords, tokens and what residents search for are in them.
 * @param to where the lines go; the standard output unless given
 */
export function openLog(level: LogLevel, to: DestinationStream = pino.destination({ fd: 1, sync: true })): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/** What residents search for stands in these addresses, and in no other. */
const SEARCHES = /^(\/buscador|\/boletin\/(?!leer\/)[^/]+|\/api\/dataPublic\/Bulletin(?:ByKeywords\/[^/]*|BySearch))\/.*/is;
export const isSearch = (path: string) => SEARCHES.test(path) || /^\/api\/dataPublic\/searchContent\/?$/i.test(path);

/** A path as the log may have it: without a query and without what was searched for, and no longer than a line. */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(SEARCHES, '$1/*').slice(0, 300);
}
