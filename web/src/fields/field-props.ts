import type { Field } from '#contract/fields';
import type { Json } from '../offline/outbox/protocol/operation.ts';

/** What every way of editing a field is given. It holds no value itself: what it shows is what it is told. */
export interface FieldProps {
  /** Of the control, for its label. */
  id: string;
  field: Field;
  /** The stored value, or what has been typed so far. */
  value: Json;
  /** The ids of what explains the control: state, counter, error. */
  describedBy: string;
  isInvalid: boolean;
  /** At each keystroke. */
  onType: (typed: Json) => void;
  /** When typing is over: what was typed may be saved. */
  onLeave: () => void;
  /** A value that was chosen, and is saved at once. */
  onPick: (value: Json) => void;
  /** What was typed is given up for the stored value, with words that say why. */
  onRefuse?: (message: string) => void;
}
