import { z } from 'zod';
import { FIRST_DAY, LAST_DAY, parseDay, parseMoment, parseTime } from './values/dates.ts';
import type { Day, Moment } from './values/dates.ts';
import { PDF_TITLE_MAX, PDFS_MAX, TEXT_CEILING } from './limits.ts';
import { webAddress } from './values/links.ts';
import type { FieldType, PlainKind } from './record-types.ts';
import { asUrl, DISGUISED, isDisguised, oneLine, visible } from './values/text.ts';
import { pdfTitlesIn, pdfTitlesText } from './values/pdf-titles.ts';
import { withCentury } from './values/typed-days.ts';
import { isUsername } from './values/accounts.ts';
import { checkedRoster } from './calendar/roster-checked.ts';
import { tidyHours } from './values/hours.ts';
import { isTooShortToCall, tooShortToCall } from './values/short-phones.ts';
import { parseVideo } from './values/videos.ts';

export type FieldKind = Exclude<PlainKind, 'optionalDay'> | 'choice' | 'password';
export interface FieldOption<V> {
  value: V;
  label: string;
}

/**
 * One field of an entity: its label, its first value and its canonical form. `parse` takes any value from outside and
 * returns the canonical one, or fails with a message for the person; parsing a canonical value returns it unchanged.
 * The canonical form of `html` is completed by the server, which alone has the sanitizer.
 */
export interface Field<V = unknown> {
  kind: FieldKind;
  label: string;
  blank: V;
  parse: z.ZodType<V>;
  /** A recommended maximum of characters (spec section 3): counted on screen, never enforced. */
  recommendedLength?: number;
  choices?: readonly FieldOption<V>[];
  /** A day that may be left empty. */
  isOptional?: true;
  /** The name in update addresses where it differs from the field's own (spec section 7.4). */
  path?: string;
  /** Of a moment: the hours from the record's creation to the field's first value. */
  hoursAfter?: number;
  /** Saved by a button of its own instead of on leaving the field (spec section 7.4). */
  ownButton?: true;
}

/** What staff see of a field that `record-types.ts` declares; a choice names its first value and a label for each. */
export type FieldWords<V> = Pick<Field, 'label' | 'recommendedLength' | 'hoursAfter' | 'path' | 'ownButton'> &
  (IsChoice<V> extends true
    ? { blank: V; choices: Record<V & string, string> }
    : { blank?: V & string; choices?: never });
export type AnyFieldWords = Pick<Field, 'label' | 'recommendedLength' | 'hoursAfter' | 'path' | 'ownButton'> & {
  blank?: string;
  choices?: Partial<Record<string, string>>;
};
/** Texts and flags are plain values; a field with a fixed list of values is a choice. */
type IsChoice<V> = string extends V ? false : V extends 0 | 1 ? false : true;

/**
 * Maximum number of characters of each kind of text. They are far above the recommended lengths, and stop only what is
 * there by mistake, like a whole article pasted into a title that every page then shows. A kind that is not here has
 * values of a fixed form.
 */
export const CEILINGS: Partial<Record<FieldKind, number>> = {
  line: 500,
  lines: 5000,
  html: TEXT_CEILING,
  web: 2000,
  video: 2000,
  email: 254,
  phones: 500,
  hours: 500,
  category: 100,
  pdfTitles: 10_000,
  turns: 60_000,
};

/** The field of a kind with its words. @param type a kind, or the values to choose from */
export function fieldOf(type: FieldType, { label, recommendedLength, blank, choices, ...rest }: AnyFieldWords): Field {
  const made =
    typeof type === 'string'
      ? { ...makers[type](label, recommendedLength), ...(blank !== undefined && { blank }) }
      : choice(
          label,
          blank ?? '',
          type.map((value) => ({ value, label: choices?.[value] ?? value })),
        );
  return { ...made, ...rest };
}

/** @param ceiling maximum number of characters, where it is lower than that of the kind */
export function line(label: string, recommendedLength?: number, ceiling = CEILINGS.line): Field<string> {
  return field('line', label, '', lineSchema, recommendedLength, ceiling);
}

