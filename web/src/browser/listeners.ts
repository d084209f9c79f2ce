/** A set of callbacks for one kind of event. */
interface Listeners<Args extends unknown[]> {
  /** Adds a callback; adding the same one twice has no effect. @returns removes it */
  add(listener: (...args: Args) => void): () => void;
  /** Calls all of them, in the order in which they were added. */
  call(...args: Args): void;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(...args) {
      for (const listener of listeners) listener(...args);
    },
  };
}
