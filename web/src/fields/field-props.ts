import type { Field } from '#contract/fields';
import type { Json } from '../offline/outbox/protocol/operation.ts';

/** Props of every field editor. Editors are controlled: they hold no value of their own. */
export interface FieldProps {
  /** Id of the control, for its label. */
  id: string;
  field: Field;
  /** The stored value, or the text typed so far. */
  value: Json;
  /** Ids of the elements that describe the control: state, counter, error. */
  describedBy: string;
  isInvalid: boolean;
  /** The record whose field it is; left out where nothing else of it can be saved. */
  record?: { entity: string; recordId: string };
  /** Called at each keystroke. */
  onType: (typed: Json) => void;
  /** Called when typing has ended and the text may be saved. */
  onLeave: () => void;
  /** Called with a picked value, which is saved at once. */
  onPick: (value: Json) => void;
  /** Called with the reason when the typed text is discarded in favour of the stored value. */
  onRefuse?: (message: string) => void;
  /** Whether there is a stored value; by default there is. */
  hasStored?: boolean;
}