export function lines(label: string, recommendedLength?: number): Field<string> {
  return field(
    'lines',
    label,
    '',
    string.transform((text) => text.trim()),
    recommendedLength,
  );
}

export function html(label: string, recommendedLength?: number): Field<string> {
  return field(
    'html',
    label,
    '',
    string.transform((text) => text.trim()),
    recommendedLength,
  );
}

const NO_DAY = 'La fecha tiene que ser un día del calendario entre 1900 y 2100, como 15-03-2026.';

export function day(label: string): Field<Day> {
  return field('day', label, '', daySchema(false));
}

/** A day, or '' for none. */
export function optionalDay(label: string): Field<Day> {
  return { ...field('day', label, '', daySchema(true)), isOptional: true };
}

const daySchema = (isOptional: boolean) =>
  z.string({ error: NO_DAY }).transform((text, context) => {
    const written = text.trim();
    if (isOptional && written === '') return '';
    const read = parseDay(withCentury(written));
    return read !== null && read >= FIRST_DAY && read <= LAST_DAY ? read : refuse(context, NO_DAY);
  });

/** A time of day, `HH:mm`, or '' for none. */
export function time(label: string): Field<string> {
  const message = 'La hora va de 00:00 a 23:59, como 18:30.';
  return field(
    'time',
    label,
    '',
    lineSchema.transform((text, context) => (text === '' ? '' : (parseTime(text) ?? refuse(context, message)))),
  );
}

/** A minute of the town's clock. */
export function moment(label: string): Field<Moment> {
  const message = 'Escribí el día y la hora, como 15-03-2026 18:30.';
  return field(
    'moment',
    label,
    '',
    z.string({ error: message }).transform((text, context) => {
      const read = parseMoment(withCentury(text.trim()));
      return read !== null && read >= FIRST_DAY && read.slice(0, 10) <= LAST_DAY ? read : refuse(context, message);
    }),
  );
}

export function choice<const V extends string | number>(
  label: string,
  blank: V,
  choices: readonly FieldOption<V>[],
): Field<V> {
  const message = `Elegí una de estas opciones: ${choices.map((one) => one.label).join(', ')}.`;
  const schema = z.union([z.string(), z.number()], { error: message }).transform((given, context): V => {
    const wanted = String(given).trim().toLowerCase();
    return choices.find((one) => String(one.value).toLowerCase() === wanted)?.value ?? refuse(context, message);
  });
  return { ...field('choice', label, blank as V, schema), choices };
}

/** A checkbox: 1 or 0 (spec section 5). */
export function flag(label: string): Field<0 | 1> {
  const schema = z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: 'Este casillero acepta 1 o 0.' })
    .transform((given): 0 | 1 => (given === true || given === 1 || given === '1' || given === 'true' ? 1 : 0));
  return field('flag', label, 0, schema);
}

/** A web address; http and https only, so that no link can run a script. One without its scheme is completed. */
export function web(label: string): Field<string> {
  const message = 'Escribí la dirección de una página, como https://ejemplo.gob.ar.';
  const schema = lineSchema.transform((text, context) => {
    if (text === '') return '';
    if (isDisguised(text)) return refuse(context, DISGUISED);
    const url = asUrl(webAddress(text));
    return url && /^https?:$/.test(url.protocol) && url.hostname ? url.href : refuse(context, message);
  });
  return field('web', label, '', schema);
}

/** The message for an address that is not that of a video. */
export const NO_VIDEO =
  'Pegá la dirección de un video público de YouTube, Vimeo o Facebook, o de un archivo https .mp4 o .webm.';

export function video(label: string): Field<string> {
  return field(
    'video',
    label,
    '',
    lineSchema.transform((text, context) =>
      text === '' ? '' : (parseVideo(webAddress(text))?.url ?? refuse(context, NO_VIDEO)),
    ),
  );
}

export function email(label: string): Field<string> {
  const message = 'Escribí un correo completo, como nombre@ejemplo.com.';
  return field(
    'email',
    label,
    '',
    lineSchema.refine((text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text), { error: message }),
  );
}

