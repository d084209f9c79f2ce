import { useRef } from 'react';
import { useMoving } from '../../parts/order/moving.ts';
import { useAttempt } from '../../parts/notices.tsx';
import { useReorder } from '../../parts/order/reorder.ts';
import { moved } from '../../parts/words/document-paths.ts';
import { pictureOrder } from '../../workspace/new-operations.ts';
import type { GalleryOwner } from '../../workspace/new-operations.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { orderOf } from '../save-photo.ts';

/**
 * The order of a gallery, changed by dragging, with the arrow keys and with buttons. What is dragged is saved when it
 * is let go of: `commit` belongs to the end of every movement.
 */
export function useArranging(owner: GalleryOwner, shown: Shown) {
  const workspace = useWorkspace();
  const attempt = useAttempt();
  const stored = orderOf(shown);
  const { names, open, move, saved } = useMoving(stored);

  const isSaving = useRef(false);
  async function save(next: readonly string[], base: readonly string[]): Promise<void> {
    isSaving.current = true;
    const isDone = await attempt(() => workspace.save(pictureOrder(owner, shown.record.id, [...next], [...base])));
    isSaving.current = false;
    saved(isDone);
  }
  const reordered = (from: number, to: number) => moved(names, from, to - from);
  const moveAtOnce = (from: number, to: number) => {
    const next = reordered(from, to);
    move(next);
    void save(next, stored);
  };
  const commit = () => open && !isSaving.current && void save(open.names, open.base);
  return {
    names,
    ...useReorder<HTMLUListElement>((from, to) => move(reordered(from, to)), moveAtOnce, commit),
    commit,
  };
}
