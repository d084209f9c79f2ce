import { line } from '../fields.ts';
import type { Field } from '../fields.ts';
import { ALT_MAX, ALT_RECOMMENDED } from '../limits.ts';

/** The text that says what a picture shows, for people who do not see it (WCAG 1.1.1). It wraps while it is edited. */
export const altText: Field<string> = {
  ...line('Descripción de la imagen', ALT_RECOMMENDED, ALT_MAX),
  kind: 'lines',
};
