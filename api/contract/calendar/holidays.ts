import { addDays } from '../values/dates.ts';
import type { Day } from '../values/dates.ts';

/**
 * The national holidays of Argentina, with the days without work that make a long weekend of them, by the decrees known
 * when this release was made (law 27.399; for tourism: 2026). A new year, or a decree that changes one, comes with a
 * release. Each line: name, days of every year, or of some years.
 */
const HOLIDAYS = `Año Nuevo 01-01
Carnaval 2026-02-16 2026-02-17 2027-02-08 2027-02-09 2028-02-28 2028-02-29
Día de la Memoria 03-24
Día no laborable 2026-03-23 2026-07-10 2026-12-07
Malvinas 04-02
Viernes Santo 2026-04-03 2027-03-26 2028-04-14
Día del Trabajador 05-01
25 de Mayo 05-25
Güemes 2026-06-15 2027-06-21 2028-06-17
Día de la Bandera 06-20
Independencia 07-09
San Martín 2026-08-17 2027-08-16 2028-08-21
Diversidad Cultural 2026-10-12 2027-10-11 2028-10-16
Soberanía Nacional 2026-11-23 2027-11-20 2028-11-20
Inmaculada Concepción 12-08
Navidad 12-25`;

const names = /* @__PURE__ */ new Map(
  HOLIDAYS.split('\n').flatMap((line) => {
    const [name = ''] = line.split(/ (?=[\d-]{5})/);
    return line
      .slice(name.length + 1)
      .split(' ')
      .map((day) => [day, name] as const);
  }),
);

/** Returns the name of the national holiday that a day is, otherwise ''. */
export const holidayOn = (day: Day): string => names.get(day) ?? names.get(day.slice(5)) ?? '';

/** Returns the national holidays of the year that begins on a day; days without work that are none are left out. */
export function holidaysFrom(day: Day): Day[] {
  return Array.from({ length: 365 }, (_, at) => addDays(day, at)).filter((one) => {
    const name = holidayOn(one);
    return name !== '' && name !== NO_HOLIDAY;
  });
}
const NO_HOLIDAY = 'Día no laborable';
