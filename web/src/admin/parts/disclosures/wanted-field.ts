import { createContext, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { focusField } from '../focus/use-first-field.ts';
import type { TargetField } from '../focus/use-first-field.ts';

/** The field that somebody is being led to, by its key (`rows.3.phones`), and how to lead them to another. */
interface WantedField {
  field: string | null;
  go: (field: string) => void;
}

export const WantedFieldContext = createContext<WantedField>({ field: null, go: () => {} });
export const useWantedField = (): WantedField => use(WantedFieldContext);

/**
 * Leads to fields of a form whose parts are closed: the disclosures that hold the field open, and it takes the focus as
 * soon as it is drawn. The navigation state (`TargetField`) asks for one, too.
 */
export function useFieldGuide(): WantedField {
  const { state, key } = useLocation();
  const asked = (state as TargetField | null)?.field ?? null;
  const [field, setField] = useState(asked);
  // Each navigation has its own key.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => setField(asked), [key]);
  useEffect(() => (field === null ? undefined : focusField(field, () => setField(null))), [field]);
  return { field, go: setField };
}
