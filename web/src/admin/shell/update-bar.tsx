import { useSyncExternalStore } from 'react';
import { waitingRelease } from '../../browser/waiting-release.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { isAnyDirty, subscribeDirty } from '../changes/dirty-fields.ts';

/**
 * Offers a new release of the portal, but not while a field holds unsaved text or changes are being stored or sent.
 */
export function UpdateBar() {
  const activate = useSyncExternalStore(waitingRelease.subscribe, waitingRelease.current);
  const isDirty = useSyncExternalStore(subscribeDirty, isAnyDirty);
  const { isDraining, isStoring } = useWorkspaceState();
  if (!activate || isDirty || isDraining || isStoring) return null;
  return (
    <p className="update-bar" role="status">
      Hay una versión nueva.{' '}
      <button className="button" type="button" onClick={activate}>
        Actualizar
      </button>
    </p>
  );
}
