import { pino } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The server's log: one JSON object a line, so that nothing from outside can begin a line of its own. Bodies, headers
 * and queries are never logged: passwords, tokens and what residents search for are in them.
 */
export function openLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
