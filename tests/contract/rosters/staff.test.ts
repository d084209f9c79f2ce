import { describe, expect, test } from 'vitest';
import { checkedRoster, ROSTER_LIMITS } from '#contract/calendar/roster-checked';
import { nextTurns, rotation, swapped } from '#contract/calendar/roster-next';
import { pastedList, pastedNames, saidTimes } from '#contract/calendar/roster-pasted';
import { rowsIn, rowsText } from '#contract/calendar/roster-rows';
import { turnsOf } from '#contract/calendar/roster-turns';
import { addDays } from '#contract/values/dates';
import { fieldAt } from '#contract/forms-and-lists';

const TODAY = '2026-11-26';
const nextDays = (count: number) => Array.from({ length: count }, (_, at) => addDays(TODAY, at)).join(',');
/** Names alone. */
const only = (names: string[]) => names.map((who) => ({ who }));
const whoOn = (turns: string, from: string, to: string) =>
  turnsOf({ turns, noholidays: 0 }, from, to)
    .filter(({ off }) => off === undefined)
    .map(({ day, who }) => `${Number(day.slice(8))} ${who}`);

describe('the field with the rows of a roster', () => {
  const parse = (value: unknown) => fieldAt('roster', 'turns')?.field.parse.safeParse(value);

  test('takes what people say and stores rules, and keeps what is stored', () => {
    const stored = 'FREQ=WEEKLY;BYDAY=MO,TH||20:00|||Norte\nNO|2026-12-25||||||Navidad';
    expect(parse('lunes y jueves, 20 h, zona Norte\n\nno hay: 25/12/2026|||||||Navidad')?.data).toBe(stored);
    expect(parse(stored)?.data).toBe(stored);
    expect(parse('')?.data).toBe('');
  });

  test.each([
    ['cuando se pueda', 'Renglón 1: no se entiende cuándo'],
    ['FREQ=SECONDLY', 'Renglón 1'],
    ['FREQ=DAILY;COUNT=3', 'Renglón 1'],
    ['FREQ=DAILY;INTERVAL=99999999', 'Renglón 1'],
    ['FREQ=DAILY;FREQ=DAILY', 'Renglón 1'],
    ['FREQ=DAILY;__proto__=1', 'Renglón 1'],
    ['FREQ=MONTHLY', 'Renglón 1'],
    ['DAYS|2026-02-30', 'Renglón 1'],
    ['DAYS', 'Renglón 1'],
    ['MOVED|2026-12-25', 'Renglón 1'],
    ['FREQ=DAILY||25:00', 'Renglón 1'],
    ['FREQ=DAILY||08:00-09:00+9', 'Renglón 1'],
    ['lunes|||||||||', 'sobra una barra'],
    [`lunes|||${'a'.repeat(ROSTER_LIMITS.text + 1)}`, 'demasiado largo'],
    ['lunes\n'.repeat(ROSTER_LIMITS.rows + 1), 'Hasta 300 renglones'],
    ['cada 2 semanas, lunes', 'falta desde qué día se cuenta'],
    ['x'.repeat(500_000), 'demasiado largo'],
    [7, 'texto'],
  ])('refuses %#: %j', (value, message) => {
    const parsed = parse(value);
    expect(parsed?.success).toBe(false);
    expect(parsed?.error?.issues[0]?.message).toContain(message);
  });

  test('refuses more times in all, or exceptions to them, than a calendar can hold', () => {
    const messageFor = (value: string) => parse(value)?.error?.issues[0]?.message;
    const eighty = Array.from({ length: 80 }, () => '06:00').join(',');
    expect(messageFor(`FREQ=DAILY||${eighty}\n`.repeat(13))).toContain('Hasta 1000 horarios en total: hay 1040');
    expect(messageFor(`${'lunes\n'.repeat(299)}NO|${nextDays(201)}`)).toContain('demasiados días sin servicio');
    expect(parse(`${'lunes\n'.repeat(299)}NO|${nextDays(200)}`)?.success).toBe(true);
  });
});

test('the next turns of what is being typed are there at once, without what is not understood yet', () => {
  const next = nextTurns('lunes y jueves, 20 h\nel que vie', 0, TODAY, 12);
  expect(next).toHaveLength(12);
  expect(next.slice(0, 3).map(({ start }) => start)).toEqual([
    '2026-11-26T20:00',
    '2026-11-30T20:00',
    '2026-12-03T20:00',
  ]);
  expect(nextTurns('29/2/2028', 0, TODAY, 12)).toEqual([]);
});