/** The name by which somebody logs in. That there is one, and that nobody else has it, is checked by the writer. */
export function username(label: string): Field<string> {
  const message = 'El usuario lleva letras, números, puntos y guiones, sin espacios, como rocio.antilef.';
  return field(
    'line',
    label,
    '',
    lineSchema.refine((text) => text === '' || isUsername(text), { error: message }),
  );
}

export function password(label: string): Field<string> {
  const schema = z
    .string({ error: NO_TEXT })
    .min(8, 'La contraseña tiene que tener al menos 8 caracteres.')
    .max(200, 'La contraseña puede tener hasta 200 caracteres.');
  return field('password', label, '', schema);
}

/** Telephones as people write them; `values/phones.ts` says which can be called. */
export function phones(label: string): Field<string> {
  return field(
    'phones',
    label,
    '',
    lineSchema.refine((given) => !isTooShortToCall(given), {
      error: ({ input }) => `${label}: ${tooShortToCall(String(input))}`,
    }),
  );
}

/** Opening hours in people's words, with the times written in one way. */
export function hours(label: string, recommendedLength?: number): Field<string> {
  return field('hours', label, '', lineSchema.transform(tidyHours), recommendedLength);
}

/** The key of a category. Whether the town has that category is checked by the writer, which has the lists. */
export function category(label: string): Field<string> {
  return field('category', label, '', lineSchema);
}

/** Order and titles of a record's PDFs (`values/pdf-titles.ts`). */
export function pdfTitles(label: string): Field<string> {
  return field('pdfTitles', label, '', pdfTitlesSchema);
}

/** The rows of a roster (`calendar/roster-rows.ts`). */
export function turns(label: string): Field<string> {
  return field('turns', label, '', turnsSchema);
}

const makers: Record<PlainKind, (label: string, recommendedLength?: number) => Field> = {
  line,
  lines,
  html,
  day,
  optionalDay,
  time,
  moment,
  flag,
  web,
  video,
  email,
  phones,
  hours,
  category,
  pdfTitles,
  turns,
};

const NO_TEXT = 'Este campo acepta un texto.';
/** Any text from outside: without hidden characters, and below the maximum that protects the server. */
const string = z
  .string({ error: NO_TEXT })
  .max(TEXT_CEILING, 'El texto es demasiado largo: puede tener hasta un millón de caracteres.')
  .transform(visible);
const pdfTitlesSchema = string.transform((text, context) => {
  const titles = pdfTitlesIn(text).map(({ pdf, title }) => ({ pdf, title: oneLine(title) }));
  if (titles.length > PDFS_MAX) return refuse(context, `Una página puede tener hasta ${PDFS_MAX} PDF.`);
  if (titles.some(({ title }) => [...title].length > PDF_TITLE_MAX))
    return refuse(context, `El título de un PDF puede tener hasta ${PDF_TITLE_MAX} caracteres.`);
  return pdfTitlesText(titles);
});
const turnsSchema = string.transform((text, context) => {
  if (text.length > 2 * (CEILINGS.turns ?? 0)) return refuse(context, 'Es demasiado largo.');
  const checked = checkedRoster(text);
  return 'fault' in checked ? refuse(context, checked.fault) : checked.text;
});
const lineSchema = string.transform((text) => text.replace(/\s+/g, ' ').trim());

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function field<V>(
  kind: FieldKind,
  label: string,
  blank: V,
  schema: z.ZodType<V>,
  recommendedLength?: number,
  ceiling = CEILINGS[kind],
): Field<V> {
  const parse = ceiling === undefined ? schema : belowCeiling(schema, ceiling);
  return { kind, label, blank, parse, ...(recommendedLength === undefined ? {} : { recommendedLength }) };
}

function belowCeiling<V>(schema: z.ZodType<V>, ceiling: number): z.ZodType<V> {
  return schema.superRefine((value, context) => {
    if (typeof value !== 'string' || value.length <= ceiling) return;
    const length = [...value].length;
    const [has, may] = [length, ceiling].map((one) => one.toLocaleString('es-AR'));
    if (length > ceiling) refuse(context, `Es demasiado largo: tiene ${has} caracteres y puede tener hasta ${may}.`);
  });
}
