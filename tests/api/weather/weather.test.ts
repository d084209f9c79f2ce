import { expect, onTestFinished, test } from 'vitest';
import { timelyAlerts, exactly } from '#contract/calendar/alerts';
import { WEATHER_SERVICE } from '#contract/calendar/weather-service';
import { blankDocuments } from '#contract/town/documents';
import type { PushMessage } from '#contract/messages/push-message';
import type { Alert } from '#contract/records';
import { openLog } from '../../../api/log.ts';
import { openAnnouncements } from '../../../api/push/announcements.ts';
import { openWeather } from '../../../api/weather/open-weather.ts';
import { readWeatherState } from '../../../api/weather/state.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import { FEED, startWeatherService } from '../../weather-service.ts';
import type { Told } from '../../weather-messages.ts';
import { square } from '../../weather-messages.ts';
import { NOON, openTown } from '../town.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PLACE = '-32.5, -61.5';
const HERE = square([-32.5, -61.5]);
const FAR = square([-45, -70]);

async function open({ random = 0.5 } = {}) {
  const [town, service] = await Promise.all([openTown(), startWeatherService()]);
  onTestFinished(service.close);
  const now = () => town.clock.now;
  const start = () =>
    openWeather({
      db: town.db,
      now,
      writer: town.writer,
      log: openLog('silent'),
      testService: service.origin,
      random: () => random,
    });
  let weather = start();
  onTestFinished(() => weather.close());
  service.clock = now;
  const records = openRecords(town.db);
  const all = () =>
    (town.db.prepare('SELECT id FROM alert ORDER BY created, id').pluck().all() as string[]).map(
      (id) => records.one('alert', id) as Alert,
    );
  return {
    town,
    service,
    all,
    /** What residents are warned of now, by its headline. */
    current: () =>
      timelyAlerts(all(), exactly(town.clock.now)).flatMap(({ state, headline }) =>
        state === 'current' ? [headline] : [],
      ),
    /** Sets the town's weather in the document Sitio. */
    set: (weather_: { feed?: string; place?: string; pushFrom?: 'Moderate' }) => {
      const site = { ...blankDocuments.site, weather: { feed: FEED, place: PLACE, pushFrom: 'Moderate', ...weather_ } };
      town.writer.setDocument({ ...town.act, opId: `site${Math.random()}` }, 'site', site);
    },
    tell: (told: Partial<Told> & { identifier: string }) =>
      service.publish({ sent: town.clock.now, polygon: HERE, ...told }),
    look: () => weather.look(),
    /** Lets time pass, minute by minute when asked. */
    async pass(time: number, step = time) {
      for (let left = time; left > 0; left -= step) {
        town.clock.now += Math.min(step, left);
        await weather.look();
      }
    },
    async restart() {
      await weather.close();
      weather = start();
    },
    state: () => readWeatherState(town.db),
  };
}

test('nobody is asked until an Admin has said whom', async () => {
  const { service, look, state, set } = await open();
  await look();
  expect([service.asked, state()]).toEqual([[], null]);
  set({ feed: '' });
  await look();
  expect(service.asked).toEqual([]);
});

test('a warning that meets the town is an alert with its source, within six minutes', async () => {
  const { tell, pass, current, all, set, look } = await open();
  set({});
  await look();
  expect(all()).toEqual([]);
  tell({ identifier: 'urn:oid:1', headline: 'Alerta naranja por tormentas', severity: 'Severe', areaDesc: 'Sur' });
  tell({ identifier: 'urn:oid:2', polygon: FAR });
  await pass(6 * MINUTE, 15_000);
  expect(current()).toEqual(['Alerta naranja por tormentas']);
  expect(all()).toMatchObject([{ source: WEATHER_SERVICE, severity: 'Severe', area: 'Sur', status: 'Publicado' }]);
});

