import { dayAt } from '#contract/values/dates';
import { isReadable } from '#contract/visibility';
import type { RecordEntity } from '#contract/record-types';
import type { Fields } from '../../offline/store/stored-record.ts';

/**
 * Returns the hint for the date of a story or a bulletin that is still to come: it does not put off that it is public.
 * @param now ms since the epoch
 */
export const datedHint =
  (entity: RecordEntity) =>
  (field: string, record: Fields, now: number): string | undefined => {
    if (field !== 'date' || String(record.date ?? '') <= dayAt(now)) return undefined;
    return isReadable(entity, record)
      ? 'La fecha todavía no llegó, y ya se ve en el sitio: la fecha no espera para publicar.'
      : 'La fecha todavía no llegó: si lo publicás, se ve en el sitio desde ese momento, sin esperarla.';
  };
