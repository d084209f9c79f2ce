import { beforeEach, describe, expect, test } from 'vitest';
import { PUSH_MESSAGE_MAX } from '#contract/messages/push-message';
import type { PushMessage } from '#contract/messages/push-message';
import { openAnnouncements } from '../../../api/push/announcements.ts';
import { openPushStore } from '../../../api/push/store.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NORTH = 'FREQ=WEEKLY;BYDAY=MO,TH||20:00|||Norte';
const SOUTH = 'FREQ=WEEKLY;BYDAY=TU,FR||20:00|||Sur';
const LORRY = `${NORTH}\n${SOUTH}`;

let town: Town;
let announce: () => void;
let store: ReturnType<typeof openPushStore>;
beforeEach(async () => {
  town = await openTown();
  restart();
  const endpoint = 'https://fcm.googleapis.com/fcm/send/todo';
  const service = { service: 'https://fcm.googleapis.com', provider: 'google' } as const;
  store.put({ endpoint, p256dh: '', auth: '', ...service, topics: ['guardias'] });
  announce();
});

/** As after a restart of the portal. */
function restart(): void {
  store = openPushStore(town.db);
  const announcements = openAnnouncements(town.db, store);
  announce = town.db.transaction(() => announcements.announce(town.clock.now));
}

/** What is handed over after some time; the queue is empty afterwards. */
function told(after = 0): (PushMessage & { urgency: string })[] {
  town.clock.now += after;
  announce();
  const at = town.clock.now;
  const taken = store.take(at, []);
  for (const delivery of taken) store.record({ delivery, answer: { status: 201, retryAfter: null }, began: at, at });
  const found = taken.map(({ payload, urgency }) => ({ ...(JSON.parse(payload) as PushMessage), urgency }));
  // A device is handed one message at a time.
  return found.length > 0 ? [...found, ...told()] : [];
}
const bodies = (after = 0) => told(after).map(({ title, body }) => `${title}: ${body.replaceAll('\n', ' + ')}`);

const goTo = (moment: string) => void (town.clock.now = Date.parse(`${moment}:00-03:00`));
const save = (id: string, field: string, value: unknown) =>
  town.writer.update(town.act, 'roster', id, field, { value });
/** A roster that people know, on Sunday 15 March 2026 at noon. */
function known(turns = LORRY, fields = {}): string {
  const id = town.make('roster', { title: 'Recolección', kind: 'recoleccion', turns, status: 'Publicado', ...fields });
  expect(told(HOUR)).toEqual([]);
  return id;
}

