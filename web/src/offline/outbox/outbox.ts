import { createDrafts } from './drafts.ts';
import { completed } from './environment.ts';
import type { Environment } from './environment.ts';
import { exported } from './export-file.ts';
import { bytesOf } from './outbox-db.ts';
import type { Outbox } from './outbox-types.ts';
import type { UnstampedEvent } from './protocol/queue.ts';
import { Runner } from './runner.ts';

/** Opens the outbox of this tab and starts it. */
export function openOutbox(given: Environment): Outbox {
  const environment = completed(given);
  const { store, now } = environment;
  const runner = new Runner(environment);
  return {
    getSnapshot: runner.snapshot,
    subscribe: runner.changes.add,
    onMessage: runner.messages.add,
    drain: (trigger) => runner.drain({ type: 'drain', trigger }),
    ...savesAndChoices(runner),
    ...sessions(runner),
    ...createDrafts(store, now),
    bytesOf: (operation) => bytesOf(store, operation),
    exportAll() {
      const { session, operations } = runner.snapshot();
      return exported(store, now(), session?.user ?? null, operations);
    },
    close: () => runner.close(),
  };
}

type SavesAndChoices = Pick<Outbox, 'save' | 'saveAll' | 'retry' | 'discard' | 'takeBack' | 'recover' | 'resolve'>;

/** Saves and choices. After each of them a drain begins if there may be something to send. */
function savesAndChoices(runner: Runner): SavesAndChoices {
  async function decide(event: UnstampedEvent): Promise<readonly string[]> {
    const { decided } = await runner.run(event);
    if (decided.length > 0) void runner.drain({ type: 'drain', trigger: 'choice' });
    return decided;
  }
  const isDone = async (event: UnstampedEvent) => (await decide(event)).length > 0;

  return {
    async save(operation, bytes) {
      const { effects } = await runner.run({ type: 'save', operation }, bytes);
      void runner.drain({ type: 'drain', trigger: 'save' });
      const stored = effects.find((effect) => effect.type === 'notify' && effect.notice === 'stored');
      return stored?.type === 'notify' ? stored.operation : null;
    },
    async saveAll(operations) {
      await runner.run({ type: 'save-all', operations });
      void runner.drain({ type: 'drain', trigger: 'save' });
    },
    retry: (target) => isDone({ type: 'retry', target }),
    async discard(targets) {
      const withdrawn = runner.withdraw(targets);
      return [...withdrawn, ...(await decide({ type: 'discard', targets }))];
    },
    takeBack: (target) => isDone({ type: 'take-back', target }),
    recover: (target, operations) => isDone({ type: 'recover', target, operations }),
    resolve: ({ opId, theirs }, choice) => isDone({ type: 'resolve', target: opId, seen: theirs?.value, choice }),
  };
}

function sessions(runner: Runner): Pick<Outbox, 'logIn' | 'refuse' | 'logOut'> {
  return {
    async logIn(session) {
      await runner.run({ type: 'logged-in', session });
      void runner.drain({ type: 'drain', trigger: 'login' });
    },
    async refuse(token, end) {
      await runner.run({ type: 'refused', token, end });
    },
    async logOut(ended) {
      await runner.run({ type: 'logged-out', ...(ended === undefined ? {} : { ended }) });
    },
  };
}
