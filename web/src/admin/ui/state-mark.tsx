import type { RecordState } from '../workspace/overlay.ts';
import { RECORD_STATES } from './words.ts';

/** How far a record's changes are: nothing when all of them have arrived. */
export function StateMark({ state }: { state: RecordState }) {
  return state === 'saved' ? null : <span className={`mark-state mark-${state}`}>{RECORD_STATES[state]}</span>;
}
