import { expect, test } from 'vitest';
import type { Warning } from '../../../api/weather/cap.ts';
import { decide, SHOWN_MAX, withAlerts } from '../../../api/weather/decide.ts';
import type { KnownMessage } from '../../../api/weather/decide.ts';

const NOW = Date.parse('2026-03-15T13:00:00Z');
const HOUR = 3_600_000;

const warning = (change: Partial<Warning> = {}): Warning => ({
  headline: 'Tormentas',
  instruction: '',
  description: '',
  area: '',
  link: '',
  severity: 'Moderate',
  category: 'Met',
  urgency: 'Expected',
  certainty: 'Likely',
  onset: NOW - HOUR,
  expires: NOW + 6 * HOUR,
  ...change,
});
const message = (key: string, change: Partial<KnownMessage> = {}): KnownMessage => ({
  key,
  type: 'Alert',
  sent: NOW - HOUR,
  references: [],
  warnings: [warning({ headline: key })],
  alert: '',
  ...change,
});

function decided(messages: KnownMessage[], { isSilent = false, there = [] as string[] } = {}) {
  const isThere = (id: string) => there.includes(id);
  return [...decide(withAlerts(messages), { at: NOW, isSilent, isThere }).values()].map((one) => one?.headline ?? null);
}
const idOf = (one: KnownMessage) => withAlerts([one])[0]?.alert ?? '';

test('what was said last of the same is what is said', () => {
  const update = message('b', { type: 'Update', sent: NOW, references: ['a'] });
  expect(decided([update, message('a')])).toEqual(['b']);
  expect(decided([message('a'), message('c', { type: 'Cancel', sent: NOW, references: ['a'], warnings: [] })])).toEqual(
    [],
  );
});

test('an end that comes before its beginning is still the end', () => {
  const cancel = message('c', { type: 'Cancel', references: ['a'], warnings: [] });
  expect(decided([cancel, message('a')])).toEqual([]);
});

test('messages are about the same that name each other by way of one that nobody has', () => {
  const [one, other] = [message('b', { references: ['a'] }), message('c', { references: ['a'], sent: NOW })];
  const ids = withAlerts([one, other]).map(({ alert }) => alert);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[a-z0-9]{12}$/);
});

test('an alert keeps its id when an older message of it comes later', () => {
  const known = withAlerts([message('b', { type: 'Update', sent: NOW, references: ['a'] })]);
  const later = withAlerts([...known, message('a')]);
  expect(new Set(later.map(({ alert }) => alert))).toEqual(new Set([idOf(message('b'))]));
});

test('of two warnings that become one, one remains', () => {
  const known = [...withAlerts([message('a')]), ...withAlerts([message('b')])];
  const there = known.map(({ alert }) => alert);
  const joined = message('c', { type: 'Update', sent: NOW, references: ['a', 'b'] });
  expect(decided([...known, joined], { there })).toHaveLength(2);
  expect(decided([...known, joined], { there })).toEqual(expect.arrayContaining([null, 'c']));
});

test('what has passed, and all that a silent service has said, is over', () => {
  const old = message('a', { warnings: [warning({ expires: NOW - 1 })] });
  expect(decided([old], { there: [idOf(old)] })).toEqual([null]);
  const one = message('b');
  expect(decided([one], { there: [idOf(one)], isSilent: true })).toEqual([null]);
  expect(decided([one], { isSilent: true })).toEqual([]);
});

test('a warning that follows in the same message is said in its turn', () => {
  const passed = warning({ severity: 'Severe', headline: 'antes', expires: NOW });
  expect(decided([message('a', { warnings: [passed, warning({ headline: 'después' })] })])).toEqual(['después']);
});

test('what the service says once for each of its zones is said once', () => {
  const same = [message('a'), message('b')].map((one) => ({ ...one, warnings: [warning()] }));
  expect(decided(same)).toEqual(['Tormentas']);
  const [, second] = same as [KnownMessage, KnownMessage];
  expect(decided(same, { there: [idOf(second)] })).toEqual(['Tormentas']);
});

test('of a storm of warnings the most severe are shown', () => {
  const many = Array.from({ length: 500 }, (_, at) => message(`m${at}`));
  const severe = message('rojo', { warnings: [warning({ headline: 'rojo', severity: 'Extreme' })] });
  const shown = decided([...many, severe]);
  expect(shown).toHaveLength(SHOWN_MAX);
  expect(shown[0]).toBe('rojo');
});
