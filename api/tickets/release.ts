import { z } from 'zod';
import { RELEASE_LIMITS } from '../contract/tickets/public-ticket.ts';
import type { TicketRelease } from '../contract/tickets/public-ticket.ts';
import { coarse } from '../contract/tickets/town-picture.ts';
import { oneLine, visible } from '../contract/values/text.ts';
import type { ReleaseRow, TicketRow } from './store.ts';

const most = (what: string, limit: number) => `${what}: hasta ${limit} caracteres.`;

/** What staff may release. */
export const releaseBody = z.strictObject({
  isHidden: z.boolean(),
  text: z
    .string()
    .overwrite((text) => visible(text).trim())
    .max(RELEASE_LIMITS.text, most('Texto', RELEASE_LIMITS.text)),
  place: z.string().overwrite(oneLine).max(RELEASE_LIMITS.place, most('Lugar', RELEASE_LIMITS.place)),
  isPinned: z.boolean(),
  photos: z.array(z.string().max(120)).max(20),
}) satisfies z.ZodType<TicketRelease>;

/** Returns a release as it is stored: of its point only what everybody may know. */
export function releaseRow({ id, lat, lon }: TicketRow, release: TicketRelease): ReleaseRow {
  const { isHidden, text, place, isPinned, photos } = release;
  const point = isPinned && lat !== null && lon !== null ? coarse({ lat, lon }) : null;
  return {
    ticket: id,
    hidden: isHidden ? 1 : 0,
    text,
    place,
    lat: point?.lat ?? null,
    lon: point?.lon ?? null,
    photos: JSON.stringify(photos),
  };
}

export const releaseOf = (row: ReleaseRow | null): TicketRelease | null =>
  row && {
    isHidden: row.hidden === 1,
    text: row.text,
    place: row.place,
    isPinned: row.lat !== null,
    photos: JSON.parse(row.photos) as string[],
  };

/** Returns what was released, in words for those who answer. */
export function releaseNote({ isHidden, text, place, isPinned, photos }: TicketRelease): string {
  if (isHidden) return 'No se muestra en el portal.';
  const count = photos.length === 1 ? 'una foto' : `${photos.length} fotos`;
  const shown = [text && `«${text}»`, place, isPinned && 'la marca en el plano', photos.length > 0 && count];
  return `Se muestra en el portal: ${['tema y estado', ...shown.filter(Boolean)].join(' · ')}.`;
}
