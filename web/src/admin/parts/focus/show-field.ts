const CONTROL = ':is(input, textarea, select, [role="textbox"], button)';

/** The field of a record by its name; a document is one field. */
export const fieldSelector = (name = '') => `main :is([data-field="${CSS.escape(name)}"], .document)`;

/**
 * Brings a field into view and puts the cursor into it: into what is wrong in it first. Does nothing where it is not
 * on the screen.
 * @param selector of the field, or of its control
 * @returns whether there was something to show
 */
export function showField(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    (field?.matches(CONTROL) ? field : field?.querySelector<HTMLElement>(CONTROL));
  if (!control) return false;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
  return true;
}
