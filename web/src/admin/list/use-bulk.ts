import { useRef, useState } from 'react';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
import { useConfirm } from '../parts/confirm.tsx';
import { useAttempt, useNotices } from '../parts/notices.tsx';
import { focusRow, nextRow } from '../parts/focus/row-focus.ts';
import { useUndoOffer } from '../parts/undo-offer.tsx';
import { currentRecord } from '../workspace/current-record.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { bulkQuestion, doneWords, isListedBy, operationsOf, undoingOf } from './bulk.ts';
import type { BulkAct } from './bulk.ts';
import { parseListQuery } from './list-query.ts';
import { counted } from '../parts/words/removal-words.ts';

/** How far work on many records is. */
export interface Progress {
  done: number;
  of: number;
}

/** Records whose changes are stored in one transaction. */
const AT_ONCE = 20;

/**
 * Stores the changes of many records, some at a time: each once, whatever happens in between.
 * @param step called with the number of records that are done
 * @returns how many of them are stored, and why the others are not
 */
export async function saveInSteps(
  workspace: Pick<Workspace, 'saveAll'>,
  changes: readonly (readonly UnsignedOperation[])[],
  step: (done: number) => void,
): Promise<{ done: number; fault: Error | null }> {
  let done = 0;
  try {
    while (done < changes.length) {
      const some = changes.slice(done, done + AT_ONCE);
      await workspace.saveAll(some.flat());
      step((done += some.length));
    }
    return { done, fault: null };
  } catch (error) {
    return { done, fault: error as Error };
  }
}

/**
 * Returns a function that does something to records, after a question where residents notice it, and offers to undo it.
 * It resolves to whether it was done to all. One press is one time: others do nothing meanwhile.
 * @returns `progress`: null while nothing is done
 */
export function useBulk(entity: RecordEntity) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const attempt = useAttempt();
  const offer = useUndoOffer();
  const [progress, setProgress] = useState<Progress | null>(null);
  const isRunning = useRef(false);

  async function work(chosen: readonly Shown[], act: BulkAct): Promise<boolean> {
    const rows: Shown[] = [];
    for (const row of chosen) {
      const now = await currentRecord(workspace, entity, row);
      if (!now.isGone && operationsOf(entity, now.record, act).length > 0) rows.push(now);
    }
    if (rows.length === 0) {
      notify({ tone: 'good', text: `Ya ${chosen.length === 1 ? 'estaba' : 'estaban'} así: no hay nada que cambiar` });
      return true;
    }
    const ids = new Set(rows.map(({ record }) => record.id));
    const drafts = new Set(
      workspace.state().drafts.flatMap((one) => (one.entity === entity && ids.has(one.recordId) ? one.recordId : [])),
    );
    const question = bulkQuestion(entity, rows, act, drafts.size);
    if (question && !(await confirm(question))) return false;
    const query = parseListQuery(entity, new URLSearchParams(location.search));
    const [first] = rows;
    const next = isListedBy(query, act) ? (first?.record.id ?? null) : nextRow(ids);
    const show = (done: number) => setProgress({ done, of: rows.length });
    show(0);
    const changes = rows.map(({ record }) => operationsOf(entity, record, act));
    let done = 0;
    await attempt(async () => {
      const saved = await saveInSteps(workspace, changes, show);
      ({ done } = saved);
      if (saved.fault) throw saved.fault;
    });
    if (!first || done === 0) return false;
    const stored = rows.slice(0, done);
    const about = counted(entity, done);
    offer({
      text: doneWords(entity, done, act, workspace.state().isOnline),
      undone: `De vuelta como antes: ${about}`,
      list: admin.list(entity),
      record: first.record.id,
      async undo() {
        const back = stored.map(({ record }) => undoingOf(entity, record, act));
        const { fault: left } = await saveInSteps(workspace, back, () => {});
        if (left) throw left;
      },
    });
    focusRow(next);
    return done === rows.length;
  }

  async function run(chosen: readonly Shown[], act: BulkAct): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      return await work(chosen, act);
    } finally {
      isRunning.current = false;
      setProgress(null);
    }
  }
  return { progress, run };
}
