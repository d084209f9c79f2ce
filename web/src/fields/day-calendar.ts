import flatpickr from 'flatpickr';
import { Spanish } from 'flatpickr/dist/l10n/es.js';
import { addDays, dayAt, FIRST_DAY, LAST_DAY, longDay } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import './day-calendar.css';

/**
 * Opens flatpickr inside an element, in Spanish, at a day or today, and moves the focus to that day. The days are
 * buttons with a roving tabindex and arrow keys (WAI-ARIA date grid), because flatpickr by itself is not operable by
 * keyboard.
 * @param day the day that is chosen; null for none
 * @param handlers called with the day that is picked, and when the person presses Escape
 * @returns function that removes it
 */
export function openCalendar(
  place: HTMLElement,
  day: Day | null,
  { onPick, onClose }: { onPick: (day: Day) => void; onClose: () => void },
): () => void {
  const input = place.appendChild(document.createElement('input'));
  input.type = 'hidden';
  const today = dayAt(Date.now());
  function putInTabOrder(): void {
    const days = [...place.querySelectorAll<HTMLElement>(DAYS)];
    const entry = [':focus', '.selected', '.today', '*']
      .map((which) => days.find((one) => one.matches(which)))
      .find(Boolean);
    for (const one of days) one.tabIndex = one === entry ? 0 : -1;
  }
  const picker = flatpickr(input, {
    inline: true,
    locale: { ...Spanish, firstDayOfWeek: 1, yearAriaLabel: 'Año' },
    dateFormat: 'Y-m-d',
    // Today in the town, whatever the device's clock and time zone.
    now: `${today}T12:00:00`,
    monthSelectorType: 'static',
    prevArrow: '←',
    nextArrow: '→',
    minDate: FIRST_DAY,
    maxDate: LAST_DAY,
    ...(day ? { defaultDate: day } : {}),
    onDayCreate: (_, __, { formatDate }, element) => dressDay(element, formatDate(element.dateObj, 'Y-m-d')),
    onMonthChange: putInTabOrder,
    onYearChange: putInTabOrder,
    onChange: (_, picked) => onPick(picked),
  });
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
  const dayIn = (one: Day) => place.querySelector<HTMLElement>(`[data-day="${one}"]${IN_MONTH}`);
  function show(one: Day): void {
    if (one < FIRST_DAY || one > LAST_DAY) return;
    if (!dayIn(one)) {
      // Otherwise the focus would leave with the days that are removed, which closes the calendar.
      place.focus();
      picker.jumpToDate(one);
    }
    dayIn(one)?.focus();
    putInTabOrder();
  }
  show(day ?? today);

  /** Replaces flatpickr's own key handling, which moves the focus into the hidden input and traps Tab. */
  function press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') onClose();
    event.stopPropagation();
    const on = target.dataset.day;
    const step = STEPS.get(event.key);
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (!(on && step) && !(isPress && target.matches('[role=button]'))) return;
    event.preventDefault();
    if (isPress) target.click();
    else if (on && step) show(addDays(on, step));
  }
  place.addEventListener('keydown', press, true);
  return () => {
    place.removeEventListener('keydown', press, true);
    picker.destroy();
    place.replaceChildren();
  };
}

const STEPS = new Map<string, number>([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);
const IN_MONTH = ':not(.flatpickr-disabled, .prevMonthDay, .nextMonthDay)';
const DAYS = `.flatpickr-day${IN_MONTH}`;

function dressDay(element: HTMLElement, day: Day): void {
  element.dataset.day = day;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', longDay(day));
  if (element.matches('.flatpickr-disabled')) element.setAttribute('aria-disabled', 'true');
  else element.setAttribute('aria-pressed', String(element.matches('.selected')));
}
