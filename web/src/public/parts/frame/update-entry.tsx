import { useSyncExternalStore } from 'react';
import { waitingRelease } from '../../../browser/waiting-release.ts';

/** Offers a new release. It is applied only on request, so that a page never changes while someone reads it. */
export function UpdateEntry() {
  const activate = useSyncExternalStore(waitingRelease.subscribe, waitingRelease.current, () => null);
  if (!activate) return null;
  return (
    <p className="update" role="status">
      Hay una versión nueva.{' '}
      <button className="button" type="button" onClick={activate}>
        Actualizar
      </button>
    </p>
  );
}
