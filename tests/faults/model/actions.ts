import fc from 'fast-check';
import type { DiskFault } from './disk.ts';
import { FATES } from './network.ts';
import type { Fate } from './network.ts';
import { scene } from './scenes.ts';

/** Something that a person, a device, the network or the server does. Numbers are indexes into what exists then. */
export type Action =
  | {
      do: 'save';
      tab: number;
      type: number;
      record: number;
      field: number;
      how: 'new' | 'stale' | 'untidy' | 'bad' | 'back' | 'same' | 'agreed';
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

export interface Plan {
  actions: Action[];
  seed: number;
  /** Number of devices. Indexes of tabs beyond theirs start again at the first. */
  devices: number;
  locks: boolean;
  /** Whether pictures are uploaded. Only few runs do, because converting one takes a separate process and time. */
  withPicture: boolean;
  /**
   * If even, the index of a pending operation: requests about its record are answered 500 for a while, when everything
   * else has recovered.
   */
  cursed: number;
}

/** Maximum number of actions and scenes. */
const MOST_STEPS = 90;

const nat = fc.nat(23);
/** Prefers a few records and fields, as people prefer new ones; otherwise there would be hardly any conflicts. */
const crowded = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 0, 1, 4) }, { weight: 2, arbitrary: nat });
const tab = fc.nat(5);
const device = fc.nat(2);
const person = fc.nat(2);
const diskFaults: DiskFault[] = [
  'abort',
  'full',
  'connection lost',
  'connection lost after the commit',
  'tab dies inside',
  'tab dies before the commit',
  'tab dies after the commit',
];
const of = <const T extends string>(...names: T[]) => fc.constantFrom(...names);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 26,
    arbitrary: fc.record({
      do: of('save'),
      tab,
      type: crowded,
      record: crowded,
      field: crowded,
      how: of('new', 'new', 'new', 'new', 'stale', 'stale', 'untidy', 'bad', 'back', 'same'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: of('create', 'create', 'delete', 'call', 'call', 'upload'),
      tab,
      type: crowded,
      record: nat,
    }),
  },
  { weight: 12, arbitrary: fc.record({ do: of('look', 'look', 'pull', 'drain', 'kill'), tab }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: of('choose'),
      tab,
      operation: nat,
      choice: of('mine', 'theirs', 'merged', 'retry', 'discard', 'take-back'),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: of('wait'), seconds: fc.constantFrom(0.1, 0.5, 2, 2, 10, 40) }) },
  { weight: 3, arbitrary: fc.record({ do: of('sleep'), tab, seconds: fc.constantFrom(1, 5, 30, 90) }) },
  {
    weight: 14,
    arbitrary: fc.record({
      do: of('weather'),
      device,
      fate: fc.constantFrom(...FATES),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: of('disk'), tab, fault: fc.constantFrom(...diskFaults), after: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: of('disk is full', 'disk is free', 'disk is free', 'log out'), device }) },
  { weight: 2, arbitrary: fc.record({ do: of('clock'), device, years: fc.constantFrom(-20, -1, 0, 1, 30) }) },
  { weight: 6, arbitrary: fc.record({ do: of('log in'), device, person }) },
  { weight: 2, arbitrary: fc.record({ do: of('expire', 'disable', 'enable'), person }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: of('server dies', 'server starts', 'server starts', 'backup is restored') }),
  },
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  actions: fc
    .array(fc.oneof({ weight: 14, arbitrary: action.map((one) => [one]) }, { weight: 1, arbitrary: scene }), {
      minLength: 10,
      maxLength: MOST_STEPS,
      size: 'max',
    })
    .map((steps) => steps.flat()),
  seed: fc.nat(1_000_000),
  devices: fc.constant(3),
  locks: fc.constantFrom(true, true, true, false),
  withPicture: fc.constantFrom(...Array<boolean>(19).fill(false), true),
  cursed: fc.nat(23),
});
