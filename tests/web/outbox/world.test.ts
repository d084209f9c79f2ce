import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Action, type Broken, openWorld } from './world.ts';

const nat = fc.nat(11);
const fates = ['answers', 'answers', 'answers', 'lost', 'answer lost', 'twice', '429', '500', 'portal', '403'] as const;
const kinds = ['new', 'new', 'new', 'new', 'bad', 'back', 'call', 'delete'] as const;

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('save' as const), tab: nat, record: nat, field: nat, kind: fc.constantFrom(...kinds) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('serve' as const), request: nat, fate: fc.constantFrom(...fates) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('hear' as const), answer: nat }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('trigger' as const), tab: nat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('timer' as const, 'look' as const, 'kill' as const), tab: nat }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), tab: nat, operation: nat, choice: fc.constantFrom('mine' as const, 'theirs' as const, 'merged' as const, 'retry' as const, 'discard' as const, 'edit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('login' as const), device: nat, user: nat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('logout' as const, 'expire' as const, 'store refuses' as const), device: nat }) },
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

test('whatever the network, the tablets and the people do, no change is lost, doubled, overtaken or overwritten unseen', { timeout: 600_000 }, () => {
  fc.assert(fc.property(days, fc.boolean(), (actions, locks) => run(actions, {}, locks)), { numRuns: runs });
});

test.each<[string, Broken, RegExp]>([
  ['forgets the opIds it has seen', { forgetsOpIds: true }, /^I2/],
  ['overwrites what has changed meanwhile', { ignoresBase: true }, /^I4/],
])('the model notices a server that %s', (_, broken, what) => {
  const found = fc.check(fc.property(days, (actions) => run(actions, broken, true)), { numRuns: 2000, seed: 1 });
  expect(String((found.errorInstance as Error).message)).toMatch(what);
});
