import { rowsIn } from '#contract/calendar/roster-rows';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { rowWords } from '#contract/calendar/roster-words';
import { showDay, showMoment } from '#contract/values/dates';
import type { Field } from '#contract/fields';
import { pdfTitlesIn } from '#contract/values/pdf-titles';
import type { PdfTitle } from '#contract/values/pdf-titles';
import { plainText } from '#contract/values/text';
import { withSpokenPictures } from '#contract/uploaded/text-pictures';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import { cellText } from './record-words.ts';

/** Formats a value in full, as a person reads it. */
export function valueWords(field: Field | null, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (field?.kind === 'html') return plainText(withSpokenPictures(String(value), saidPicture));
  if (field?.kind === 'day') return showDay(String(value));
  if (field?.kind === 'moment') return showMoment(String(value));
  if (field?.kind === 'pdfTitles') return pdfTitlesIn(String(value)).map(titleWords).join('\n');
  if (field?.kind === 'turns') return rowsIn(String(value)).map(turnWords).join('\n');
  if (field?.kind === 'choice' || field?.kind === 'flag') return cellText(field, value);
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** Says within a text that it shows a picture there: `[imagen: La plaza]`. */
export const saidPicture = ({ alt }: TextPicture) => (alt ? `[imagen: ${alt}]` : '[imagen]');

const turnWords = (row: RosterRow) =>
  [rowWords(row), row.who, row.zone && `zona ${row.zone}`, row.place, row.phone, row.note].filter(Boolean).join(' · ');

const titleWords = ({ title }: PdfTitle, at: number) => `${at + 1}. ${title || 'PDF sin título propio'}`;
