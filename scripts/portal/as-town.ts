import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { placesOf } from '../../api/installation.ts';
import type { Command } from '../../api/installation.ts';
import { asRoot, idsOf, PROGRAM, settingsOf } from './machine.ts';
import { settingsFor } from './secrets.ts';

// A town's programs, run as the town's user. Whoever has broken into a town's portal can change what they do, so root
// gives them nothing of its own: no terminal, in which they could type (TIOCSTI), and believes nothing they print.

/** Starts one of a town's programs with its settings and nothing else, in a session of its own, its output in pipes. */
function start(town: string, program: string, args: readonly string[]): ChildProcess {
  const ids = idsOf(town);
  const settings = settingsFor(town, program, settingsOf(town));
  const { PATH = '', LANG = 'C.UTF-8', PORTAL_ROOT = '' } = process.env;
  return spawn(process.execPath, [join(PROGRAM, 'scripts', `${program}.ts`), ...args], {
    cwd: PROGRAM,
    env: { PATH, LANG, PORTAL_ROOT, HOME: placesOf(town).data, NODE_ENV: 'production', ...settings },
    // setsid(2): a new session has no controlling terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(ids && process.getuid?.() === 0 ? ids : {}),
  });
}

/**
 * Runs one of a town's programs and prints what it prints, without control characters, which a terminal would obey.
 * @returns its exit code
 * @throws Error when neither root nor the town's user asks
 */
export async function runFor(town: string, command: Command, args: readonly string[]): Promise<number> {
  if (!mayRunFor(town)) asRoot([command, town, ...args].join(' '));
  const child = start(town, command, args);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from?.setEncoding('utf8').on('data', (text: string) => to.write(text.replaceAll(/[^\P{Cc}\n\t]/gu, '')));
  // It is not in the terminal's group, so Ctrl-C reaches it only through this process.
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = (await once(child, 'close')) as [number | null];
  for (const signal of SIGNALS) process.off(signal, pass);
  return code ?? 1;
}
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What only the town's user may look at; null where it cannot be known by whoever asks. */
export interface InFolders {
  /** Whether anything could be seen: no backup is then none, and otherwise unknown. */
  isSeen: boolean;
  /** When the last backup was made, in ms since the epoch. */
  lastBackup: number | null;
  /** Negative if the database is of a newer release. */
  pendingMigrations: number | null;
}
export const UNKNOWN: InFolders = { isSeen: false, lastBackup: null, pendingMigrations: null };

/** Asks a town's user what is in its folders. */
export async function inFolders(town: string): Promise<InFolders> {
  if (!mayRunFor(town)) return UNKNOWN;
  const child = start(town, 'town-state', []);
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.length > 10_000) child.kill('SIGKILL');
  });
  child.stderr?.resume();
  await once(child, 'close');
  clearTimeout(late);
  try {
    const { lastBackup, pendingMigrations } = JSON.parse(said) as Partial<Record<keyof InFolders, unknown>>;
    return { isSeen: true, lastBackup: integer(lastBackup), pendingMigrations: integer(pendingMigrations) };
  } catch {
    return UNKNOWN;
  }
}

/** Returns a number that is a possible date, too; null for anything else. */
const integer = (given: unknown) =>
  Number.isSafeInteger(given) && Math.abs(Number(given)) < 8.64e15 ? Number(given) : null;

/** Whether this is root, or the town's user. */
function mayRunFor(town: string): boolean {
  const ids = idsOf(town);
  return !ids || [0, ids.uid].includes(process.getuid?.() ?? 0);
}
