import { line } from './fields.ts';
import type { Field } from './fields.ts';
import { ALT_MAX, ALT_RECOMMENDED } from './limits.ts';

const { parse, ...declared } = line('Descripción de la imagen', ALT_RECOMMENDED);

/** The text that says what a picture shows, for people who do not see it (WCAG 1.1.1). It wraps while it is edited. */
export const altText: Field<string> = {
  ...declared,
  kind: 'lines',
  parse: parse.refine((text) => [...text].length <= ALT_MAX, {
    error: `La descripción puede tener hasta ${ALT_MAX} caracteres: alcanza con una oración.`,
  }),
};

const PREFIX = 'alt:';
/** The name of that field in the outbox and in the history. @param picture stored name of the picture */
export const altField = (picture: string) => PREFIX + picture;
/** The stored name of the picture whose text a field is; null for any other field. */
export const pictureOfField = (field: string | null | undefined) =>
  field?.startsWith(PREFIX) ? field.slice(PREFIX.length) : null;
