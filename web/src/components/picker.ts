import flatpickr from 'flatpickr';
import { Spanish } from 'flatpickr/dist/l10n/es.js';
import { addDays, longDay } from '#contract/values/dates';
import type { DateRange, Day } from '#contract/values/dates';
import './picker.css';

interface Options {
  range: DateRange | null;
  today: Day;
  min: string | undefined;
  max: string | undefined;
  label: string;
  /** Days to mark. */
  busy: Day[];
}

/**
 * Opens flatpickr inside an element, in Spanish, for one or two days. The days are buttons with a roving tabindex and
 * arrow keys (WAI-ARIA date grid), because flatpickr by itself is not operable by keyboard.
 * @param onPick called with the days, and with whether they are a pair or a first day alone
 * @returns function that removes it
 */
export function openPicker(
  place: HTMLElement,
  { range, today, min, max, label, busy }: Options,
  onPick: (range: DateRange, isPair: boolean) => void,
): () => void {
  const input = place.appendChild(document.createElement('input'));
  input.type = 'hidden';
  function putInTabOrder(): void {
    const days = [...place.querySelectorAll<HTMLElement>(DAYS)];
    const entry = [':focus', '.selected', '.today', '*']
      .map((which) => days.find((day) => day.matches(which)))
      .find(Boolean);
    for (const day of days) day.tabIndex = day === entry ? 0 : -1;
  }
  const picker = flatpickr(input, {
    inline: true,
    mode: 'range',
    closeOnSelect: false,
    locale: { ...Spanish, firstDayOfWeek: 1, yearAriaLabel: 'Año' },
    dateFormat: 'Y-m-d',
    // Today in the town, whatever the device's clock and time zone.
    now: `${today}T12:00:00`,
    monthSelectorType: 'static',
    prevArrow: '←',
    nextArrow: '→',
    ...(range ? { defaultDate: [range.from, range.to] } : {}),
    ...(min === undefined ? {} : { minDate: min }),
    ...(max === undefined ? {} : { maxDate: max }),
    onDayCreate: (_, __, { formatDate }, element) => dressDay(element, formatDate(element.dateObj, 'Y-m-d'), busy),
    onMonthChange: putInTabOrder,
    onYearChange: putInTabOrder,
    onChange(dates, _, { formatDate }) {
      putInTabOrder();
      const days = dates.map((date) => formatDate(date, 'Y-m-d'));
      const [from, to = from] = days;
      if (from && to) onPick({ from, to }, days.length === 2);
    },
  });
  picker.calendarContainer.setAttribute('role', 'group');
  picker.calendarContainer.setAttribute('aria-label', label);
  place.querySelector('.flatpickr-current-month')?.setAttribute('aria-live', 'polite');
  for (const [side, name] of [
    ['prev', 'Mes anterior'],
    ['next', 'Mes siguiente'],
  ] as const) {
    const arrow = place.querySelector<HTMLElement>(`.flatpickr-${side}-month`);
    arrow?.setAttribute('role', 'button');
    arrow?.setAttribute('aria-label', name);
    if (arrow) arrow.tabIndex = 0;
  }
  putInTabOrder();

  function show(day: Day): void {
    if ((min && day < min) || (max && day > max)) return;
    if (!dayIn(place, day)) picker.jumpToDate(day);
    dayIn(place, day)?.focus();
    putInTabOrder();
  }
  /** Replaces flatpickr's own key handling, which moves the focus into the hidden input and traps Tab. */
  function press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    event.stopPropagation();
    const day = target.dataset.day;
    const step = STEPS[event.key];
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (!(day && step) && !(isPress && target.matches('[role=button]'))) return;
    event.preventDefault();
    if (isPress) target.click();
    if (day) show(step && !isPress ? addDays(day, step) : day);
  }
  place.addEventListener('keydown', press, true);
  return () => {
    place.removeEventListener('keydown', press, true);
    picker.destroy();
    place.replaceChildren();
  };
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const DAYS = '.flatpickr-day:not(.flatpickr-disabled, .prevMonthDay, .nextMonthDay)';
const dayIn = (place: HTMLElement, day: Day) =>
  place.querySelector<HTMLElement>(`[data-day="${day}"]:not(.prevMonthDay, .nextMonthDay)`);

function dressDay(element: HTMLElement, day: Day, busy: Day[]): void {
  const isBusy = busy.includes(day);
  element.dataset.day = day;
  element.classList.toggle('busy', isBusy);
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', isBusy ? `${longDay(day)}, hay eventos` : longDay(day));
  if (element.matches('.flatpickr-disabled')) element.setAttribute('aria-disabled', 'true');
  else element.setAttribute('aria-pressed', String(element.matches('.selected')));
}
