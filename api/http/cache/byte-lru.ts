interface Sized {
  /** In bytes. */
  size: number;
}

interface ByteLru<T> {
  get(key: string): T | undefined;
  has(key: string): boolean;
  set(key: string, value: T): void;
  clear(): void;
}

/**
 * Returns a map of limited size: what was used longest ago is dropped first.
 * @param maxBytes total size of its values
 */
export function createByteLru<T extends Sized>(maxBytes: number): ByteLru<T> {
  const entries = new Map<string, { value: T; lastUse: number }>();
  let bytes = 0;
  let uses = 0;

  function dropOldest(): void {
    let oldest: { key: string; size: number; lastUse: number } | undefined;
    for (const [key, { value, lastUse }] of entries) {
      if (!oldest || lastUse < oldest.lastUse) oldest = { key, size: value.size, lastUse };
    }
    if (!oldest) return;
    entries.delete(oldest.key);
    bytes -= oldest.size;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      // Counting uses allocates nothing. Moving the entry to the end of the map would, at every request.
      if (entry) entry.lastUse = ++uses;
      return entry?.value;
    },
    has: (key) => entries.has(key),
    set(key, value) {
      bytes += value.size - (entries.get(key)?.value.size ?? 0);
      entries.set(key, { value, lastUse: ++uses });
      while (bytes > maxBytes) dropOldest();
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}
