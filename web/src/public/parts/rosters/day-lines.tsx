import { useEffect, useState } from 'react';
import { holidayOn } from '#contract/calendar/holidays';
import { lineName, offWords, stateAt } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import type { SiteDocument } from '#contract/records';
import { addDays, leafOf, longDay, momentAt } from '#contract/values/dates';
import type { Day, Moment } from '#contract/values/dates';
import { Phones } from '../../../components/phones.tsx';
import { Whereabouts } from '../places.tsx';

/** The present minute in the town; '' until the page is alive, because documents are drawn for a whole day. */
export function useNow(): Moment {
  const [now, setNow] = useState('');
  useEffect(() => {
    const look = () => setNow(momentAt(Date.now()));
    look();
    const timer = setInterval(look, 20_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * What a roster has on a day: who, when, where, and whom to call.
 * @param now the present minute, '' until it is known: what is on now has its room from the start, so that nothing
 *   moves when that is said; null on any day but today
 */
export function DayLines(given: { lines: readonly DayLine[]; site: SiteDocument; now: Moment | null }) {
  const { lines, site, now } = given;
  return (
    <ul className="turns" data-now="">
      {lines.map((line, at) => {
        const { when, place, phone, note, spans } = line;
        const state = now && stateAt(line, now);
        const [name, off] = [lineName(line), offWords(line)];
        return (
          <li key={at}>
            <b>{name}</b>
            {name && ' '}
            {off ? (
              <>
                <s>{when}</s> {off}
              </>
            ) : (
              when
            )}
            {now !== null && !off && (
              <>
                {' '}
                <span className={spans.length > 1 ? 'state long' : 'state'}>{state && <mark>{state}</mark>}</span>
              </>
            )}
            {!off && place && place !== name && (
              <p>
                <Whereabouts where={place} site={site} />
              </p>
            )}
            {phone && (
              <p>
                <Phones typed={phone} town={site.phone} />
              </p>
            )}
            {note && <p>{note}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** `Hoy, jueves 26 de noviembre`, with the holiday that it is. On paper it is no day's today. */
export function DayTitle({ day, today }: { day: Day; today: Day }) {
  const name = `${leafOf(day).weekday} ${longDay(day).replace(/ de \d+$/, '')}`;
  const near = day === today ? 'Hoy, ' : day === addDays(today, 1) ? 'Mañana, ' : '';
  const holiday = holidayOn(day);
  return (
    <h2>
      {near && <span className="near-day">{near}</span>}
      {near ? name : name.charAt(0).toUpperCase() + name.slice(1)}
      {holiday && ` · ${holiday}`}
    </h2>
  );
}
