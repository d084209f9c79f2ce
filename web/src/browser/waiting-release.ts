import { createObservableValue } from './observable-value.ts';

/** A new release of the portal that waits for the person to agree; calling it activates it. */
export const waitingRelease = createObservableValue<() => void>();
