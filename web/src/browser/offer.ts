import { createListeners } from './listeners.ts';

/** Something that the browser or the server offers to the person, such as an installation; null while there is none. */
interface Offer<T> {
  current(): T | null;
  set(offer: T | null): void;
  subscribe(listener: () => void): () => void;
}

export function createOffer<T>(): Offer<T> {
  let current: T | null = null;
  const listeners = createListeners();
  return {
    current: () => current,
    set(offer) {
      current = offer;
      listeners.call();
    },
    subscribe: listeners.add,
  };
}
