import { useRef } from 'react';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import { outcomeOf } from './field-state.ts';
import type { FieldState } from './field-state.ts';

/**
 * What a field says of a change that waits no more: sent, or given up by its author in another tab, which may have
 * happened without a network.
 * @param state what the field would say without its past
 * @param operation what waits about the field
 * @param stored what is shown of it
 * @param wanted what was saved last in this tab
 */
export function useOutcome(
  state: FieldState,
  operation: Operation | undefined,
  stored: Json,
  wanted?: Json,
): FieldState {
  const last = useRef<Operation>(undefined);
  if (operation) last.current = operation;
  return state === 'sent' && last.current ? outcomeOf(last.current, stored, wanted) : state;
}
