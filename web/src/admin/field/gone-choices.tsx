import { useEffect, useState } from 'react';
import { longMoment } from '#contract/values/dates';
import type { HistoryEntry } from '#contract/messages/history-entry';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { useWorkspace, useWorkspaceState } from '../workspace/workspace.ts';
import { recovery } from '../changes/restore.ts';
import { lastRemoval } from '../changes/removal-outcome.ts';
import { useAttempt } from '../parts/notices.tsx';
import { useDiscard } from './parked-choices.tsx';
import { recordWords } from '../parts/words/history-words.ts';
import { deedWords, groupName, isOfGone, namedByChanges } from '../parts/words/operation-words.ts';
import { OwnText, ownWords } from './own-text.tsx';

/**
 * Choices for changes of a record that someone else has deleted: restore it with them, or keep the text.
 * @param operations pending operations of the record
 * @param entry history entry of the delete; null until the server has returned it
 * @param onRecovered called when the record is being restored
 */
export function GoneChoices({
  entity,
  recordId,
  operations,
  entry,
  onRecovered = () => {},
}: {
  entity: string;
  recordId: string;
  operations: readonly Operation[];
  entry: HistoryEntry | null;
  onRecovered?: () => void;
}) {
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const discard = useDiscard();
  const [isBusy, setBusy] = useState(false);
  const first = operations.find(isOfGone) ?? operations[0];
  if (!first) return null;
  const isOne = operations.length === 1;

  async function recover(target: string) {
    setBusy(true);
    await attempt(async () => {
      const last = await lastRemoval(workspace, entity, recordId);
      const { user } = workspace.state().session;
      // Someone else may have restored it already.
      const changes = last.isDeleted ? recovery(last).map((operation) => ({ ...operation, userId: user.id })) : [];
      if (await workspace.outbox.recover(target, changes)) onRecovered();
    });
    setBusy(false);
  }
  return (
    <div className="parked">
      <p>
        {goneWords(entry)} {isOne ? 'Tu cambio no se perdió' : 'Tus cambios no se perdieron'}: está{isOne ? '' : 'n'} en
        este dispositivo.
      </p>
      {operations.map((operation) => (
        <OwnText key={operation.opId} name={deedWords(operation)} words={ownWords(operation)} />
      ))}
      <p className="buttons">
        <button className="button" type="button" disabled={isBusy} onClick={() => void recover(first.opId)}>
          {isOne ? 'Recuperar con mi cambio' : 'Recuperar con mis cambios'}
        </button>
        <button
          className="button quiet"
          type="button"
          onClick={() => void discard(operations, goneName(entity, operations, entry))}
        >
          Descartar
        </button>
      </p>
    </div>
  );
}

function goneWords(entry: HistoryEntry | null): string {
  if (!entry) return 'Otra persona eliminó este registro mientras vos trabajabas.';
  const moment = longMoment(Date.parse(entry.at));
  return `${entry.by || 'Otra persona'} eliminó este registro el ${moment}, mientras vos trabajabas.`;
}

/** Returns the name of a deleted record, from the history or from the person's own changes. */
export function goneName(entity: string, operations: readonly Operation[], entry: HistoryEntry | null): string {
  return entry?.name ? recordWords(entry) : groupName(entity, namedByChanges(entity, operations));
}

/** Loads the history entry of a record's delete; null until the server returns it. @param isWanted whether to load */
export function useLastRemoval(entity: string, recordId: string, isWanted: boolean): HistoryEntry | null {
  const workspace = useWorkspace();
  const { isOnline } = useWorkspaceState();
  const [entry, setEntry] = useState<HistoryEntry | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (isWanted && isOnline)
      lastRemoval(workspace, entity, recordId).then(
        (found) => isCurrent && setEntry(found),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [workspace, entity, recordId, isOnline, isWanted]);
  return entry;
}
