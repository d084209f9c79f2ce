import { parseTime, shortTime } from './dates.ts';

// Without lookbehind, which Safari has only since 2023.
const BEFORE = String.raw`(^|[^\d:.,/])`;
const TIME = String.raw`(\d{1,2}(?:[:.]\d\d)?)`;
/** What people write after a time for 'hours'. */
const SIGN = String.raw`(hs|hrs?|h|horas)\b\.?`;
const FROM_TO = new RegExp(String.raw`${BEFORE}${TIME} ?(?:${SIGN})? ?(?:a|[-–—]) ?${TIME}(?![\d:,/]|\.\d)`, 'gi');
const SIGNED = new RegExp(String.raw`${BEFORE}${TIME} ?${SIGN}(?=[\s,;)]|$)`, 'gi');
const HAS_SIGN = new RegExp(String.raw`\d ?${SIGN}`, 'i');
const HAS_MINUTES = /\d[:.]\d\d/;

/**
 * Writes the times in a text on opening hours in one way: `Lunes a viernes, de 08.30 a 15:30hs.` becomes `Lunes a
 * viernes, de 8:30 a 15:30 h`. A text without a sign of hours, as `del 1 al 3`, stays as it is, and so does whatever is
 * no time. Doing it twice changes nothing.
 */
export function tidyHours(text: string): string {
  if (!HAS_SIGN.test(text) && !HAS_MINUTES.test(text)) return text;
  return text
    .replace(FROM_TO, (whole, before: string, from: string, _sign, to: string) => {
      const [first, last] = [short(from), short(to)];
      return first && last ? `${before}${first} a ${last}` : whole;
    })
    .replace(SIGNED, (whole, before: string, time: string, sign: string) => {
      // `24 horas` is a length.
      const isLength = time === '24' && sign.toLowerCase() === 'horas';
      return short(time) && !isLength ? `${before}${short(time)} h` : whole;
    });
}

/** `8:30`, `14`; undefined for what is no time of day. Midnight at the end of a day stays `24`. */
function short(time: string): string | undefined {
  if (/^24([:.]00)?$/.test(time)) return '24';
  const read = parseTime(time);
  return read === null ? undefined : shortTime(read);
}
