import { useSyncExternalStore } from 'react';
import { update } from '../../browser/update.ts';

/** A new release waits until the person wants it: a page never changes under somebody who reads. */
export function UpdateEntry() {
  const activate = useSyncExternalStore(update.subscribe, update.current, () => null);
  if (!activate) return null;
  return (
    <p className="update" role="status">
      Hay una versión nueva del portal.{' '}
      <button className="button" type="button" onClick={activate}>
        Actualizar
      </button>
    </p>
  );
}
