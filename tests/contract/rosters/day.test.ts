import { describe, expect, test } from 'vitest';
import { homeLines, linesOn, shortLines, stateAt } from '#contract/calendar/roster-day';

const table = (turns: string, noholidays: 0 | 1 = 0) => ({ turns, noholidays });
const PHARMACIES =
  'FREQ=DAILY;INTERVAL=2|2026-12-01|08:30-08:30|San Martín|Mitre 450||48-1130\n' +
  'FREQ=DAILY;INTERVAL=2|2026-12-02|08:30-08:30|Del Lago';

describe('what there is on a day', () => {
  test('has who is on duty since the day before, until when, and who follows', () => {
    expect(linesOn(table(PHARMACIES), '2026-12-02').map(({ who, when }) => [who, when])).toEqual([
      ['San Martín', 'hasta las 8:30\u00a0h'],
      ['Del Lago', 'desde las 8:30 hasta el jueves a las 8:30\u00a0h'],
    ]);
  });

  test('says all departures of a bus in one line, and which is next', () => {
    const [bus, ...others] = linesOn(table('FREQ=DAILY||06:30,12:00,19:30|Ida'), '2026-12-02');
    expect([bus?.when, others]).toEqual(['6:30, 12 y 19:30\u00a0h', []]);
    expect([stateAt(bus!, '2026-12-02T06:30'), stateAt(bus!, '2026-12-02T20:00')]).toEqual(['Próximo: 12\u00a0h', '']);
  });

  test('is on duty now from its first minute to before its last, also over midnight and the end of a year', () => {
    const [line] = linesOn(table('DAYS|2026-12-31|22:00-06:00|Guardia'), '2026-12-31');
    const states = ['2026-12-31T21:59', '2026-12-31T22:00', '2027-01-01T05:59', '2027-01-01T06:00'];
    expect(states.map((now) => stateAt(line!, now))).toEqual(['', 'Ahora', 'Ahora', '']);
    expect(linesOn(table('DAYS|2026-12-31|22:00-06:00|Guardia'), '2027-01-01')[0]?.when).toBe('hasta las 6\u00a0h');
  });
});

test('the home page has four lines at most, of what there is today, each short', () => {
  const rosters = Array.from({ length: 6 }, (_, at) => ({
    title: `Colectivo ${at}`,
    ...table(at === 0 ? 'DAYS|2026-12-01' : 'FREQ=DAILY||06:00,07:00,08:00,09:00|Ida a la ciudad'),
  }));
  const lines = homeLines(shortLines(rosters, '2026-12-02'), '');
  expect(lines.map(({ title }) => title)).toEqual(['Colectivo 1', 'Colectivo 2', 'Colectivo 3', 'Colectivo 4']);
  expect(lines[0]?.text).toBe('Ida a la ciudad 6, 7, 8 y 9\u00a0h');
  const often = { title: 'Colectivo', ...table('FREQ=DAILY||06:00,07:00,08:00,09:00,12:00|Ida') };
  expect(homeLines(shortLines([often], '2026-12-02'), '')[0]?.text).toBe('Ida 5 horarios, de 6 a 12\u00a0h');
  const [pharmacy] = homeLines(shortLines([{ title: 'Farmacia', ...table(PHARMACIES) }], '2026-12-02'), '');
  expect(pharmacy?.text).toBe('San Martín hasta las 8:30\u00a0h; Del Lago desde las 8:30\u00a0h');
});

test('a line of the home page has as many whole parts as fit, and says that there are more', () => {
  const row = (who: string, zone = '') => `FREQ=DAILY||09:00|${who}||${zone}`;
  const text = (...rows: string[]) =>
    homeLines(shortLines([{ title: 'Posta', ...table(rows.join('\n')) }], '2026-12-02'), '')[0]?.text;
  expect(text(row('Enfermería'), row('Pediatría'))).toBe('Enfermería 9\u00a0h; Pediatría 9\u00a0h');
  const long = 'Control de niños, embarazos y presión';
  expect(text(row(long), row(`${long} alta`), row('Vacunas'))).toBe(`${long} 9\u00a0h; y más`);
  expect(text(row(`${long}. ${long}`))).toMatch(/^Control.{40,68}\.\.\.$/);
});

test('the home page has what is in a zone and what is for all, and nothing of another zone', () => {
  const turns = 'FREQ=DAILY||20:00|||Norte\nFREQ=DAILY||21:00|||Sur\nFREQ=DAILY||22:00|Reciclables';
  const waste = { title: 'Recolección', ...table(turns) };
  const water = { title: 'Agua', ...table('FREQ=DAILY||08:00|||Chacras') };
  const lines = shortLines([water, waste], '2026-12-02');
  expect(homeLines(lines, 'Sur')).toEqual([
    { title: 'Recolección', text: 'Zona Sur 21\u00a0h; Reciclables 22\u00a0h' },
  ]);
  expect(homeLines(lines, '').map(({ title }) => title)).toEqual(['Agua', 'Recolección']);
});
