import type { Fields } from '../../offline/store/stored-record.ts';
import { currentRecord } from '../workspace/current-record.ts';
import type { RecordReader } from '../workspace/current-record.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What a button does to an alert. @param now ms since the epoch */
export type AlertChange = (record: Fields, now: number) => UnsignedOperation[];

/** Saves what a button does to an alert, based on what is stored of it by then. @throws NotKept */
export async function saveAlertChange(
  workspace: Pick<Workspace, 'saveAll'> & RecordReader,
  shown: Shown,
  make: AlertChange,
  present: () => number,
): Promise<void> {
  const { record } = await currentRecord(workspace, 'alert', shown);
  await workspace.saveAll(make(record, present()));
}
