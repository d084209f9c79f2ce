import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorld } from './world.ts';
import type { Action, Broken } from './world.ts';

const nat = fc.nat(11);
const fates = ['answers', 'answers', 'answers', 'lost', 'answer lost', 'twice', '429', '500', 'portal', '403'] as const;
const kinds = ['new', 'new', 'new', 'new', 'bad', 'back', 'call', 'delete'] as const;

const save = fc.record({
  do: fc.constant('save' as const),
  tab: nat,
  record: nat,
  field: nat,
  kind: fc.constantFrom(...kinds),
});
const serve = fc.record({ do: fc.constant('serve' as const), request: nat, fate: fc.constantFrom(...fates) });
const hear = fc.record({ do: fc.constant('hear' as const), answer: nat });
const trigger = fc.record({ do: fc.constant('trigger' as const), tab: nat });
const passing = fc.record({ do: fc.constantFrom('timer' as const, 'look' as const, 'kill' as const), tab: nat });
const choices = ['mine', 'theirs', 'merged', 'retry', 'discard', 'take-back'] as const;
const choose = fc.record({
  do: fc.constant('choose' as const),
  tab: nat,
  operation: nat,
  choice: fc.constantFrom(...choices),
});
const login = fc.record({ do: fc.constant('login' as const), device: nat, user: nat });
const trouble = fc.record({
  do: fc.constantFrom('logout' as const, 'expire' as const, 'store refuses' as const),
  device: nat,
});

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: save },
  { weight: 8, arbitrary: serve },
  { weight: 8, arbitrary: hear },
  { weight: 6, arbitrary: trigger },
  { weight: 2, arbitrary: passing },
  { weight: 3, arbitrary: choose },
  { weight: 1, arbitrary: login },
  { weight: 1, arbitrary: trouble },
);

function run(actions: readonly Action[], broken: Broken, locks: boolean) {
  const world = openWorld(broken, locks);
  for (const one of actions) {
    world.act(one);
    world.nothingIsLost();
  }
  world.heal();
  world.nothingIsLost();
}

const days = fc.array(action, { maxLength: 120, size: 'max' });
const runs = Number(process.env.OUTBOX_RUNS ?? 1500);

test(
  'whatever the network, the tablets and the people do, no change is lost, repeated, overtaken or overwritten unseen',
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(days, fc.boolean(), (actions, locks) => run(actions, {}, locks)),
      { numRuns: runs },
    );
  },
);

test('a person who works alone in one tab is never asked about a conflict', { timeout: 600_000 }, () => {
  const alone = days.map((actions) => actions.flatMap(inOneTab));
  fc.assert(
    fc.property(alone, (actions) => {
      const world = openWorld();
      for (const one of actions) {
        world.act(one);
        for (const operation of world.devices[0]!.store.operations.values())
          if (operation.status === 'conflict') throw new Error(`asked about ${operation.value}`);
      }
      world.heal();
    }),
    { numRuns: runs },
  );
});

/**
 * Returns the action on the first tab of the first device. A 403 is left out: if it does not last, a late copy of the
 * refused request can still have an effect.
 */
function inOneTab(one: Action): Action[] {
  if (one.do === 'choose' || one.do === 'logout') return [];
  if (one.do === 'serve') return one.fate === '403' ? [] : [one];
  if ('tab' in one) return [{ ...one, tab: 0 }];
  return 'device' in one ? [{ ...one, device: 0, ...('user' in one && { user: 0 }) }] : [one];
}

test.each<[string, Broken, RegExp]>([
  ['forgets the opIds it has seen', { forgetsOpIds: true }, /^I2/],
  ['overwrites what has changed meanwhile', { ignoresBase: true }, /^I4/],
])('the model notices a server that %s', (_, broken, what) => {
  const found = fc.check(
    fc.property(days, (actions) => run(actions, broken, true)),
    { numRuns: 2000, seed: 1 },
  );
  expect(String((found.errorInstance as Error).message)).toMatch(what);
});
