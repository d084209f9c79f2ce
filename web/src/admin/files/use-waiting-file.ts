import { useEffect, useState } from 'react';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Returns an object URL of a pending upload's file; null while it is read, or if it no longer exists. */
export function useWaitingFile(operation: Operation | undefined): string | null {
  const { outbox } = useWorkspace();
  const [url, setUrl] = useState<string | null>(null);
  const key = operation?.file?.key;
  useEffect(() => {
    if (!operation || key === undefined) return;
    let made: string | null = null;
    let isCurrent = true;
    void outbox.bytesOf(operation).then(
      (bytes) => {
        if (!bytes || !isCurrent) return;
        made = URL.createObjectURL(new Blob([bytes], { type: operation.file?.mime ?? '' }));
        setUrl(made);
      },
      () => {
        // The device cannot read it now; only the name is shown.
      },
    );
    return () => {
      isCurrent = false;
      setUrl(null);
      if (made) URL.revokeObjectURL(made);
    };
    // The key identifies the bytes; the operation is a new object at every event.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [outbox, key]);
  return key === undefined ? null : url;
}
