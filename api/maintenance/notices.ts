import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Finding } from './doctor/finding.ts';
import { keepJson, readKept } from './kept-json.ts';

/** What is wrong with the portal, and since when (ISO 8601). */
const problem = z.object({ what: z.string(), todo: z.string(), since: z.string(), told: z.boolean() });
const stored = z.object({
  checked: z.string(),
  problems: z.array(problem),
  /** Whether anybody is told. Absent in a file of an earlier release. */
  isTold: z.boolean().optional(),
});
export type OpenProblem = z.infer<typeof problem>;
/** The outcome of the last check. */
export type Notices = z.infer<typeof stored>;

/** The file beside the database that keeps the outcome of the last check. */
export const noticesFile = (dbFile: string) => join(dirname(dbFile), 'avisos.json');

/** Returns the outcome of the last check, null if there was none or it cannot be read. */
export const readNotices = (dbFile: string): Notices | null => readKept(noticesFile(dbFile), stored);

/** Sends a notice to people; it throws when that did not work. */
export type SendNotice = (changes: ProblemChanges) => Promise<void>;
export interface ProblemChanges {
  /** Problems of which no notice was sent yet. */
  begun: OpenProblem[];
  /** Problems of which a notice was sent and that are gone. */
  ended: OpenProblem[];
}

/**
 * Compares findings with those of the last check and sends a notice of what is new, each problem once. What could not
 * be sent is tried again at the next check.
 * @param findings of the doctor
 * @param options.send null: no notices are sent; problems are kept for the back office only
 * @returns all present problems
 * @throws what `send` throws, after everything was kept
 */
export async function notify(
  findings: readonly Finding[],
  { dbFile, now, send }: { dbFile: string; now: () => number; send: SendNotice | null },
): Promise<OpenProblem[]> {
  const before = readNotices(dbFile)?.problems ?? [];
  const at = new Date(now()).toISOString();
  const problems = findings
    .filter(({ state, isAdvice }) => state !== 'bien' && !isAdvice)
    .map(({ what, todo = '' }): OpenProblem => {
      const known = before.find((one) => kindOf(one.what) === kindOf(what));
      return { what, todo, since: known?.since ?? at, told: known?.told ?? false };
    });
  const kinds = new Set(problems.map(({ what }) => kindOf(what)));
  const ended = before.filter(({ what, told }) => told && !kinds.has(kindOf(what)));
  const begun = problems.filter(({ told }) => !told);
  try {
    if (send !== null && begun.length + ended.length > 0) await send({ begun, ended });
    for (const one of begun) one.told = send !== null;
    keepJson(noticesFile(dbFile), { checked: at, problems, isTold: send !== null });
  } catch (error) {
    // What ended stays in the file, so that a notice of its end is sent as well.
    keepJson(noticesFile(dbFile), { checked: at, problems: [...problems, ...ended], isTold: send !== null });
    throw error;
  }
  return problems;
}

/** Returns the problem without its numbers: «quedan 0,2 GiB» is the same problem as «quedan 0,1 GiB». */
const kindOf = (what: string) => what.replaceAll(/\d[\d.,:]*/g, '#');

/** Returns the changes as a person reads them: a subject and a text. */
export function wordsOf({ begun, ended }: ProblemChanges, origin: string): { subject: string; text: string } {
  const host = new URL(origin).host;
  const first = begun[0] ?? ended[0];
  const lines = [
    ...begun.flatMap(({ what, todo }) => [what, `  → ${todo}`]),
    ...ended.map(({ what }) => `Se resolvió: ${what}`),
  ];
  return {
    subject: `${host}: ${begun.length === 0 ? 'se resolvió: ' : ''}${first?.what ?? ''}`,
    text: `Avisos del portal ${origin}\n\n${lines.join('\n')}\n`,
  };
}

/** Time in ms that a mail server may take for each step; one that hangs would stop the check for minutes. */
const MAIL_TIMEOUT = 20_000;

/**
 * Returns the address of a mail server with what it does not have yet, in nodemailer's own terms: time limits, and that
 * mail and password are sent encrypted or not at all, except within this machine.
 */
export function mailAddress(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(MAIL_TIMEOUT));
  // The password must not cross a network in the clear because somebody on the way hides that the server offers TLS.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'smtp:' && !isHere && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  return url.href;
}
