import { describe, expect, test } from 'vitest';
import { offWords } from '#contract/calendar/roster-day';
import { rosterChanges } from '#contract/calendar/roster-changes';
import { rowWords } from '#contract/calendar/roster-words';

// 7 December 2026 is a Monday.
const NOW = '2026-12-07T10:00';
const NORTH = 'FREQ=WEEKLY;BYDAY=MO,TH||20:00|||Norte';
const SOUTH = 'FREQ=WEEKLY;BYDAY=TU,FR||20:00|||Sur';

const changes = (before: string, after: string, now = NOW) =>
  rosterChanges({ turns: before, noholidays: 0 }, { turns: after, noholidays: 0 }, now);
/** As short as can be: `zone: day what`, and what only adds in brackets. */
const said = (...of: Parameters<typeof changes>) =>
  changes(...of).map(({ who, zone, days, rules }) => {
    const parts = days.map(({ day, lines, isMore }) => {
      const words = `${day.slice(8)} ${lines.map((line) => offWords(line) || line.when).join(' + ') || '-'}`;
      return isMore ? `(${words})` : words;
    });
    return [who + zone, ...(rules ? [`now ${rules.map(rowWords).join(' + ')}`] : parts)].join(': ');
  });

describe('a change of what comes within two weeks', () => {
  test('is a turn that is cancelled, moved, or back again', () => {
    const off = `${NORTH}\n${SOUTH}\nNO|2026-12-10||||Norte||Paro`;
    expect(said(`${NORTH}\n${SOUTH}`, off)).toEqual(['Norte: 10 No hay. Paro']);
    expect(said(off, `${NORTH}\n${SOUTH}`)).toEqual(['Norte: 10 20\u00a0h']);
    expect(said(NORTH, `${NORTH}\nMOVED|2026-12-10>2026-12-11||||||Acto`)).toEqual([
      'Norte: 10 Pasa al viernes 11. Acto: 11 20\u00a0h',
    ]);
    expect(said(NORTH, `${NORTH}\nNO|2026-12-24`)).toEqual([]);
  });

  test('is another rule, another hour, another place, and what does not come any more', () => {
    expect(said(NORTH, NORTH.replace('MO,TH', 'MO,WE'))).toEqual(['Norte: now lunes y miércoles, 20\u00a0h']);
    expect(said(NORTH, NORTH.replace('20:00', '21:00'))).toEqual(['Norte: now lunes y jueves, 21\u00a0h']);
    expect(said(`${NORTH}\n${SOUTH}`, NORTH)).toEqual(['Sur: now ']);
    const coming = `${NORTH.replace('||', ';UNTIL=20261231||')}\n${NORTH.replace('MO,TH||', 'TU|2027-01-01|')}`;
    expect(said(NORTH, coming)).toEqual([
      'Norte: now lunes y jueves, 20\u00a0h, hasta el 31/12/2026 + martes, 20\u00a0h, desde el 1/1/2027',
    ]);
    const visit = 'DAYS|2026-12-09|09:00-12:00|Móvil|Plaza';
    expect(said(visit, visit.replace('Plaza', 'Escuela 4'))).toEqual(['Móvil: 09 de 9 a 12\u00a0h']);
    expect(said(visit, visit.replace('|09:00-12', '|10:00-12'))).toEqual(['Móvil: 09 de 10 a 12\u00a0h']);
  });

  test('is also what comes daily, as a bus does, but not who is on duty', () => {
    expect(said('FREQ=DAILY||06:00,13:00|Ida', 'FREQ=DAILY||06:00,14:00|Ida')).toEqual([
      'Ida: now todos los días, 6 y 14\u00a0h',
    ]);
    const duty = (a: string, b: string) =>
      `FREQ=DAILY;INTERVAL=2|2026-12-01|08:30-08:30|${a}\nFREQ=DAILY;INTERVAL=2|2026-12-02|08:30-08:30|${b}`;
    expect(said(duty('San Martín', 'Del Lago'), duty('Del Lago', 'San Martín'))).toEqual([]);
  });

  test('is not what is called or spelt otherwise, nor a telephone, nor a reason', () => {
    expect(said(NORTH, NORTH.replace('Norte', 'Barrio Norte'))).toEqual([]);
    expect(said(`${NORTH}\n${SOUTH}`, `${NORTH.replace('|||Norte', '|humedos||Norte')}\n${SOUTH}`)).toEqual([]);
    expect(said('DAYS|2026-12-09||Movil|Plaza San Martin', 'DAYS|2026-12-09||Móvil|Plaza San Martín||48-1130')).toEqual(
      [],
    );
    expect(said(`${NORTH}\nNO|2026-12-10||||||Pro`, `${NORTH}\nNO|2026-12-10||||||Paro`)).toEqual([]);
  });

  test('is not what is over today, nor the first turns of a roster', () => {
    const visit = 'DAYS|2026-12-07|08:00-09:30|Móvil';
    expect(said(`${visit}\n${NORTH}`, NORTH)).toEqual([]);
    const now = 'DAYS|2026-12-07|08:00-13:00|Móvil';
    expect(said(now, now.replace('13:00', '11:30'))).toEqual(['Móvil: 07 de 8 a 11:30\u00a0h']);
    expect(said('', NORTH)).toEqual([]);
  });

  test('only adds where the next dates of a list come, but not where a turn has moved to a day', () => {
    const list = 'DAYS|2026-12-08|09:00-12:00|Móvil';
    expect(said(list, list.replace('-08', '-08,2026-12-15'))).toEqual(['Móvil: (15 de 9 a 12\u00a0h)']);
    const passed = 'DAYS|2026-12-06|09:00-12:00|Móvil';
    expect(said(passed, `${passed}\nMOVED|2026-12-06>2026-12-08`)).toEqual(['Móvil: 08 de 9 a 12\u00a0h']);
  });
});
