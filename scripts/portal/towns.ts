import { openSync, readSync, closeSync, existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { newestBackupAt } from '../../api/maintenance/backup/make.ts';
import { latestOf, readMigrations } from '../../api/db/migrations.ts';
import { MIGRATIONS } from '../../api/db/open.ts';
import { townsHere } from '../../api/installation.ts';
import { amount } from '../operator-command.ts';
import { call, hasSystemd, PROGRAM, settingsOf, socketOf, unitOf } from './machine.ts';

/** What `portal list` shows of a town; null where it cannot be known by whoever asks. */
export interface TownState {
  town: string;
  version: string | null;
  state: string;
  origin: string | null;
  port: number | null;
  memory: number | null;
  /** When the last backup was made, ISO 8601. */
  lastBackup: string | null;
  pendingMigrations: number | null;
}

export const version = () =>
  (JSON.parse(readFileSync(`${PROGRAM}/package.json`, 'utf8')) as { version: string }).version;

export const statesHere = () => townsHere().map(stateOf);

export function stateOf(town: string): TownState {
  const settings = readable(town);
  const unit = unitState(town);
  const running = unit.pid === 0 ? null : versionOf(unit.pid);
  return {
    town,
    version: running,
    state: unit.state,
    origin: settings?.ORIGIN ?? null,
    port: settings?.PORT === undefined ? null : Number(settings.PORT),
    memory: unit.memory,
    lastBackup: isoOf(newestBackupAt(settings?.BACKUP_DIR)),
    // A portal that runs has migrated its database. The header alone is read, because opening it leaves root's files.
    pendingMigrations: running === version() ? 0 : pendingIn(settings?.DB_FILE),
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
    town.lastBackup === null ? 'ninguna' : town.lastBackup.slice(0, 16).replace('T', ' '),
    town.pendingMigrations === null ? '-' : `${town.pendingMigrations} pendientes`.replace(/^0 .*/, 'al día'),
  ];
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
    return folder === realpathSync(PROGRAM) ? version() : basename(folder.replace(/ \(deleted\)$/, ''));
  } catch {
    return null;
  }
}

/** `user_version` is in the header of an SQLite file. */
function pendingIn(dbFile: string | undefined): number | null {
  if (dbFile === undefined || !existsSync(dbFile)) return null;
  const header = Buffer.alloc(64);
  let file: number | undefined;
  try {
    file = openSync(dbFile, 'r');
    if (readSync(file, header, 0, 64, 0) < 64) return null;
    return latestOf(readMigrations(MIGRATIONS)) - header.readUInt32BE(60);
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readable(town: string): Record<string, string> | null {
  try {
    return settingsOf(town);
  } catch {
    return null;
  }
}
