/** Office hours of the town hall (spec sections 2.1 and 9), as a sentence. */
export const OFFICE_HOURS = 'Horario de atención: de 08 a 14 hs.';
