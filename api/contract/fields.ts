import { z } from 'zod';
import { parseDay } from './dates.ts';
import type { Day } from './dates.ts';
import { TEXT_CEILING } from './limits.ts';
import { asUrl, composed, wellFormed } from './text.ts';
import { parseVideo } from './videos.ts';

export type FieldKind = 'line' | 'lines' | 'html' | 'day' | 'choice' | 'flag' | 'web' | 'video' | 'email' | 'password';
export interface Choice<V> {
  value: V;
  label: string;
}

/**
 * One field of an entity: how it is called on screen, what it starts as, and its canonical form.
 * `parse` takes what came in from outside and gives the canonical value; its failure carries a message fit to show.
 * Canonical form is idempotent. That of `html` is completed by the server, which alone has the sanitizer.
 */
export interface Field<V = unknown> {
  kind: FieldKind;
  label: string;
  blank: V;
  parse: z.ZodType<V>;
  /** A recommended maximum of characters (spec section 3): counted on screen, never enforced. */
  hint?: number;
  choices?: readonly Choice<V>[];
  /** The name in update addresses where it differs from the field's own (spec section 7.4). */
  path?: string;
  /** Saved by a button of its own instead of on leaving the field (spec section 7.4). */
  ownButton?: true;
}

export function line(label: string, hint?: number): Field<string> {
  return field('line', label, '', lineSchema, hint);
}

export function lines(label: string, hint?: number): Field<string> {
  return field('lines', label, '', string.transform((text) => tidy(text.replace(/\r\n?/g, '\n'))), hint);
}

export function html(label: string, hint: number): Field<string> {
  return field('html', label, '', string.transform((text) => text.replace(/\r\n?/g, '\n').trim()), hint);
}

export function day(label: string): Field<Day> {
  const message = 'La fecha tiene que ser un día del calendario, como 15-03-2026.';
  return field('day', label, '', z.string({ error: message }).transform((text, context) => parseDay(text) ?? refuse(context, message)));
}

export function choice<const V extends string | number>(label: string, blank: V, choices: readonly Choice<V>[]): Field<V> {
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

/** A web address; http and https only, so that no link can run a script. */
export function web(label: string): Field<string> {
  const message = 'La dirección tiene que empezar con https:// o http://.';
  const schema = lineSchema.transform((text, context) => {
    if (text === '') return '';
    const url = asUrl(text);
    return url && /^https?:$/.test(url.protocol) && url.hostname ? url.href : refuse(context, message);
  });
  return field('web', label, '', schema);
}

export function video(label: string): Field<string> {
  const message = 'Pegá la dirección de un video de YouTube, de Vimeo o de un archivo https .mp4 o .webm.';
  return field('video', label, '', lineSchema.transform((text, context) => (text === '' ? '' : (parseVideo(text)?.url ?? refuse(context, message)))));
}

export function email(label: string): Field<string> {
  const message = 'Escribí un correo completo, como nombre@ejemplo.com.';
  return field('email', label, '', lineSchema.refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), { error: message }));
}

export function password(label: string): Field<string> {
  const schema = z.string({ error: NO_TEXT }).min(8, 'La contraseña tiene que tener al menos 8 caracteres.').max(200, 'La contraseña puede tener hasta 200 caracteres.');
  return field('password', label, '', schema);
}

const NO_TEXT = 'Este campo acepta un texto.';
/** Text that came in at all: no lone surrogates (they are no characters) and below the ceiling that protects the server. */
const string = z
  .string({ error: NO_TEXT })
  .max(TEXT_CEILING, 'El texto es demasiado largo: puede tener hasta un millón de caracteres.')
  .transform((text) => composed(wellFormed(text)));
const lineSchema = string.transform((text) => tidy(text.replace(/\s+/g, ' ')));

/** Control characters and marks that turn the reading direction have no place in a field: they hide what is written. */
function tidy(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').trim();
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function field<V>(kind: FieldKind, label: string, blank: V, parse: z.ZodType<V>, hint?: number): Field<V> {
  return { kind, label, blank, parse, ...(hint === undefined ? {} : { hint }) };
}
