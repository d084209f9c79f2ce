/** The changes that are being stored on this device. */
export interface Storing {
  isStoring(): boolean;
  /** Waits until a change is stored. @returns what storing it returns @throws what it throws */
  until<T>(stored: Promise<T>): Promise<T>;
  /** Resolves when no change is being stored. */
  settled(): Promise<void>;
}

/**
 * Follows the changes or drafts that are being stored. A page that is left meanwhile asks first, because they would be
 * lost with it.
 */
export function createStoring(onChange: () => void = () => {}): Storing {
  const current = new Set<Promise<unknown>>();
  const isStoring = () => current.size > 0;
  addEventListener('beforeunload', (event) => {
    if (isStoring()) event.preventDefault();
  });
  return {
    isStoring,
    async until(stored) {
      current.add(stored);
      onChange();
      try {
        return await stored;
      } finally {
        current.delete(stored);
        onChange();
      }
    },
    async settled() {
      while (isStoring()) await Promise.allSettled(current);
    },
  };
}
