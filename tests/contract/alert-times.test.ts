import { expect, test } from 'vitest';
import { alertTimesFault } from '#contract/calendar/alert-times';
import { blankRecord } from '#contract/forms-and-lists';

const made = Date.parse('2026-07-01T15:00:00Z');
const alert = (change: Partial<Record<'onset' | 'expires' | 'status', string>> = {}) =>
  ({ ...blankRecord('alert', 'aaaaaaaaaaaa', made, '-'), ...change }) as unknown as Parameters<
    typeof alertTimesFault
  >[0];

test('an alert that would end before it begins is refused at the time that makes it so', () => {
  const chosen = alert({ onset: '2026-07-01T14:00', expires: '2026-07-01T18:00' });
  expect(alertTimesFault(chosen, 'expires', '2026-07-01T13:59')).toBe(
    'Terminaría antes de empezar: empieza el 01/07/2026 14:00. Poné una hora posterior.',
  );
  expect(alertTimesFault(chosen, 'onset', '2026-07-01T18:01')).toBe(
    'Empezaría después de terminar: termina el 01/07/2026 18:00. Cambiá primero «Termina».',
  );
  expect(alertTimesFault(chosen, 'expires', '2026-07-01T14:00')).toBeNull();
  expect(alertTimesFault(chosen, 'headline', 'Agua')).toBeNull();
});

test('an end that nobody has set does not keep the beginning from being later', () => {
  expect(alertTimesFault(alert(), 'onset', '2026-08-01T10:00')).toBeNull();
  expect(alertTimesFault(alert({ status: 'Publicado' }), 'onset', '2026-08-01T10:00')).not.toBeNull();
});
