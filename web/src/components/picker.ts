import flatpickr from 'flatpickr';
import { Spanish } from 'flatpickr/dist/l10n/es.js';
import type { DateRange, Day } from '#contract/dates';
import './picker.css';

interface Options {
  range: DateRange | null;
  today: Day;
  min: string | undefined;
  max: string | undefined;
  label: string;
}

/**
 * Opens flatpickr inside an element, in Spanish, for one or two days.
 * @param onPick told the days, and whether they are a pair or a first day alone
 * @returns the function that takes it away again
 */
export function openPicker(place: HTMLElement, { range, today, min, max, label }: Options, onPick: (range: DateRange, isPair: boolean) => void): () => void {
  const input = place.appendChild(document.createElement('input'));
  input.type = 'hidden';
  const picker = flatpickr(input, {
    inline: true,
    mode: 'range',
    locale: { ...Spanish, firstDayOfWeek: 1 },
    dateFormat: 'Y-m-d',
    // The town's day, whatever the device's clock and zone say.
    now: `${today}T12:00:00`,
    monthSelectorType: 'static',
    prevArrow: '←',
    nextArrow: '→',
    ...(range ? { defaultDate: [range.from, range.to] } : {}),
    ...(min === undefined ? {} : { minDate: min }),
    ...(max === undefined ? {} : { maxDate: max }),
    onChange(dates, _, { formatDate }) {
      const days = dates.map((date) => formatDate(date, 'Y-m-d'));
      const [from, to = from] = days;
      if (from && to) onPick({ from, to }, days.length === 2);
    },
  });
  picker.calendarContainer.setAttribute('role', 'group');
  picker.calendarContainer.setAttribute('aria-label', label);
  return () => {
    picker.destroy();
    place.replaceChildren();
  };
}
