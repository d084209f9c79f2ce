import { useState } from 'react';
import { isReadable } from '#contract/visibility';
import type { Seen } from '#contract/visibility';
import { currentRecord } from '../workspace/current-record.ts';
import { update } from '../workspace/new-operations.ts';
import { useConfirm } from '../parts/confirm.tsx';
import type { Question } from '../parts/confirm.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { useNotices } from '../parts/notices.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { parseListQuery, statusesOf } from './list-query.ts';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
import { counted, quotedName, useRemoval } from './removal.ts';
import { focusRow, nextRow } from '../parts/row-focus.ts';
import { useUndoOffer } from '../parts/undo-offer.tsx';

const NOTHING: ReadonlyMap<string, Shown> = new Map();

/**
 * Manages the selected rows, as they were shown, across pages.
 * @param among identifies the rows to select from: when it changes, the selection is cleared, because selected rows
 *   might no longer be listed
 */
export function useSelection(among: string) {
  const [ticked, setTicked] = useState({ among, rows: NOTHING });
  const chosen = ticked.among === among ? ticked.rows : NOTHING;
  return {
    chosen,
    clear: () => setTicked({ among, rows: NOTHING }),
    set(rows: readonly Shown[], isChosen: boolean) {
      const next = new Map(chosen);
      for (const row of rows) {
        if (isChosen) next.set(row.record.id, row);
        else next.delete(row.record.id);
      }
      setTicked({ among, rows: next });
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;

/** Bulk actions on the selected rows, with one confirmation that gives their number. */
export function SelectionBar({ entity, selection: { chosen, clear } }: { entity: RecordEntity; selection: Selection }) {
  const remove = useRemoval(entity);
  const archive = useArchive(entity);
  const rows = [...chosen.values()];
  const mayArchive = statusesOf(entity).length > 0;
  return (
    <div className="selection-bar" role="region" aria-label="Selección">
      <p role="status">{rows.length > 0 && `Elegiste ${counted(entity, rows.length)}.`}</p>
      {rows.length > 0 && (
        <p className="buttons">
          {mayArchive && (
            <button
              className="button quiet"
              type="button"
              onClick={() => void archive(rows).then((isDone) => isDone && clear())}
            >
              Archivar
            </button>
          )}
          <button
            className="button quiet danger"
            type="button"
            onClick={() => void remove(rows).then((isDone) => isDone && clear())}
          >
            Eliminar
          </button>
          <button className="link-button" type="button" onClick={clear}>
            Quitar la selección
          </button>
        </p>
      )}
    </div>
  );
}

const ARCHIVED = 'Archivado';

/**
 * Returns the confirmation before rows are archived. It warns that archived drafts can be read by anyone with their
 * address.
 */
export function archiveQuestion(entity: RecordEntity, rows: readonly Shown[]): Question {
  const hidden = rows.filter(({ record }) => !isReadable(entity, record as Seen)).length;
  const verb = hidden === 1 ? 'se va' : 'se van';
  const drafts = hidden === 0 ? '' : ` Hay ${counted(entity, hidden)} sin publicar: al archivar ${verb} a poder leer.`;
  return {
    text: `Vas a archivar ${counted(entity, rows.length)}`,
    names: rows.map(({ record }) => quotedName(entity, record)),
    note:
      'Lo archivado deja de estar en las listas del sitio; ' +
      `quien tenga la dirección lo puede leer, y el buscador lo encuentra.${drafts}`,
    accept: 'Archivar',
    isRemoval: hidden > 0,
  };
}

function useArchive(entity: RecordEntity) {
  const workspace = useWorkspace();
  const confirm = useConfirm();
  const notify = useNotices();
  const offer = useUndoOffer();
  return async (chosen: readonly Shown[]) => {
    const rows = chosen.filter(({ record }) => record.status !== ARCHIVED);
    if (rows.length === 0) {
      notify({ tone: 'good', text: 'Ya estaba archivado' });
      return true;
    }
    if (!(await confirm(archiveQuestion(entity, rows)))) return false;
    const done: Shown[] = [];
    const { status } = parseListQuery(entity, new URLSearchParams(location.search));
    const staysListed = status === '' || status === ARCHIVED;
    const next = staysListed ? (rows[0]?.record.id ?? null) : nextRow(new Set(rows.map(({ record }) => record.id)));
    try {
      for (const row of rows) {
        const now = await currentRecord(workspace, entity, row);
        await workspace.save(update(entity, row.record.id, 'status', ARCHIVED, now.record.status ?? null));
        done.push(now);
      }
    } catch (error) {
      notify({ tone: 'bad', text: (error as Error).message });
    }
    const [first] = done;
    if (!first) return false;
    const about = counted(entity, done.length);
    offer({
      text: 'Archivado',
      about,
      undone: `De vuelta como antes: ${about}`,
      list: admin.list(entity),
      record: first.record.id,
      async undo() {
        for (const { record } of done)
          await workspace.save(update(entity, record.id, 'status', record.status ?? null, ARCHIVED));
      },
    });
    focusRow(next);
    return done.length === rows.length;
  };
}