test('a warning is in the feed of alerts within five minutes, and in a message to phones a minute later', async () => {
  // The longest time between two questions to the service, and a warning that comes right after one.
  const { town, tell, pass, set, look } = await open({ random: 1 });
  const { store } = town.push;
  const keys = { p256dh: '', auth: '', service: 'https://fcm.googleapis.com', provider: 'google' } as const;
  store.put({ endpoint: 'https://fcm.googleapis.com/fcm/send/a', ...keys, topics: ['alertas'] });
  const announcements = openAnnouncements(town.db, store);
  const announce = town.db.transaction(() => announcements.announce(town.clock.now));
  set({});
  await look();
  announce();
  const headline = 'Alerta naranja por tormentas';
  tell({ identifier: 'urn:oid:1', headline, severity: 'Severe' });
  const published = town.clock.now;
  while (!JSON.stringify((await town.get('/alertas.atom')).body).includes(headline)) {
    expect(town.clock.now).toBeLessThanOrEqual(published + 5 * MINUTE);
    await pass(15_000);
  }
  expect(town.clock.now).toBeLessThanOrEqual(published + 5 * MINUTE);
  expect(store.take(town.clock.now, [])).toEqual([]);
  town.clock.now += MINUTE;
  announce();
  const payloads = store.take(town.clock.now, []).map(({ payload }) => JSON.parse(payload) as PushMessage);
  expect(payloads).toMatchObject([{ title: `Alerta naranja: ${headline}`, topic: 'alertas', severity: 'Severe' }]);
});

test('while nothing changes nothing is fetched or written again', async () => {
  const { tell, pass, set, look, service, town } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  const changes = () => town.db.prepare('SELECT max(seq) FROM change').pluck().get();
  const [before, asked] = [changes(), service.asked.length];
  await pass(20 * MINUTE, MINUTE);
  expect(changes()).toBe(before);
  expect(service.asked.slice(asked).every(({ status }) => status === 304)).toBe(true);
  expect(service.asked.length - asked).toBeLessThanOrEqual(5);
});

test('an update changes the alert, a cancel ends it, and neither makes another', async () => {
  const { tell, pass, set, look, all, current } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  const [alert] = all();
  tell({
    identifier: 'b',
    msgType: 'Update',
    references: ['a'],
    severity: 'Extreme',
    headline: 'Peor',
    sent: NOON + MINUTE,
  });
  await pass(5 * MINUTE);
  expect(all()).toMatchObject([{ id: alert?.id, severity: 'Extreme', headline: 'Peor' }]);
  tell({ identifier: 'c', msgType: 'Cancel', references: ['a', 'b'], sent: NOON + 6 * MINUTE, polygon: FAR });
  await pass(5 * MINUTE);
  expect([all().length, current()]).toEqual([1, []]);
});

test('what moves away from the town is over', async () => {
  const { tell, pass, set, look, current } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  expect(current()).toHaveLength(1);
  tell({ identifier: 'b', msgType: 'Update', references: ['a'], polygon: FAR, sent: NOON + MINUTE });
  await pass(5 * MINUTE);
  expect(current()).toEqual([]);
});

test('what staff hide or add stays so, whatever the service says', async () => {
  const { town, tell, pass, set, look, all, current } = await open();
  set({});
  tell({ identifier: 'a', headline: 'Uno' });
  await look();
  const one = all()[0]?.id ?? '';
  town.writer.update(town.act, 'alert', one, 'status', { value: 'Oculto' });
  town.writer.update(town.act, 'alert', one, 'hiddenFor', { value: 'Acá no llueve' });
  town.writer.update(town.act, 'alert', one, 'note', { value: 'El gimnasio está abierto' });
  expect(() => town.writer.update(town.act, 'alert', one, 'headline', { value: 'Otro' })).toThrow(
    'Esto lo dice el Servicio Meteorológico Nacional.',
  );
  expect(() => town.writer.remove(town.act, 'alert', one)).toThrow('no se eliminan');
  tell({ identifier: 'b', msgType: 'Update', references: ['a'], headline: 'Más', sent: NOON + MINUTE });
  await pass(5 * MINUTE);
  expect(all()).toMatchObject([
    { id: one, status: 'Oculto', hiddenFor: 'Acá no llueve', note: 'El gimnasio está abierto', headline: 'Más' },
  ]);
  expect(current()).toEqual([]);
  town.writer.update(town.act, 'alert', one, 'status', { value: 'Publicado' });
  expect(current()).toEqual(['Más']);
});

