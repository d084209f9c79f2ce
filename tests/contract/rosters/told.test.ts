import { expect, test } from 'vitest';
import { toldOn } from '#contract/calendar/roster-told';

// 7 December 2026 is a Monday, the 8th a national holiday.
const told = (turns: string, day: string, noholidays: 0 | 1 = 0) =>
  toldOn({ turns, noholidays }, day).map(({ who, zone, when, off }) =>
    [who, zone, off === undefined ? when : `no: ${off}`].filter(Boolean).join(', '),
  );

test('what comes on some days of the week is told, in each zone on its days', () => {
  const lorry = 'FREQ=WEEKLY;BYDAY=MO,WE,FR||20:00|||Norte\nFREQ=WEEKLY;BYDAY=TU,TH,SA||20:00|||Sur';
  expect(told(lorry, '2026-12-07')).toEqual(['Norte, 20\u00a0h']);
  expect(told(lorry, '2026-12-10')).toEqual(['Sur, 20\u00a0h']);
  expect(told(lorry, '2026-12-13')).toEqual([]);
});

test('what comes as good as daily is not told, except where there is none of it, or on another day', () => {
  const bus = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR||06:00,13:00|Ida\nMOVED|2026-12-10>2026-12-12||||||Acto';
  expect(told(bus, '2026-12-09', 1)).toEqual([]);
  expect(told(bus, '2026-12-08', 1)).toEqual(['Ida, no: Feriado: Inmaculada Concepción']);
  expect(told(bus, '2026-12-10', 1)).toEqual(['Ida, no: Acto']);
  expect(told(bus, '2026-12-12', 1)).toEqual(['Ida, 6 y 13\u00a0h']);
});

test('what is rare beside what comes daily is told', () => {
  const lorry = 'FREQ=DAILY||20:00|Húmedos\nFREQ=WEEKLY;BYDAY=WE||20:00|Secos';
  expect(told(lorry, '2026-12-09')).toEqual(['Secos, 20\u00a0h']);
  expect(told(lorry, '2026-12-10')).toEqual([]);
});

test.for([
  [
    'a day each, in turn',
    'FREQ=DAILY;INTERVAL=2|2026-11-01|08:30-08:30|A\nFREQ=DAILY;INTERVAL=2|2026-11-02|08:30-08:30|B',
  ],
  [
    'a week each',
    'FREQ=DAILY;INTERVAL=21|2026-11-16|08:30-08:30+7|A\nFREQ=DAILY;INTERVAL=21|2026-11-30|08:30-08:30+7|B',
  ],
  [
    'whole days of a list',
    'DAYS|2026-12-07,2026-12-09,2026-12-11,2026-12-13||A\nDAYS|2026-12-08,2026-12-10,2026-12-12||B',
  ],
  ['nights', 'FREQ=WEEKLY;BYDAY=MO,WE,FR,SU||20:00-08:00|A\nFREQ=WEEKLY;BYDAY=TU,TH,SA||20:00-08:00|B\nNO|2026-12-09'],
])('who is on duty is not told: %s', ([, turns = '']) => {
  for (const day of ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-13']) expect(told(turns, day)).toEqual([]);
});

test('a list of days on end is told neither at its beginning nor at its end', () => {
  const days = Array.from({ length: 12 }, (_, at) => `2026-12-${String(at + 7).padStart(2, '0')}`);
  for (const day of days) expect(told(`DAYS|${days.join(',')}|09:00-12:00|Vacunatorio`, day)).toEqual([]);
});

test('a visit to another place each workday is told on the day before each', () => {
  const visits = ['MO', 'TU', 'WE', 'TH', 'FR'].map(
    (day) => `FREQ=WEEKLY;BYDAY=${day}||09:00-12:00|Móvil|Escuela ${day}`,
  );
  expect(told(visits.join('\n'), '2026-12-09')).toEqual(['Móvil, de 9 a 12\u00a0h']);
});