describe('on the evening before', () => {
  test('at six is told what comes tomorrow, once, for each zone', () => {
    known();
    town.make('roster', {
      title: 'Móvil',
      kind: 'movil',
      turns: 'FREQ=MONTHLY;BYDAY=3MO||09:00-12:00|Vacunas|Escuela 4',
      status: 'Publicado',
    });
    goTo('2026-03-15T17:59');
    expect(told()).toEqual([]);
    expect(told(MINUTE)).toMatchObject([
      {
        title: 'Guardias y recorridos: lunes 16 de marzo',
        body: 'Móvil: Vacunas, Escuela 4, de 9 a 12\u00a0h\nRecolección: 20\u00a0h (zona Norte)',
        parts: [
          { text: 'Móvil: Vacunas, Escuela 4, de 9 a 12\u00a0h', zones: [] },
          { text: 'Recolección: 20\u00a0h', zones: ['Norte'] },
        ],
        zones: ['Norte', 'Sur'],
        url: '/hoy',
        tag: 'guardias-2026-03-16',
        topic: 'guardias',
        urgency: 'normal',
      },
    ]);
    restart();
    expect(told(HOUR)).toEqual([]);
    goTo('2026-03-16T18:00');
    expect(bodies()).toEqual(['Guardias y recorridos: martes 17 de marzo: Recolección: 20\u00a0h (zona Sur)']);
  });

  test('nothing is told where nothing comes, nor of who is on duty', () => {
    known();
    known('FREQ=DAILY||08:30-08:30|San Martín', { title: 'Farmacia' });
    goTo('2026-03-17T18:00');
    expect(told()).toEqual([]);
  });

  test('what is the same in several zones is said once, and without zones there are no parts', () => {
    known(`${NORTH}\n${NORTH.replace('Norte', 'Centro')}`);
    goTo('2026-03-15T18:00');
    expect(told()).toMatchObject([{ body: 'Recolección: 20\u00a0h (zonas Norte y Centro)' }]);
    for (const { id } of town.db.prepare<[], { id: string }>('SELECT id FROM roster').all())
      save(id, 'turns', 'FREQ=WEEKLY;BYDAY=TU||20:00');
    goTo('2026-03-16T18:00');
    const evening = told().find(({ tag }) => tag === 'guardias-2026-03-17');
    expect(evening).toMatchObject({ body: 'Recolección: 20\u00a0h' });
    expect(Object.keys(evening ?? {})).not.toContain('parts');
  });

  test('what does not fit says to all what there is in short', () => {
    const zones = Array.from({ length: 200 }, (_, at) => `Barrio de nombre largo número ${at}`);
    known(zones.map((zone) => NORTH.replace('Norte', zone)).join('\n'));
    goTo('2026-03-15T18:00');
    const [{ parts, zones: of, body = '' } = {}] = told();
    expect([parts, of]).toEqual([undefined, undefined]);
    expect(body).toMatch(/^Recolección: 20\u00a0h \(zonas Barrio/);
    expect(Buffer.byteLength(body)).toBeLessThan(PUSH_MESSAGE_MAX);
  });
});

describe('a change', () => {
  test('of the rules is told once it has settled, to the zones that it is about', () => {
    const id = known();
    save(id, 'turns', LORRY.replace('MO,TH', 'WE'));
    expect(told(MINUTE / 2)).toEqual([]);
    // Tomorrow, Monday, was a day of the lorry: so this is urgent, and told after a minute.
    save(id, 'turns', LORRY.replace('MO,TH', 'WE,SA'));
    expect(told(MINUTE / 2)).toEqual([]);
    expect(told(MINUTE / 2)).toMatchObject([
      {
        title: 'Cambió: Recolección',
        body: 'Nuevo horario: miércoles y sábado, 20\u00a0h (zona Norte)',
        parts: [{ text: 'Nuevo horario: miércoles y sábado, 20\u00a0h', zones: ['Norte'] }],
        zones: ['Norte', 'Sur'],
        url: `/guardias/${id}/recoleccion`,
        tag: `guardias-${id}`,
        urgency: 'high',
      },
    ]);
    restart();
    expect(told(HOUR)).toEqual([]);
  });

  test('of a later day is not urgent, and settles like what is published', () => {
    const id = known();
    save(id, 'turns', `${LORRY}\nNO|2026-03-19||||||Paro`);
    expect(told(5 * MINUTE - 1)).toEqual([]);
    expect(told(1)).toMatchObject([{ body: 'Jueves 19: No hay. Paro (zona Norte)', urgency: 'normal' }]);
  });

  test('that is undone before it has settled is not told', () => {
    const id = known();
    save(id, 'turns', SOUTH);
    expect(told(MINUTE / 2)).toEqual([]);
    save(id, 'turns', LORRY);
    expect(told(HOUR)).toEqual([]);
  });

  test('that is none of the hours is not told: of the words, of a telephone, of dates that only come to a list', () => {
    const id = known('DAYS|2026-03-18|09:00-12:00|Vacunas|Plaza', { title: 'Móvil' });
    save(id, 'description', 'Traé el DNI.');
    save(id, 'title', 'Atención móvil');
    save(id, 'turns', 'DAYS|2026-03-18,2026-03-20|09:00-12:00|Vacunas|Plaza||48-1130');
    expect(told(HOUR)).toEqual([]);
    save(id, 'turns', 'DAYS|2026-03-20|09:00-12:00|Vacunas|Plaza||48-1130');
    expect(bodies(HOUR)).toEqual(['Cambió: Atención móvil: Vacunas, miércoles 18: No hay']);
  });

  test('of a roster that is still being made, or was published while push stood still, is not told', () => {
    const id = town.make('roster', { title: 'Recolección', kind: 'recoleccion', turns: NORTH, status: 'Publicado' });
    expect(told(MINUTE)).toEqual([]);
    save(id, 'turns', LORRY);
    expect(told(HOUR)).toEqual([]);
    save(id, 'turns', NORTH);
    expect(told(25 * HOUR).filter(({ title }) => title.startsWith('Cambió'))).toEqual([]);
  });

  test('that was made while the roster was hidden is told when it is shown again; who hides it takes it back', () => {
    const id = known();
    save(id, 'status', 'Oculto');
    save(id, 'turns', NORTH);
    expect(told(HOUR)).toEqual([]);
    save(id, 'status', 'Publicado');
    expect(bodies(HOUR)).toEqual(['Cambió: Recolección: Ya no hay (zona Sur)']);
    save(id, 'turns', SOUTH);
    town.clock.now += HOUR;
    announce();
    expect(store.figures().queue).toBe(1);
    save(id, 'status', 'Oculto');
    announce();
    expect(store.figures().queue).toBe(0);
  });

  test('goes on being sent when something else is changed that is none', () => {
    const id = known();
    save(id, 'turns', NORTH);
    town.clock.now += HOUR;
    announce();
    save(id, 'turns', `${NORTH}||48-2200`);
    town.clock.now += HOUR;
    announce();
    expect(bodies()).toEqual(['Cambió: Recolección: Ya no hay (zona Sur)']);
    expect(told(HOUR)).toEqual([]);
  });

  test('is not told at the first start, nor after a backup is restored', () => {
    const id = known();
    goTo('2026-03-15T18:05');
    save(id, 'turns', NORTH);
    town.db.exec('DELETE FROM meta');
    restart();
    expect(told(HOUR)).toEqual([]);
  });
});

describe('after the evening’s message', () => {
  function eveningOf(turns: string): string {
    const id = known(turns);
    goTo('2026-03-15T18:00');
    expect(told()).toHaveLength(1);
    return id;
  }

  test('a cancellation takes its place, and is no news to the other zones', () => {
    const twice = `${NORTH}\n${NORTH.replace('Norte', 'Sur')}`;
    const id = eveningOf(twice);
    save(id, 'turns', `${twice}\nNO|2026-03-16||||Norte||Se rompió el camión`);
    expect(told(MINUTE / 2)).toEqual([]);
    expect(told(MINUTE / 2)).toMatchObject([
      {
        title: 'Guardias y recorridos: lunes 16 de marzo',
        tag: 'guardias-2026-03-16',
        urgency: 'high',
        parts: [
          { text: 'Cambió: Recolección: No hay. Se rompió el camión', zones: ['Norte'] },
          { text: 'Recolección: 20\u00a0h', zones: ['Sur'], isOld: true },
        ],
      },
    ]);
    expect(told(HOUR)).toEqual([]);
    save(id, 'turns', twice);
    expect(told(HOUR)).toMatchObject([
      {
        tag: 'guardias-2026-03-16',
        parts: [
          { text: 'Cambió: Recolección: 20\u00a0h', zones: ['Norte'] },
          { text: 'Recolección: 20\u00a0h', zones: ['Sur'], isOld: true },
        ],
      },
    ]);
  });

  test('a day that is moved corrects it, and the day to which it moves is told besides', () => {
    const id = eveningOf(NORTH);
    save(id, 'turns', `${NORTH}\nMOVED|2026-03-16>2026-03-18||||||Feriado`);
    expect(bodies(HOUR)).toEqual([
      'Guardias y recorridos: lunes 16 de marzo: Cambió: Recolección: Pasa al miércoles 18. Feriado (zona Norte)',
      'Cambió: Recolección: Miércoles 18: 20\u00a0h, en lugar del lunes 16 (zona Norte)',
    ]);
  });

  test('what was changed before it, and had not settled, is in it and nothing more is told', () => {
    const id = known();
    goTo('2026-03-15T17:59');
    town.clock.now += MINUTE / 2;
    save(id, 'turns', `${LORRY}\nNO|2026-03-16||||||Paro`);
    expect(bodies(MINUTE / 2)).toEqual([
      'Guardias y recorridos: lunes 16 de marzo: Recolección: No hay. Paro (zona Norte)',
    ]);
    expect(told(HOUR)).toEqual([]);
  });

  test('what is cancelled on the day itself corrects it until it would have begun', () => {
    const id = eveningOf(LORRY);
    goTo('2026-03-16T19:00');
    expect(told().map(({ tag }) => tag)).toEqual(['guardias-2026-03-17']);
    save(id, 'turns', `${LORRY}\nNO|2026-03-16||||||Paro`);
    expect(told(MINUTE)).toMatchObject([{ tag: 'guardias-2026-03-16', parts: [{ zones: ['Norte'] }] }]);
    goTo('2026-03-16T20:01');
    save(id, 'turns', LORRY);
    expect(told(HOUR)).toEqual([]);
  });
});
