/** The changes that are being stored on this device. */
export interface Storing {
  isStoring(): boolean;
  /** Waits until a change is stored. @throws what storing it throws */
  until(stored: Promise<unknown>): Promise<void>;
}

/**
 * Follows the changes that are being stored. A page that is left meanwhile asks first, because they would be lost with
 * it.
 */
export function createStoring(onChange: () => void): Storing {
  let count = 0;
  const isStoring = () => count > 0;
  addEventListener('beforeunload', (event) => {
    if (isStoring()) event.preventDefault();
  });
  return {
    isStoring,
    async until(stored) {
      count += 1;
      onChange();
      try {
        await stored;
      } finally {
        count -= 1;
        onChange();
      }
    },
  };
}
