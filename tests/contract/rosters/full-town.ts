import { rowsText } from '#contract/calendar/roster-rows';
import type { RosterRow } from '#contract/calendar/roster-rows';
import { addDays } from '#contract/values/dates';
import { newRecordId } from '#contract/values/ids';
import { randomFrom } from './random-rules.ts';

/** A town as large as any that the portal is for: its rosters as a device gets them. */
export function fullTown() {
  const random = randomFrom(34);
  const below = (most: number) => Math.floor(random() * most);
  const row = (parts: Partial<RosterRow>): RosterRow => ({
    rule: 'FREQ=DAILY',
    days: '',
    times: '',
    who: '',
    place: '',
    zone: '',
    phone: '',
    note: '',
    ...parts,
  });
  const two = (number: number) => String(number).padStart(2, '0');
  const streets = 'Mitre Belgrano Rivadavia Moreno Sarmiento Alberdi Urquiza Güemes Alem Brown Saavedra Paso'.split(
    ' ',
  );
  const zones = streets.map((street, at) => `Barrio ${street} ${at + 1}`);
  const phone = () => `02902 48-${1000 + below(9000)}`;
  const days = ['MO,WE,FR', 'TU,TH,SA', 'MO,TH', 'WE,SA'];
  const waste = zones.map((zone, at) =>
    row({
      rule: `FREQ=WEEKLY;BYDAY=${days[at % 4]}`,
      times: `${two(18 + (at % 5))}:00`,
      who: 'Residuos húmedos',
      zone,
    }),
  );
  const pharmacies = streets.slice(0, 6).map((street, at) =>
    row({
      rule: 'FREQ=DAILY;INTERVAL=6',
      days: addDays('2026-12-01', at),
      times: '08:30-08:30',
      who: `Farmacia ${street}`,
      place: `${street} ${100 + below(900)}`,
      phone: phone(),
    }),
  );
  const exceptions = Array.from({ length: 30 }, () =>
    row({
      rule: 'NO',
      days: addDays('2026-12-01', below(366)),
      zone: zones[below(12)] ?? '',
      note: 'El camión va al taller',
    }),
  );
  const buses = Array.from({ length: 8 }, (_, line) => {
    let minute = 330 + below(60);
    const times = Array.from({ length: 40 }, () => {
      minute += 15 + below(12);
      return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
    });
    return [
      row({
        rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA',
        times: [...new Set(times)].sort().join(','),
        who: `Línea ${line + 1}`,
      }),
    ];
  });
  const all: [string, string, RosterRow[]][] = [
    ['Recolección de residuos', 'recoleccion', [...waste, ...exceptions]],
    ['Farmacia de turno', 'farmacia', pharmacies],
    ...buses.map((rows, at): [string, string, RosterRow[]] => [`Colectivo ${at + 1}`, 'colectivo', rows]),
  ];
  return all.map(([title, kind, rows]) => ({
    id: newRecordId(Date.parse('2026-12-01')),
    created: '2026-12-01T12:00:00.000Z',
    title,
    titlekey: title.toLowerCase().replaceAll(' ', '-'),
    kind,
    description: '',
    turns: rowsText(rows),
    noholidays: 0 as const,
    status: 'Publicado',
  }));
}
