type Work = (lock: Lock | null) => Promise<unknown>;

/**
 * Returns Web Locks that behave as in a browser but do not depend on real time: granted in the order of the requests.
 */
export function openLocks(): LockManager {
  const lines = new Map<string, (() => void)[]>();

  function leave(name: string): void {
    const line = lines.get(name) ?? [];
    line.shift();
    line[0]?.();
  }

  async function request(name: string, ...[given, task]: [LockOptions, Work] | [Work]): Promise<unknown> {
    const { signal, ifAvailable } = typeof given === 'function' ? {} : given;
    const work = typeof given === 'function' ? given : (task as Work);
    const line = lines.get(name) ?? [];
    if (ifAvailable && line.length > 0) return work(null);
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
      return await work({ name, mode: 'exclusive' });
    } finally {
      leave(name);
    }
  }
  return { request } as unknown as LockManager;
}
