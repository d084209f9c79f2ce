import { lastDayOf } from '#contract/calendar/event-times';
import { hourOf, showDay } from '#contract/values/dates';
import type { Fields } from '../../offline/store/stored-record.ts';

/**
 * Returns a hint for a field of an event whose value the public sees differently because of other values. Values are
 * saved one by one, so none is refused because of another (`contract/event-times.ts`).
 */
export function eventHint(field: string, event: Fields): string | undefined {
  const [date = '', lastDay = '', startTime = '', endTime = ''] = ['date', 'lastDay', 'startTime', 'endTime'].map(
    (name) => String(event[name] ?? ''),
  );
  const isOneDay = lastDayOf({ date, lastDay }) === date;
  if (field === 'lastDay' && isOneDay && lastDay && lastDay !== date) {
    const why = lastDay < date ? 'Es anterior a la fecha' : 'Es más de un año después de la fecha';
    return `${why}: el evento se muestra solo el ${showDay(date)}.`;
  }
  if (field !== 'endTime' || !endTime) return undefined;
  if (!startTime) return 'Falta la hora de inicio: en los calendarios el evento ocupa todo el día.';
  if (!isOneDay || endTime > startTime) return undefined;
  return endTime === startTime
    ? 'Es la misma que la hora de inicio: no se muestra.'
    : `Es anterior a la hora de inicio: se entiende que termina a las ${hourOf(endTime)} del día siguiente.`;
}
