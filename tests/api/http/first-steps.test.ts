import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { backupName, MANIFEST } from '../../../api/maintenance/backup/layout.ts';
import { NOON, openTown, save } from '../town.ts';

test('an Admin is told how many people can log in, and whether there is a backup', async () => {
  const backupDir = mkdtempSync(join(tmpdir(), 'portal-copias-'));
  onTestFinished(() => rmSync(backupDir, { recursive: true }));
  const town = await openTown({ backupDir });
  const ask = async () => (await town.get(calls.firstSteps(), { as: town.admin })).body;
  expect(await ask()).toEqual({ users: 2, hasBackup: false });

  await save(town, 'user', town.editorId, 'enable', { value: 0 });
  const backup = join(backupDir, backupName(NOON));
  mkdirSync(backup);
  expect(await ask()).toEqual({ users: 1, hasBackup: false });
  writeFileSync(join(backup, MANIFEST), '{}');
  expect(await ask()).toEqual({ users: 1, hasBackup: true });
});

test('without a folder of backups there is none, and Editors are not told', async () => {
  const town = await openTown();
  expect((await town.get(calls.firstSteps(), { as: town.admin })).body).toEqual({ users: 2, hasBackup: false });
  expect((await town.get(calls.firstSteps(), { as: town.editor })).status).toBe(403);
});
