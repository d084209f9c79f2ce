type Work = () => Promise<unknown>;

/** Web Locks as a browser has them, without its clock: whoever asks first gets the lock first. */
export function openLocks(): LockManager {
  const lines = new Map<string, (() => void)[]>();

  function leave(name: string): void {
    const line = lines.get(name) ?? [];
    line.shift();
    line[0]?.();
  }

  async function request(name: string, given: { signal?: AbortSignal } | Work, work?: Work): Promise<unknown> {
    const { signal } = typeof given === 'function' ? {} : given;
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    await new Promise<void>((granted, refused) => {
      line.push(granted);
      if (line[0] === granted) granted();
      signal?.addEventListener('abort', () => {
        const at = line.indexOf(granted);
        if (at <= 0) return;
        line.splice(at, 1);
        refused(new DOMException('aborted', 'AbortError'));
      });
    });
    try {
      return await (typeof given === 'function' ? given() : work?.());
    } finally {
      leave(name);
    }
  }
  return { request } as unknown as LockManager;
}
