import { Router } from 'express';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import type { PortalState, WeatherServiceState } from '../contract/messages/portal-state.ts';
import { freeBytes } from '../db/disk.ts';
import type { Db } from '../db/database.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { newestBackupAt } from '../maintenance/backup/make.ts';
import { readSent, readTried } from '../maintenance/backup/outcomes.ts';
import { readNotices } from '../maintenance/notices.ts';
import { openStaffDevices } from '../records/staff-devices.ts';
import { clocksDiffer, isSilent, readWeatherState } from '../weather/state.ts';
import type { WeatherState } from '../weather/state.ts';

/** What the state of the portal contains about the machine. */
export interface Machine {
  version: string;
  dbFile: string;
  backupTo?: string | undefined;
}

/** `GET /api/data/portalState`: the state of the portal, for Admins. */
export function portalStateRoutes({
  db,
  now,
  guard,
  machine,
  backupDir,
}: {
  db: Db;
  now: () => number;
  guard: Guard;
  machine: Machine | undefined;
  backupDir: string | undefined;
}): Router {
  const router = Router();
  const devices = openStaffDevices({ db, now });
  const startedAt = new Date(now()).toISOString();

  function state(): PortalState {
    const { dbFile, backupTo, version = null } = machine ?? {};
    const { checked = null, problems = [], isTold = null } = (dbFile === undefined ? null : readNotices(dbFile)) ?? {};
    return {
      at: new Date(now()).toISOString(),
      version,
      startedAt,
      freeBytes: dbFile === undefined ? null : orNull(() => freeBytes(dirname(dbFile))),
      databaseBytes: dbFile === undefined ? null : orNull(() => statSync(dbFile).size),
      backup: backupDir === undefined ? null : { last: isoOf(newestBackupAt(backupDir, now())) },
      offsite: dbFile === undefined || backupTo === undefined ? null : (readSent(dbFile) ?? NOTHING_SENT),
      tried: dbFile === undefined ? null : readTried(dbFile),
      weather: weatherOf(readWeatherState(db), now()),
      checked,
      isTold,
      problems: problems.map(({ what, todo, since }) => ({ what, todo, since })),
      devices: devices.all(),
    };
  }

  route(router, calls.portalState(), { get: [guard.admin, (req, res) => reply(req, res, state())] });
  return router;
}

function weatherOf(state: WeatherState | null, now: number): WeatherServiceState | null {
  if (state === null) return null;
  const { since, heard, problem, unreadable } = state;
  return {
    since: new Date(since).toISOString(),
    heard: isoOf(heard),
    problem,
    isSilent: isSilent(state, now),
    doClocksDiffer: clocksDiffer(state),
    unreadable,
  };
}

const NOTHING_SENT = { arrived: null, problem: null };
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
