import type { AriaAttributes, ReactNode } from 'react';
import type { Field } from '#contract/fields';
import { isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import { FIELD_STATES } from './field-state.ts';
import type { FieldState } from './field-state.ts';
import { ParkedChoices } from './parked-choices.tsx';

interface FieldFrameProps extends Pick<AriaAttributes, 'aria-labelledby'> {
  as?: 'div' | 'section';
  className?: string;
  'data-field'?: string;
  /** Label or heading. */
  head: ReactNode;
  /** The save state; left out for a field whose parts have their own states. */
  state?: FieldState;
  stateId?: string;
  /** The field's operation, with choices if it is parked. */
  operation?: Operation | undefined;
  field?: Field | null;
  /** Called when the person's change was discarded. */
  onDropped?: () => void;
  children: ReactNode;
}

/** The frame of a field: its head with the save state, its content, and the choices for a parked operation. */
export function FieldFrame({
  as: Tag = 'div',
  className,
  head,
  state,
  stateId,
  operation,
  field = null,
  onDropped = () => {},
  children,
  ...attributes
}: FieldFrameProps) {
  return (
    <Tag className={className ? `field ${className}` : 'field'} data-state={state} {...attributes}>
      <div className="field-head">
        {head}
        {state && <FieldStateWords id={stateId} state={state} />}
      </div>
      {children}
      {operation && state && isParked({ status: state }) && (
        <ParkedChoices operation={operation} field={field} onDropped={onDropped} />
      )}
    </Tag>
  );
}

function FieldStateWords({ id, state }: { id: string | undefined; state: FieldState }) {
  // Screen readers speak keystrokes themselves; only later states are announced.
  return (
    <span id={id} className={`field-state state-${state}`} aria-live={state === 'editing' ? 'off' : 'polite'}>
      {FIELD_STATES[state]}
    </span>
  );
}
