import { useRef } from 'react';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import { settledState } from './field-state.ts';
import type { FieldState } from './field-state.ts';

/**
 * Returns a field's state, including the outcome of a change that is no longer pending: sent, or discarded in another
 * tab, possibly offline.
 * @param state the state without regard to earlier changes
 * @param operation the field's pending operation
 * @param stored the shown value
 * @param wanted the value last saved in this tab
 */
export function useOutcome(
  state: FieldState,
  operation: Operation | undefined,
  stored: Json,
  wanted?: Json,
): FieldState {
  const last = useRef<Operation>(undefined);
  if (operation) last.current = operation;
  const settled = settledState(state, last.current, stored, wanted);
  // What was discarded here says nothing of a value that comes later.
  if (settled === 'unchanged' && !operation) last.current = undefined;
  return settled;
}