test('a rotation of six pharmacies gives each its day, for ever, and of three a week each', () => {
  const names = only(['A', 'B', 'C', 'D', 'E', 'F']);
  const text = rowsText(rotation(names, '2026-12-01', 1, '08:30'));
  expect(checkedRoster(text)).toEqual({ text });
  expect(whoOn(text, '2026-12-01', '2026-12-07')).toEqual(['1 A', '2 B', '3 C', '4 D', '5 E', '6 F', '7 A']);
  const weeks = rowsText(rotation(only(['A', 'B', 'C']), '2026-12-01', 7, '08:30'));
  expect(whoOn(weeks, '2026-12-01', '2026-12-28')).toEqual(['1 A', '8 B', '15 C', '22 A']);
});

test.each([
  ['Farmacia San Martín - Av. San Martín 410 - Tel. 2902 48-1310', 'Av. San Martín 410', '2902 48-1310', ''],
  ['1) Farmacia San Martín; Av. San Martín 410; 48-1310', 'Av. San Martín 410', '48-1310', ''],
  ['Farmacia San Martín, Av. San Martín 410, (02902) 48-1310', 'Av. San Martín 410', '(02902) 48-1310', ''],
  ['Farmacia San Martín\tAv. San Martín 410\t48-1310', 'Av. San Martín 410', '48-1310', ''],
  ['Farmacia San Martín (frente a la plaza)', '', '', 'frente a la plaza'],
  ['Farmacia San Martín', '', '', ''],
])('a pasted line of a rotation, %j, is a name, an address and a telephone', (line, place, phone, note) => {
  const names = pastedNames(`${line}\n\nFarmacia del Lago\n24`);
  expect(names).toEqual([
    { who: 'Farmacia San Martín', place, phone, note },
    { who: 'Farmacia del Lago', place: '', phone: '', note: '' },
    { who: '24' },
  ]);
  const [row] = rotation(names, '2026-12-01', 1, '08:30');
  expect(row).toMatchObject({ who: 'Farmacia San Martín', place, phone, note });
});

test('a wrong row is named by its place among all, those too that say nothing', () => {
  expect(checkedRoster('lunes, 20 h\n|||\ncuando se pueda|||B')).toMatchObject({
    fault: expect.stringContaining('Renglón 3: no se entiende'),
    row: 2,
  });
});

describe('two turns change places', () => {
  const [first, second] = [
    { day: '2026-12-01', who: 'A', zone: '' },
    { day: '2026-12-02', who: 'B', zone: '' },
  ];

  test('of listed days, by changing rows', () => {
    const text = swapped('DAYS|2026-12-01,2026-12-03||A\nDAYS|2026-12-02||B', first, second);
    expect(text).toBe('DAYS|2026-12-02,2026-12-03||A\nDAYS|2026-12-01||B');
  });

  test('of a rotation, by passing to the other day, and all others stay', () => {
    const text = rowsText(rotation(only(['A', 'B', 'C']), '2026-12-01', 1, '08:30'));
    const changed = swapped(text, first, second);
    expect(checkedRoster(changed)).toEqual({ text: changed });
    expect(whoOn(changed, '2026-12-01', '2026-12-04')).toEqual(['1 B', '2 A', '3 C', '4 A']);
  });

  test('once more, and back again, which leaves no trace', () => {
    const text = rowsText(rotation(only(['A', 'B', 'C']), '2026-12-01', 1, '08:30'));
    const turn = (of: string, day: string) =>
      nextTurns(of, 0, '2026-12-01', 12).find((one) => one.day === day && one.off === undefined)!;
    const swap = (of: string, day: string, other: string) => swapped(of, turn(of, day), turn(of, other));
    const once = swap(text, '2026-12-01', '2026-12-02');
    const twice = swap(once, '2026-12-02', '2026-12-03');
    expect(whoOn(twice, '2026-12-01', '2026-12-06')).toEqual(['1 B', '2 C', '3 A', '4 A', '5 B', '6 C']);
    expect(swap(swap(twice, '2026-12-03', '2026-12-02'), '2026-12-01', '2026-12-02')).toBe(text);
  });

  test('and what is noted of a day stays with the day, to and fro', () => {
    const [holiday, other] = [
      { day: '2026-12-08', who: 'A', zone: '' },
      { day: '2026-12-10', who: 'B', zone: '' },
    ];
    const text = 'DAYS|2026-12-03||A|Mitre 450\nDAYS|2026-12-08||A|Mitre 450|||feriado\nDAYS|2026-12-10||B';
    const notes = (of: string) =>
      turnsOf({ turns: of, noholidays: 0 }, '2026-12-01', '2026-12-31').map(
        ({ day, who, note }) => `${Number(day.slice(8))} ${who} ${note}`,
      );
    const once = swapped(text, holiday, other);
    expect(notes(once)).toEqual(['3 A ', '8 B feriado', '10 A ']);
    expect(rowsIn(once).map(({ who, place }) => `${who} ${place}`)).toEqual(['A Mitre 450', 'B ']);
    const back = swapped(once, { ...other, day: '2026-12-08' }, { ...holiday, day: '2026-12-10' });
    expect(notes(back)).toEqual(['3 A ', '8 A feriado', '10 B ']);
    const ruled = swapped('FREQ=DAILY\nDAYS|2026-12-08||A||||feriado', holiday, {
      ...other,
      who: '',
    });
    expect(ruled).toBe('FREQ=DAILY\nDAYS|2026-12-10||A\nMOVED|2026-12-10>2026-12-08||||||feriado');
  });

  test('and those of the same name or day stay', () => {
    const text = 'DAYS|2026-12-01,2026-12-02||A\nDAYS|2026-12-01||B';
    expect(swapped(text, first, { ...first, day: '2026-12-02' })).toBe(text);
    expect(swapped(text, first, { ...second, day: '2026-12-01' })).toBe(text);
  });
});

