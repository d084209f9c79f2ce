import type { RecordState } from '../workspace/overlay.ts';
import { RECORD_STATES } from './words/state-words.ts';

/** Shows the state of a record's changes; nothing if all of them have reached the server. */
export function StateMark({ state }: { state: RecordState }) {
  return state === 'saved' ? null : <span className={`mark-state mark-${state}`}>{RECORD_STATES[state]}</span>;
}
