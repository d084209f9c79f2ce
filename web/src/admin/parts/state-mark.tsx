import type { RecordEntity } from '#contract/record-types';
import { stateOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useWorkspaceState } from '../workspace/workspace.ts';
import { awaitedWords } from './words/awaited-words.ts';
import { RECORD_STATES } from './words/state-words.ts';

/**
 * Shows the state of a record's changes, and of one that was published here what it waits for; nothing if all of them
 * have reached the server.
 */
export function StateMark({ entity, shown }: { entity: RecordEntity; shown: Shown }) {
  const state = stateOf(shown);
  const awaited = awaitedWords(entity, shown, useWorkspaceState());
  if (state === 'saved') return null;
  const words = awaited && awaited.is !== 'going' ? awaited.reason : RECORD_STATES[state];
  return <span className={`mark-state mark-${state}`}>{words}</span>;
}
