import { useRef, useState } from 'react';
import { useAttempt } from '../../parts/notices.tsx';
import { useReorder } from '../../parts/reorder.ts';
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
  /** The order while something is moved. */
  const [moving, setMoving] = useState<{ names: string[]; base: string[] } | null>(null);
  const stored = orderOf(shown);
  // A picture may be sent, added or removed meanwhile.
  const isSame = moving?.names.length === stored.length && moving.names.every((name) => stored.includes(name));
  const names = moving && isSame ? moving.names : stored;

  const isSaving = useRef(false);
  async function save(next: string[], base: string[]): Promise<void> {
    isSaving.current = true;
    await attempt(() => workspace.save(pictureOrder(owner, shown.record.id, next, base)));
    isSaving.current = false;
    setMoving(null);
  }
  const reordered = (from: number, to: number) => moved(names, from, to - from);
  const moveAtOnce = (from: number, to: number) => {
    const next = reordered(from, to);
    setMoving({ names: next, base: stored });
    void save(next, stored);
  };
  const commit = () => moving && !isSaving.current && void save(names, moving.base);
  return {
    names,
    ...useReorder<HTMLUListElement>(
      (from, to) => setMoving({ names: reordered(from, to), base: moving?.base ?? stored }),
      moveAtOnce,
      commit,
    ),
    commit,
  };
}
