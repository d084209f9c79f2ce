/** A set of callbacks for one kind of news. */
interface Listeners<News extends unknown[]> {
  /** Adds a callback; adding the same one twice has no effect. @returns removes it */
  add(listener: (...news: News) => void): () => void;
  /** Calls all of them, in the order in which they were added. */
  call(...news: News): void;
}

export function createListeners<News extends unknown[] = []>(): Listeners<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call(...news) {
      for (const listener of listeners) listener(...news);
    },
  };
}
