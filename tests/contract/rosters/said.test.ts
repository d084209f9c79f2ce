import { describe, expect, test } from 'vitest';
import { saidRow, whyNoRow } from '#contract/calendar/roster-said';
import { rowWords } from '#contract/calendar/roster-words';
import { randomFrom, randomRule } from './random-rules.ts';

const TODAY = '2026-11-26';
const said = (phrase: string) => {
  const row = saidRow(phrase, TODAY);
  return row && [row.rule, row.days, row.times, row.zone].filter((part) => part !== undefined && part !== '').join(' ');
};

describe('what people say is a rule', () => {
  test.each([
    ['lunes y jueves, 20 h, zona Norte', 'FREQ=WEEKLY;BYDAY=MO,TH 20:00 Norte'],
    ['Lunes, miércoles y viernes de 8 a 12 hs', 'FREQ=WEEKLY;BYDAY=MO,WE,FR 08:00-12:00'],
    ['lunes a viernes, 8:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR 08:30'],
    ['sábados a las 19 hs.', 'FREQ=WEEKLY;BYDAY=SA 19:00'],
    ['todos los días, 6:15, 7, 13 y 20:45 h', 'FREQ=DAILY 06:15,07:00,13:00,20:45'],
    [
      'cada 3 días desde el 1/12/2026, de 8:30 a 8:30 del día siguiente',
      'FREQ=DAILY;INTERVAL=3 2026-12-01 08:30-08:30',
    ],
    ['cada 2 semanas, lunes, desde el 7/12', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO 2026-12-07'],
    ['martes por medio desde el 1/12/26', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU 2026-12-01'],
    ['segundo martes de cada mes, de 9 a 12', 'FREQ=MONTHLY;BYDAY=2TU 09:00-12:00'],
    ['primer y tercer lunes de cada mes', 'FREQ=MONTHLY;BYDAY=1MO,3MO'],
    ['último viernes de cada mes', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['el 5 de cada mes', 'FREQ=MONTHLY;BYMONTHDAY=5'],
    ['los días 1 y 15 de cada mes, 10 h', 'FREQ=MONTHLY;BYMONTHDAY=1,15 10:00'],
    ['lunes, 20 h, del 1/12 al 28/2', 'FREQ=WEEKLY;BYDAY=MO;SEASON=1201-0228 20:00'],
    ['sábados de abril a junio', 'FREQ=WEEKLY;BYDAY=SA;BYMONTH=4,5,6'],
    ['domingos hasta el 31/1/2027', 'FREQ=WEEKLY;BYDAY=SU;UNTIL=20270131'],
    ['todos los días, 24 h desde las 8:30', 'FREQ=DAILY 08:30-08:30'],
    ['25/12/2026 y 1/1, 9 h', 'DAYS 2026-12-25,2027-01-01 09:00'],
    ['no hay: 25/12', 'NO 2026-12-25'],
    ['pasa del 25/12 al 26/12', 'MOVED 2026-12-25>2026-12-26'],
    ['todos los martes, de 9 a 12 h', 'FREQ=WEEKLY;BYDAY=TU 09:00-12:00'],
    ['todos los martes 9 a 12 h', 'FREQ=WEEKLY;BYDAY=TU 09:00-12:00'],
    ['cada jueves a las 20 horas', 'FREQ=WEEKLY;BYDAY=TH 20:00'],
    ['lun a vie de 8 a 13 hs.', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR 08:00-13:00'],
    ['Lun. y Mié., 9.30 h', 'FREQ=WEEKLY;BYDAY=MO,WE 09:30'],
    ['lunes 9-12 h', 'FREQ=WEEKLY;BYDAY=MO 09:00-12:00'],
    ['lunes 9 - 12hs', 'FREQ=WEEKLY;BYDAY=MO 09:00-12:00'],
    ['martes de 8 a 12 y de 16 a 20 h', 'FREQ=WEEKLY;BYDAY=TU 08:00-12:00,16:00-20:00'],
    ['viernes a las 8 de la noche', 'FREQ=WEEKLY;BYDAY=FR 20:00'],
    ['viernes de 9 am a 1 pm', 'FREQ=WEEKLY;BYDAY=FR 09:00-13:00'],
    ['sábados al mediodía', 'FREQ=WEEKLY;BYDAY=SA 12:00'],
    ['sábados a las 12 del mediodía', 'FREQ=WEEKLY;BYDAY=SA 12:00'],
    ['domingos a partir de las 19.30 hs', 'FREQ=WEEKLY;BYDAY=SU 19:30'],
    ['fines de semana, 10 h', 'FREQ=WEEKLY;BYDAY=SA,SU 10:00'],
    ['todos los días, las 24 horas', 'FREQ=DAILY'],
    ['jueves todo el día', 'FREQ=WEEKLY;BYDAY=TH'],
    ['1 de diciembre, 20 h', 'DAYS 2026-12-01 20:00'],
    ['1° de mayo de 2027 a las 10 hs', 'DAYS 2027-05-01 10:00'],
    ['primero de mayo', 'DAYS 2027-05-01'],
    ['24 y 31 de diciembre, 18 h', 'DAYS 2026-12-24,2026-12-31 18:00'],
    ['3, 10 y 17 de setiembre del 2027', 'DAYS 2027-09-03,2027-09-10,2027-09-17'],
    ['martes 1 de diciembre, 20 h', 'DAYS 2026-12-01 20:00'],
    ['mar 1/12 y jue 3/12, de 8 a 12 h', 'DAYS 2026-12-01,2026-12-03 08:00-12:00'],
    ['del 4 al 6 de enero, 9 h', 'DAYS 2027-01-04,2027-01-05,2027-01-06 09:00'],
    ['del 30/12/2026 al 1/1/2027', 'DAYS 2026-12-30,2026-12-31,2027-01-01'],
    ['lunes, del 1/12/2026 al 28/2/2027', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270228 2026-12-01'],
    ['2026-12-01, 20 h', 'DAYS 2026-12-01 20:00'],
    ['1.12.2026, 20 h', 'DAYS 2026-12-01 20:00'],
    ['no hay: 24 y 31 de diciembre', 'NO 2026-12-24,2026-12-31'],
    ['sin servicio del 4/1 al 6/1', 'NO 2027-01-04,2027-01-05,2027-01-06'],
    ['lunes de 8 a 12 h, de abril a junio', 'FREQ=WEEKLY;BYDAY=MO;BYMONTH=4,5,6 08:00-12:00'],
  ])('«%s»', (phrase, row) => expect(said(phrase)).toBe(row));

  test.each(['', 'cuando se pueda', 'lunes y algo más', '31/2/2026', 'lunes a las 25'])('but not «%s»', (phrase) =>
    expect(said(phrase)).toBeNull(),
  );
});

test('holidays are those of the next year, without the days that are none', () => {
  const row = saidRow('feriados 20 h', TODAY);
  const days = row?.days.split(',') ?? [];
  expect([row?.rule, row?.times, days[0], days.at(-1)]).toEqual(['DAYS', '20:00', '2026-12-08', '2027-11-20']);
  expect(days).not.toContain('2026-12-07');
  expect(saidRow('no hay: feriados', TODAY)?.rule).toBe('NO');
});

test.each([
  ['31/2/2026', 'la fecha 31/2/2026 no existe.'],
  ['31 de abril, 20 h', 'la fecha 31/4 no existe.'],
  ['lunes desde el 30/2/2027', 'la fecha 30/2/2027 no existe.'],
  ['miércoles 1/12/2026', 'el 1/12/2026 es martes.'],
  [
    'domingos y feriados, 20 h',
    'los feriados van en un renglón aparte: uno para los días de la semana y otro para «feriados, 20 h».',
  ],
  ['cuando se pueda', ''],
  ['viernes a las 12 de la noche', ''],
])('of «%s» it is said why', (phrase, why) => {
  expect([saidRow(phrase, TODAY), whyNoRow(phrase, TODAY)]).toEqual([null, why]);
});

test('what a row says is understood as the same row, for 2,000 random rules', () => {
  const random = randomFrom(11);
  const times = ['', '20:00', '06:00,07:15', '08:00-12:00', '08:30-08:30', '08:30-08:30+7', '08:00-12:00,16:00-20:00'];
  let compared = 0;
  for (let at = 0; at < 2000; at += 1) {
    const { rule, start } = randomRule(random);
    if (!isSaid(rule)) continue;
    const days = rule.includes('INTERVAL') ? start : '';
    const row = { rule: rule.replace('INTERVAL=1;', ''), days, times: times[at % times.length] as string };
    expect([rowWords(row), saidRow(rowWords(row), TODAY)]).toEqual([rowWords(row), row]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(300);
});

/** Rules that people say: the days of a week, with their place in a month or without, or of a month. */
const isSaid = (rule: string) =>
  !/INTERVAL=1(;|$)/.test(rule) &&
  !/BYMONTHDAY=.*-2/.test(rule) &&
  (rule.startsWith('FREQ=DAILY') ? !rule.includes('BYDAY') : rule.includes('BYDAY') || rule.includes('BYMONTHDAY')) &&
  !(rule.startsWith('FREQ=MONTHLY') && /BYDAY=([^;]*,)?([A-Z]|-2|5)/.test(rule));
