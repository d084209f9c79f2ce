import { expect, test } from 'vitest';
import type { PortalState } from '#contract/messages/portal-state';
import {
  checkedWords,
  problemCount,
  seenWords,
  stateLines,
  waitingWords,
} from '../../../web/src/admin/admins/state-words.ts';

const AT = '2026-03-15T13:32:00.000Z';
const state: PortalState = {
  at: AT,
  version: '1.2.3',
  startedAt: '2026-03-10T11:00:00.000Z',
  freeBytes: 12_345_678_901,
  databaseBytes: 8_400_000,
  backup: { last: '2026-03-15T06:30:00.000Z' },
  offsite: null,
  tried: null,
  checked: '2026-03-15T13:00:00.000Z',
  problems: [],
  devices: [],
};
const line = (name: string, change: Partial<PortalState> = {}) =>
  stateLines({ ...state, ...change }).find((one) => one.name === name);

test('sizes and times are written as people here write them', () => {
  expect(line('Lugar libre en el disco')?.value).toBe('12,3 GB');
  expect(line('Tamaño de la base')?.value).toBe('8,4 MB');
  expect(line('En marcha desde')?.value).toBe('10 de marzo, 8\u00a0h');
  expect(line('Última copia de seguridad')).toEqual({
    name: 'Última copia de seguridad',
    value: '15 de marzo, 3:30\u00a0h (hace 7 horas)',
  });
});

test.for([
  [null, 'Esta instalación no dice dónde están sus copias.'],
  [{ last: null }, 'Todavía no se hizo ninguna copia.'],
  [{ last: '2026-03-14T01:31:00.000Z' }, 'Hace más de un día y medio que no se hace una copia.'],
  [{ last: '2026-03-14T01:33:00.000Z' }, undefined],
] as const)('the last backup %j is warned of: %s', ([backup, warning]) => {
  expect(line('Última copia de seguridad', { backup })?.warning).toBe(warning);
});

test('the last copy sent off the machine and the last trial restore are shown with what went wrong', () => {
  const sent = (offsite: PortalState['offsite']) => line('Copia fuera del servidor', { offsite });
  expect(sent(null)?.value).toBe('No se envía');
  expect(sent({ arrived: null, problem: null })?.value).toBe('Ninguna todavía');
  expect(sent({ arrived: '2026-03-15T07:32:00.000Z', problem: 'No queda lugar en el disco.' })).toMatchObject({
    value: '15 de marzo, 4:32\u00a0h (hace 6 horas)',
    warning: 'La última no llegó. No queda lugar en el disco.',
  });
  const restored = (tried: PortalState['tried']) => line('Última restauración de prueba', { tried });
  expect(restored(null)?.value).toBe('Ninguna todavía');
  const tried = { at: '2026-03-13T07:32:00.000Z', isOffsite: true, problem: null };
  expect(restored(tried)?.value).toBe('13 de marzo, 4:32\u00a0h (hace 2 días), con la copia de afuera: salió bien');
  expect(restored({ ...tried, problem: 'Está dañada.' })?.warning).toBe('No salió bien. Está dañada.');
});

test('a moment that has not been yet says nothing good: the clock of the server was wrong', () => {
  const future = '2027-01-01T12:00:00.000Z';
  const wrong = 'Esa fecha todavía no llegó: el reloj del servidor estaba mal, o está mal ahora.';
  expect(line('Copia fuera del servidor', { offsite: { arrived: future, problem: null } })?.warning).toBe(wrong);
  const tried = { at: future, isOffsite: true, problem: null };
  expect(line('Última restauración de prueba', { tried })?.warning).toBe(wrong);
  expect(checkedWords({ ...state, checked: future })).toBe(
    `La última revisión figura el 1 de enero, 9\u00a0h. ${wrong}`,
  );
});

test('that nobody is told of problems is shown with what can be done', () => {
  const told = (isTold?: boolean | null) =>
    line('A quién se avisa de los problemas', isTold === undefined ? {} : { isTold });
  expect(told(true)).toEqual({
    name: 'A quién se avisa de los problemas',
    value: 'A quien cuida el servidor, y acá',
  });
  expect(told(false)).toMatchObject({
    value: 'A nadie: se ven solo acá',
    warning: expect.stringContaining('NOTIFY_URL o SMTP_URL') as string,
  });
  // A device may still have what an earlier release said.
  expect([told(null)?.value, told()?.value]).toEqual(['No se sabe', 'No se sabe']);
});

test('what is not known is shown as unknown', () => {
  expect(line('Lugar libre en el disco', { freeBytes: null })?.value).toBe('No se sabe');
  expect(line('Versión', { version: null })?.value).toBe('No se sabe');
});

test('the last check is shown with its age, and its problems are counted', () => {
  expect(checkedWords(state)).toBe('La última revisión, hace 32 minutos, no encontró nada mal.');
  const problems = [{ what: 'Algo', todo: 'Algo', since: AT }];
  expect(checkedWords({ ...state, problems })).toBe('La última revisión fue hace 32 minutos.');
  expect(checkedWords({ ...state, checked: null })).toBe('Esta instalación no se revisa sola.');
  expect([problemCount(1), problemCount(2)]).toEqual(['El portal tiene un aviso', 'El portal tiene 2 avisos']);
});

test('a device is shown with its waiting changes, and when it was last connected', () => {
  const device = { person: 'Ana', device: 'iPad', waiting: 3, since: '2026-03-14T21:00:00.000Z', seen: AT };
  expect(waitingWords(device)).toBe('3 cambios sin enviar, el más viejo del 14 de marzo, 18\u00a0h');
  expect(waitingWords({ ...device, waiting: 1 })).toBe('1 cambio sin enviar, del 14 de marzo, 18\u00a0h');
  expect(waitingWords({ ...device, waiting: 0, since: null })).toBe('Nada sin enviar');
  expect(seenWords(device, AT)).toBe('Se conectó recién');
  expect(seenWords({ ...device, seen: '2026-03-14T21:00:00.000Z' }, AT)).toBe(
    'No se conecta desde el 14 de marzo, 18\u00a0h',
  );
});

test.for([
  [null, { value: 'No se consulta' }],
  [{}, { value: 'Respondió el 15 de marzo, 10:30\u00a0h (hace 2 minutos)' }],
  [
    { heard: null, problem: 'no respondió a tiempo' },
    { warning: 'Ahora no responde: no respondió a tiempo. Se vuelve a probar solo.' },
  ],
  [
    { isSilent: true, problem: 'respondió 503' },
    {
      warning: 'No responde desde hace más de un día: sus alertas ya no se muestran. La última vez: respondió 503.',
    },
  ],
  [{ doClocksDiffer: true }, { warning: 'Su reloj y el del servidor no coinciden: uno de los dos está mal.' }],
  [{ unreadable: 1 }, { warning: 'Uno de sus mensajes no se pudo leer.' }],
  [{ unreadable: 3 }, { warning: '3 de sus mensajes no se pudieron leer.' }],
] as const)('of the weather service, %j is said so', ([weather, said]) => {
  const well = { since: '2026-03-10T11:00:00.000Z', heard: '2026-03-15T13:30:00.000Z', problem: null };
  const rest = { isSilent: false, doClocksDiffer: false, unreadable: 0 };
  expect(line('Servicio Meteorológico', { weather: weather && { ...well, ...rest, ...weather } })).toMatchObject(said);
});
