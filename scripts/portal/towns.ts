import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { townsHere } from '../../api/installation.ts';
import { amount } from '../operator-command.ts';
import { inFolders, UNKNOWN } from './as-town.ts';
import { call, hasSystemd, PROGRAM, settingsOf, socketOf, unitOf } from './machine.ts';

/** What `portal list` shows of a town; null where it cannot be known by whoever asks. */
export interface TownState {
  town: string;
  version: string | null;
  state: string;
  origin: string | null;
  port: number | null;
  memory: number | null;
  /** Whether its folders could be looked into. */
  isSeen: boolean;
  /** When the last backup was made, ISO 8601. */
  lastBackup: string | null;
  /** Negative if the database is of a newer release. */
  pendingMigrations: number | null;
}

export const version = () =>
  (JSON.parse(readFileSync(`${PROGRAM}/package.json`, 'utf8')) as { version: string }).version;

/** The states of all towns of this machine. */
export async function statesHere(): Promise<TownState[]> {
  const states: TownState[] = [];
  const towns = townsHere();
  // A few at a time, because each is asked by a process of its own.
  for (let first = 0; first < towns.length; first += 4)
    states.push(...(await Promise.all(towns.slice(first, first + 4).map(stateOf))));
  return states;
}

export async function stateOf(town: string): Promise<TownState> {
  const settings = readable(town);
  const unit = unitState(town);
  const running = unit.pid === 0 ? null : versionOf(unit.pid);
  const { isSeen, lastBackup, pendingMigrations } = settings ? await inFolders(town) : UNKNOWN;
  return {
    town,
    version: running,
    state: unit.state,
    origin: settings?.ORIGIN ?? null,
    port: settings?.PORT === undefined ? null : Number(settings.PORT),
    memory: unit.memory,
    isSeen,
    lastBackup: isoOf(lastBackup),
    // A portal that runs has migrated its database.
    pendingMigrations: running === version() ? 0 : pendingMigrations,
  };
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Prints the towns as a table. */
export function table(towns: readonly TownState[]): string {
  const heads = ['PUEBLO', 'VERSIÓN', 'ESTADO', 'DIRECCIÓN', 'MEMORIA', 'ÚLTIMA COPIA', 'MIGRACIONES'];
  const rows = towns.map(fields);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same of one town, a line for each field. */
export function fields(town: TownState): string[] {
  return [
    town.town,
    town.version ?? '-',
    STATES.get(town.state) ?? town.state,
    town.origin ?? '-',
    town.memory === null ? '-' : amount(town.memory),
    town.lastBackup === null ? (town.isSeen ? 'ninguna' : '-') : town.lastBackup.slice(0, 16).replace('T', ' '),
    migrations(town.pendingMigrations),
  ];
}

function migrations(pending: number | null): string {
  if (pending === null) return '-';
  if (pending < 0) return 'base de una versión más nueva';
  return pending === 0 ? 'al día' : `${pending} ${pending === 1 ? 'pendiente' : 'pendientes'}`;
}

const STATES = new Map<string, string>([
  ['active', 'en marcha'],
  ['activating', 'no arranca'],
  ['failed', 'falló'],
  ['inactive', 'detenido'],
  ['resting', 'descansa'],
]);

function unitState(town: string): { state: string; pid: number; memory: number | null } {
  if (!hasSystemd()) return { state: 'sin systemd', pid: 0, memory: null };
  const properties = 'ActiveState,MainPID,MemoryCurrent';
  const shown = Object.fromEntries(
    call('systemctl', 'show', '--property', properties, unitOf(town))
      .said.split('\n')
      .map((line) => line.split('=', 2)),
  ) as Record<string, string | undefined>;
  const pid = Number(shown.MainPID ?? 0);
  const memory = Number(shown.MemoryCurrent);
  return {
    state: shown.ActiveState === 'inactive' && listens(town) ? 'resting' : (shown.ActiveState ?? '?'),
    pid,
    memory: Number.isSafeInteger(memory) ? memory : pid === 0 ? null : residentOf(pid),
  };
}

/** Whether the next request starts the portal. */
const listens = (town: string) => call('systemctl', 'is-active', '--quiet', socketOf(town)).code === 0;

function residentOf(pid: number): number | null {
  try {
    return (
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024 || null
    );
  } catch {
    return null;
  }
}

/** The release that a process runs: it was started in the folder of its release. */
function versionOf(pid: number): string | null {
  try {
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    const release = basename(folder.replace(/ \(deleted\)$/, ''));
    // The process may have gone to a folder with any name.
    return folder === realpathSync(PROGRAM) ? version() : /^\d[\w.+~-]*$/.test(release) ? release : null;
  } catch {
    return null;
  }
}

function readable(town: string): Record<string, string> | null {
  try {
    return settingsOf(town);
  } catch {
    return null;
  }
}
