import fc from 'fast-check';
import type { DiskFault } from '../disk.ts';
import { FATES } from '../network.ts';
import type { Fate } from '../network.ts';

/** Something that a resident, a device, the network or the town does. Numbers are indexes into what exists then. */
export type Action =
  | { do: 'type'; page: number; draft: number; how: 'new' | 'known' | 'more'; photos: number }
  | { do: 'send' | 'drop' | 'drain' | 'kill' | 'follow'; page: number; draft: number }
  | { do: 'message' | 'erase' | 'amend' | 'retry' | 'discard'; page: number; ticket: number }
  | { do: 'both send'; device: number; isSame: boolean }
  | { do: 'sleep'; page: number; seconds: number }
  | { do: 'worker' | 'kill worker'; device: number }
  | { do: 'wait'; seconds: number }
  | { do: 'weather'; device: number; fate: Fate; times: number }
  | { do: 'offline' | 'online' | 'disk is full' | 'disk is free' | 'clear' | 'update'; device: number }
  | { do: 'disk'; page: number; fault: DiskFault; after: number }
  | { do: 'clock'; device: number; days: number }
  | { do: 'settings'; isOpen: boolean; takesAnonymous: boolean }
  | { do: 'town answers' | 'town erases'; ticket: number }
  | { do: 'flood' }
  | { do: 'server dies' | 'server starts' | 'backup is made' | 'backup is restored' };

export interface Plan {
  actions: Action[];
  seed: number;
  locks: boolean;
}

export const DEVICES = 2;
const MOST_STEPS = 60;

const nat = fc.nat(11);
/** Two pages of each device. */
const page = fc.nat(DEVICES * 2 - 1);
const device = fc.nat(DEVICES - 1);
const of = <const T extends string>(...names: T[]) => fc.constantFrom(...names);
const diskFaults: DiskFault[] = [
  'abort',
  'full',
  'connection lost',
  'connection lost after the commit',
  'tab dies inside',
  'tab dies before the commit',
  'tab dies after the commit',
];

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: of('type'),
      page,
      draft: nat,
      how: of('new', 'new', 'known', 'more'),
      photos: fc.constantFrom(0, 0, 1, 2),
    }),
  },
  { weight: 16, arbitrary: fc.record({ do: of('send', 'send', 'send', 'drop'), page, draft: nat }) },
  { weight: 2, arbitrary: fc.record({ do: of('both send'), device, isSame: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ do: of('drain', 'kill', 'kill', 'follow', 'follow'), page, draft: nat }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: of('message', 'message', 'message', 'erase', 'amend', 'amend', 'retry', 'discard'),
      page,
      ticket: nat,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: of('sleep'), page, seconds: fc.constantFrom(1, 5, 30, 90) }) },
  { weight: 6, arbitrary: fc.record({ do: of('worker', 'worker', 'kill worker'), device }) },
  { weight: 10, arbitrary: fc.record({ do: of('wait'), seconds: fc.constantFrom(0.1, 0.5, 2, 10, 40, 700) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: of('weather'),
      device,
      fate: fc.constantFrom(...FATES),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: of('offline', 'offline', 'online', 'online', 'disk is full', 'disk is free', 'clear', 'update'),
      device,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: of('disk'), page, fault: fc.constantFrom(...diskFaults), after: fc.nat(6) }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('clock'), device, days: fc.constantFrom(-1, 0, 1, 1, 400) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: of('settings'),
      isOpen: fc.constantFrom(true, true, false),
      takesAnonymous: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('town answers', 'town answers', 'town erases'), ticket: nat }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: of('server dies', 'server starts', 'server starts', 'backup is made', 'backup is made', 'backup is restored'),
    }),
  },
);

/** What hardly ever happens in that order by itself. */
const scene: fc.Arbitrary<Action[]> = fc.oneof(
  // A backup is brought back that is older than a ticket.
  fc
    .record({ page, draft: nat })
    .map(({ page, draft }): Action[] => [
      { do: 'online', device: page >> 1 },
      { do: 'settings', isOpen: true, takesAnonymous: true },
      { do: 'server starts' },
      { do: 'backup is made' },
      { do: 'send', page, draft },
      { do: 'wait', seconds: 2 },
      { do: 'backup is restored' },
      { do: 'server starts' },
      { do: 'follow', page, draft: 0 },
      { do: 'wait', seconds: 2 },
    ]),
  // A draft is open in two pages, and sent in one of them.
  fc.record({ page, draft: fc.constant(0), photos: fc.constantFrom(0, 1) }).map(({ page, draft, photos }): Action[] => [
    { do: 'disk is free', device: page >> 1 },
    { do: 'type', page, draft, how: 'new', photos },
    { do: 'type', page: page ^ 1, draft, how: 'known', photos },
    { do: 'send', page, draft },
    { do: 'type', page: page ^ 1, draft, how: 'more', photos },
  ]),
  // Somebody thinks better of it where there is no signal.
  fc.record({ page, draft: nat, ticket: fc.constant(0) }).map(({ page, draft, ticket }): Action[] => [
    { do: 'offline', device: page >> 1 },
    { do: 'send', page, draft },
    { do: 'erase', page, ticket },
    { do: 'online', device: page >> 1 },
  ]),
  // The page is closed at once, and the worker sends when the signal is back, beside a page that is opened then.
  fc
    .record({ page, draft: nat, seconds: fc.constantFrom(0.1, 2) })
    .map(({ page, draft, seconds }): Action[] => [
      { do: 'online', device: page >> 1 },
      { do: 'settings', isOpen: true, takesAnonymous: true },
      { do: 'server starts' },
      { do: 'weather', device: page >> 1, fate: 'lost', times: 1 },
      { do: 'send', page, draft },
      { do: 'kill', page, draft },
      { do: 'worker', device: page >> 1 },
      { do: 'wait', seconds },
      { do: seconds < 1 ? 'kill worker' : 'worker', device: page >> 1 },
      { do: 'drain', page, draft },
    ]),
  // The town erases what its author goes on with.
  fc.record({ page, ticket: nat }).map(({ page, ticket }): Action[] => [
    { do: 'wait', seconds: 2 },
    { do: 'offline', device: page >> 1 },
    { do: 'message', page, ticket: 0 },
    { do: 'town erases', ticket },
    { do: 'online', device: page >> 1 },
  ]),
  // The form is flooded, from then on a ticket has to be paid for with work.
  fc
    .record({ page, draft: nat })
    .map(({ page, draft }): Action[] => [
      { do: 'server starts' },
      { do: 'flood' },
      { do: 'send', page, draft },
      { do: 'wait', seconds: 2 },
    ]),
);

export const plan: fc.Arbitrary<Plan> = fc.record({
  actions: fc
    .array(fc.oneof({ weight: 24, arbitrary: action.map((one) => [one]) }, { weight: 1, arbitrary: scene }), {
      minLength: 10,
      maxLength: MOST_STEPS,
      size: 'max',
    })
    .map((steps) => steps.flat()),
  seed: fc.nat(1_000_000),
  locks: fc.constantFrom(true, true, true, false),
});