test('an alert of the town has nothing of the service', async () => {
  const { town } = await open();
  const id = town.make('alert', { headline: 'Corte de agua' });
  for (const field of ['source', 'note', 'hiddenFor'])
    expect(() => town.writer.update(town.act, 'alert', id, field, { value: 'x' })).toThrow();
});

test('48 hours of silence: what was said ends after one day at the latest, and is known to be silent', async () => {
  const { town, tell, pass, set, look, current, service, state } = await open();
  set({});
  tell({ identifier: 'a', expires: NOON + 5 * DAY });
  await look();
  const begun = town.clock.now;
  service.pages.set('/CAP/AR.php', { status: 503 });
  await pass(23 * HOUR, HOUR);
  expect(current()).toHaveLength(1);
  const asked = service.asked.length;
  await pass(25 * HOUR, 20 * MINUTE);
  expect(current()).toEqual([]);
  expect(state()).toMatchObject({ heard: begun, problem: 'respondió 503' });
  expect(service.asked.length - asked).toBeLessThan(60);
  service.pages.clear();
  await pass(HOUR);
  expect(current()).toHaveLength(1);
});

test('an end in the middle of everything leaves nothing twice', async () => {
  const { tell, set, look, all, restart, town, current } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  // the process ends after the message was remembered and before the alert was written
  for (const table of ['alert', 'history', "change WHERE type = 'alert'"]) town.db.exec(`DELETE FROM ${table}`);
  await restart();
  await look();
  expect(current()).toHaveLength(1);
  await restart();
  await look();
  await look();
  expect(all()).toHaveLength(1);
});

test('another place, another service, or none: what was said for the one before is over', async () => {
  const { tell, set, look, current, state, pass } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  set({ place: '-45.1, -70.2' });
  await look();
  expect(current()).toEqual([]);
  set({});
  await look();
  expect(current()).toHaveLength(1);
  set({ feed: '' });
  await pass(15_000);
  expect([current(), state()]).toEqual([[], null]);
});

test('what was sent in the future has not been sent, until it has', async () => {
  const { tell, set, look, current, pass, state } = await open();
  set({});
  tell({ identifier: 'a', sent: NOON + HOUR });
  await look();
  expect([current(), state()?.future]).toEqual([[], 1]);
  await pass(HOUR, 5 * MINUTE);
  expect([current().length, state()?.future]).toEqual([1, 0]);
});

test('clocks that differ are known to', async () => {
  const { service, set, look, state, town } = await open();
  set({});
  service.clock = () => town.clock.now + HOUR;
  await look();
  expect(state()?.ahead).toBe(HOUR);
});

test('what is spoilt is left out, and the rest is shown', async () => {
  const { service, tell, set, look, current, state, pass } = await open();
  set({});
  service.publishText('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><alert>&x;</alert>');
  service.publishText('<alert><info>');
  service.pages.set(tell({ identifier: 'b' }), 'cut');
  const slow = tell({ identifier: 'c', headline: 'Después' });
  service.pages.set(slow, { status: 500 });
  tell({ identifier: 'd', headline: 'Bien' });
  await look();
  expect([current(), state()?.unreadable]).toEqual([['Bien'], 2]);
  service.pages.delete(slow);
  await pass(5 * MINUTE);
  expect(current()).toEqual(expect.arrayContaining(['Bien', 'Después']));
});

test.for([
  [{ text: '<html><body>502</body></html>' }, 'la respuesta no es una lista de alertas'],
  [{ text: '<rss><channel>' }, 'la respuesta no es una lista de alertas'],
  [{ text: '<html/>', type: 'text/html' }, 'respondió algo que no es XML'],
  ['cut', 'la respuesta se cortó'],
  ['endless', 'respondió demasiado'],
] as const)('a list that is none (%o) changes nothing', async ([page, problem]) => {
  const { service, tell, set, look, current, state, pass } = await open();
  set({});
  tell({ identifier: 'a' });
  await look();
  service.pages.set('/CAP/AR.php', page);
  await pass(5 * MINUTE);
  expect([current().length, state()?.problem]).toEqual([1, problem]);
});
