import { createListeners } from './listeners.ts';

interface ObservableValue<T> {
  current(): T | null;
  set(value: T | null): void;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** A value outside React that components follow with `useSyncExternalStore`; null while there is none. */
export function createObservableValue<T>(): ObservableValue<T> {
  let current: T | null = null;
  const listeners = createListeners();
  return {
    current: () => current,
    set(value) {
      current = value;
      listeners.call();
    },
    subscribe: listeners.add,
  };
}
