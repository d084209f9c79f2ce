import type { Clock } from './clock.ts';

type Listener = (event: MessageEvent) => void;
/** Runs a task of a tab, now or when the tab wakes up. */
export type Gate = (task: () => void) => void;

/** Returns broadcast channels between the tabs of one world: messages arrive later, and not at their sender. */
export function openChannels(clock: Clock): (name: string, whenAwake?: Gate) => BroadcastChannel {
  const open = new Map<string, Set<Channel>>();

  class Channel {
    readonly name: string;
    readonly listeners = new Set<Listener>();

    readonly whenAwake: Gate;

    constructor(name: string, whenAwake: Gate) {
      this.name = name;
      this.whenAwake = whenAwake;
      open.set(name, (open.get(name) ?? new Set()).add(this));
    }
    addEventListener(_: string, listener: Listener) {
      this.listeners.add(listener);
    }
    removeEventListener(_: string, listener: Listener) {
      this.listeners.delete(listener);
    }
    postMessage(data: unknown) {
      for (const other of open.get(this.name) ?? []) {
        if (other !== this) clock.after(2, () => other.whenAwake(() => other.hear(data)));
      }
    }
    close() {
      open.get(this.name)?.delete(this);
      this.listeners.clear();
    }
    hear(data: unknown) {
      for (const listener of this.listeners) listener({ data } as MessageEvent);
    }
  }
  return (name, whenAwake = (task) => task()) => new Channel(name, whenAwake) as unknown as BroadcastChannel;
}
