import type { DiskFault } from './disk.ts';
import type { Fate } from './network.ts';

/** Something that a person, a device, the network or the server does. Numbers are indexes into what exists then. */
export type Action =
  | {
      do: 'save';
      tab: number;
      type: number;
      record: number;
      field: number;
      how: 'new' | 'stale' | 'untidy' | 'bad' | 'back' | 'same' | 'agreed' | 'first';
    }
  | { do: 'create' | 'delete' | 'call' | 'upload'; tab: number; type: number; record: number }
  | { do: 'look' | 'pull' | 'drain' | 'kill'; tab: number }
  | {
      do: 'choose';
      tab: number;
      operation: number;
      choice: 'mine' | 'theirs' | 'merged' | 'retry' | 'discard' | 'take-back';
    }
  | { do: 'wait'; seconds: number }
  | { do: 'sleep'; tab: number; seconds: number }
  | { do: 'weather'; device: number; fate: Fate; times: number }
  | { do: 'disk'; tab: number; fault: DiskFault; after: number }
  | { do: 'disk is full' | 'disk is free' | 'log out'; device: number }
  | { do: 'clock'; device: number; years: number }
  | { do: 'log in'; device: number; person: number }
  | { do: 'expire' | 'disable' | 'enable'; person: number }
  | { do: 'server dies' | 'server starts' | 'backup is restored' };
