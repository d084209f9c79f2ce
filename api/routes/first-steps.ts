import { Router } from 'express';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import type { ServerSteps } from '../contract/town/first-steps.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { newestBackupAt } from '../maintenance/backup/make.ts';
import type { AdminReader } from '../records/admin-read.ts';

interface Parts {
  admin: AdminReader;
  guard: Guard;
  backupDir: string | undefined;
  now: () => number;
}

/** What the list of first steps needs from the server: devices have neither users nor backups. */
export function firstStepRoutes({ admin, guard, backupDir, now }: Parts): Router {
  const router = Router();
  route(router, calls.firstSteps(), {
    get: [
      guard.admin,
      (req, res) => {
        const users = admin.users().filter(({ enable }) => enable === 1).length;
        return reply(req, res, { users, hasBackup: newestBackupAt(backupDir, now()) !== null } satisfies ServerSteps);
      },
    ],
  });
  return router;
}