describe('a pasted list of a month', () => {
  const days = (text: string) =>
    Object.fromEntries(
      pastedList(text, TODAY, '').rows.map(({ who, days: of }) => [who, of.replaceAll('2026-12-', '')]),
    );

  test.each([
    ['DICIEMBRE 2026\n1 San Martín\n2 Del Lago\n3 San Martín'],
    ['Turnos de diciembre 2026\n\nMartes 1: San Martín\nMiércoles 2: Del Lago\nJueves 3: San Martín'],
    ['Farmacias de turno - Diciembre 2026\n01/12 San Martín\n02/12 Del Lago\n03/12 San Martín'],
    ['diciembre\nMar 01 - San Martín\nMié 02 - Del Lago\nJue 03 - San Martín'],
    ['DICIEMBRE\nSan Martín: 1 y 3\nDel Lago: 2'],
    ['Diciembre 2026\nmartes\t1\tSan Martín\nmiércoles\t2\tDel Lago\njueves\t3\tSan Martín'],
  ])('is understood in its layout %#', (text) => {
    expect(days(text)).toEqual({ 'San Martín': '01,03', 'Del Lago': '02' });
    expect(pastedList(text, TODAY, '').left).toEqual([]);
  });

  test('leaves what was not understood as a list of its own, with the months that it was read with', () => {
    const text = 'DICIEMBRE 2027\n1 Alfa\nConsulte\nviernes 2 Beta\nenero\n1 Gama\nfebrero 2028\n3 Delta\nLlame antes';
    const { left, rest } = pastedList(text, TODAY, '');
    expect(rest).toBe('diciembre 2027\nConsulte\nviernes 2 Beta\nfebrero 2028\nLlame antes');
    expect(pastedList(rest, TODAY, '')).toEqual({ rows: [], left, rest });
    expect(pastedList(rest.replace('viernes', 'jueves'), TODAY, '').rows).toMatchObject([
      { who: 'Beta', days: '2027-12-02' },
    ]);
    expect(pastedList('Diciembre\n1 Alfa', TODAY, '').rest).toBe('');
  });

  test('brings address and telephone, and says what it does not understand', () => {
    const { rows, left } = pastedList(
      'Diciembre\n1 al 3: Farmacia San Martín - Mitre 450 - Tel. 2974 48-1130\nConsulte en su farmacia',
      TODAY,
      '08:30-08:30',
    );
    expect(rows).toMatchObject([
      {
        who: 'Farmacia San Martín',
        place: 'Mitre 450',
        phone: '2974 48-1130',
        days: '2026-12-01,2026-12-02,2026-12-03',
        times: '08:30-08:30',
      },
    ]);
    expect(left).toEqual([{ line: 'Consulte en su farmacia', why: '' }]);
    expect('text' in checkedRoster(rowsText(rows))).toBe(true);
  });

  const notes = (text: string) =>
    pastedList(`Diciembre 2026\n${text}`, TODAY, '').rows.map(({ who, note, days: of }) => `${who}|${note}|${of}`);

  test.each([
    [
      'Martes 8 (feriado – Inmaculada Concepción): Ñandú – 9 de Julio 75 – Tel 42 3310',
      'Ñandú|feriado – Inmaculada Concepción|2026-12-08',
    ],
    ['martes 8 – FERIADO – Alfa', 'Alfa|FERIADO|2026-12-08'],
    ['martes 8, feriado: Alfa', 'Alfa|feriado|2026-12-08'],
    ['martes 8 – Alfa – Feriado Inmaculada Concepción', 'Alfa|Feriado Inmaculada Concepción|2026-12-08'],
    ['8/12 - Feriado - Inmaculada Concepción - Alfa', 'Alfa|Feriado, Inmaculada Concepción|2026-12-08'],
    ['Viernes 25: San Martín (FERIADO NAVIDAD)', 'San Martín|FERIADO NAVIDAD|2026-12-25'],
    ['Viernes 25 [Navidad]: San Martín', 'San Martín|Navidad|2026-12-25'],
    ['24 – Asueto municipal – Alfa', 'Alfa|Asueto municipal|2026-12-24'],
  ])('has as the note of a turn, not as who, what %s says of the day', (line, row) => {
    expect(notes(line)).toEqual([row]);
  });

  test('has a note on its own days alone, and what is said once of somebody on all', () => {
    const { rows } = pastedList('Diciembre\n7 Ñandú - Mitre 450 (Tel. 48-1130)\n8 (feriado) Ñandú\n9 Ñandú', TODAY, '');
    expect(rows).toMatchObject([
      { who: 'Ñandú', note: '', days: '2026-12-07,2026-12-09', place: 'Mitre 450', phone: '48-1130' },
      { who: 'Ñandú', note: 'feriado', days: '2026-12-08', place: 'Mitre 450', phone: '48-1130' },
    ]);
    expect('text' in checkedRoster(rowsText(rows))).toBe(true);
  });

  test.each([
    ['martes 8 (feriado'],
    ['martes 8 (feriado – Inmaculada Concepción: Ñandú'],
    ['martes 8 – FERIADO'],
    ['8 (feriado) y 19: Ñandú'],
    ['1, 7 y 8 (feriado): Ñandú'],
    ['Ñandú: 1, 8 (feriado) y 19'],
    ['Lunes 7 al domingo 13: Ñandú'],
  ])('does not guess who %s means', (line) => {
    expect(pastedList(`Diciembre 2026\n${line}`, TODAY, '')).toMatchObject({ rows: [], left: [{ line, why: '' }] });
  });

  test.each([
    ['Sábado 18: Alfa', 'dice sábado, y el 18 es viernes'],
    ['sáb. 18 - Alfa', 'dice sábado, y el 18 es viernes'],
    ['Viernes 4, 11 y 19: Alfa', 'dice viernes, y el 19 es sábado'],
    ['Martes 07/12/2026 Alfa', 'dice martes, y el 7 es lunes'],
    ['Martes 7 al 9: Alfa', 'dice martes, y el 7 es lunes'],
    ['18\tsábado\tAlfa', 'dice sábado, y el 18 es viernes'],
    ['18/12 sábado: Alfa', 'dice sábado, y el 18 es viernes'],
    ['18/12 (sábado) Alfa', 'dice sábado, y el 18 es viernes'],
  ])('leaves out %s, and says what is wrong', (line, why) => {
    expect(pastedList(`Diciembre 2026\n${line}`, TODAY, '')).toMatchObject({ rows: [], left: [{ line, why }] });
  });

  test.each([
    ['Lunes 7 al 9: Alfa', 'Alfa||2026-12-07,2026-12-08,2026-12-09'],
    ['Viernes 4, 11 y 18: Alfa', 'Alfa||2026-12-04,2026-12-11,2026-12-18'],
    ['18\tviernes\tAlfa', 'Alfa||2026-12-18'],
    ['18/12 (vie.) Alfa', 'Alfa||2026-12-18'],
    ['Mar del Plata: 7', 'Mar del Plata||2026-12-07'],
    ['Domingo Savio: 7', 'Domingo Savio||2026-12-07'],
  ])('takes the days of %s, whose days of the week are right or none', (line, row) => {
    expect(notes(line)).toEqual([row]);
  });

  test('keeps the area code of a telephone that is in brackets', () => {
    expect(pastedList('Diciembre\n1 Alfa - Mitre 450 - Tel. (0280) 448-1130', TODAY, '').rows).toMatchObject([
      { who: 'Alfa', place: 'Mitre 450', phone: '(0280) 448-1130', note: '' },
    ]);
  });

  test('has no part of an address in the telephone that follows it', () => {
    const line = (text: string) => pastedList(`Diciembre\n${text}`, TODAY, '').rows;
    const expected = [{ who: 'Alfa', place: 'Mitre 450', phone: '48-1130' }];
    expect(line('1 Alfa - Mitre 450 - 48-1130')).toMatchObject(expected);
    expect(line('1\tAlfa\tMitre 450\t48-1130')).toMatchObject(expected);
    expect(line('1 Alfa - Mitre 450 - Tel. 02902 - 48-1130')).toMatchObject([
      { ...expected[0], phone: '02902 - 48-1130' },
    ]);
  });

  test('has the times that staff say of each turn', () => {
    expect([saidTimes('de 8:30 a 8:30 del día siguiente'), saidTimes(''), saidTimes('a la tarde')]).toEqual([
      '08:30-08:30',
      '',
      null,
    ]);
  });
});
