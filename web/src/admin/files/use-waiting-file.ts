import { useEffect, useState } from 'react';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The file of an upload that waits, as an address for `img` and links; null while it is read, and when it is gone. */
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
        // The device cannot read it now; the name is shown alone.
      },
    );
    return () => {
      isCurrent = false;
      setUrl(null);
      if (made) URL.revokeObjectURL(made);
    };
    // The key names the bytes; the operation itself is another object at every event.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [outbox, key]);
  return key === undefined ? null : url;
}
