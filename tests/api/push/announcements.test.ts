import { beforeEach, expect, test } from 'vitest';
import { WEATHER_AUTHOR, WEATHER_SERVICE } from '#contract/calendar/weather-service';
import type { PushMessage } from '#contract/messages/push-message';
import type { Topic } from '#contract/sections';
import { blankDocuments } from '#contract/town/documents';
import { openAnnouncements } from '../../../api/push/announcements.ts';
import { forgetQueue, openPushStore } from '../../../api/push/store.ts';
import { NOON, openTown } from '../town.ts';
import type { Town } from '../town.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALL: Topic[] = ['alertas', 'boletin', 'agenda', 'noticias'];

let town: Town;
let announce: () => void;
let store: ReturnType<typeof openPushStore>;
beforeEach(async () => {
  town = await openTown();
  restart();
  subscribe('todo', ALL);
  announce();
});

/** As after a restart of the portal. */
function restart(): void {
  store = openPushStore(town.db);
  const announcements = openAnnouncements(town.db, store);
  announce = town.db.transaction(() => announcements.announce(town.clock.now));
}

function subscribe(name: string, topics: Topic[]): void {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`;
  store.put({ endpoint, p256dh: '', auth: '', service: 'https://fcm.googleapis.com', provider: 'google', topics });
}

/** What is handed over to whom at a time; the queue is empty afterwards. */
function told(after = 0): (PushMessage & { to: string; urgency: string; expires?: string })[] {
  town.clock.now += after;
  announce();
  return handedOver();
}
function handedOver() {
  const taken = store.take(town.clock.now, []);
  for (const delivery of taken) {
    const at = town.clock.now;
    store.record({ delivery, answer: { status: 201, retryAfter: null }, began: at, at });
  }
  return taken.map(({ endpoint, payload, urgency }) => ({
    ...(JSON.parse(payload) as PushMessage),
    to: endpoint.replace(/.*\//, ''),
    urgency,
  }));
}

const update = (type: 'story' | 'bulletin' | 'alert' | 'agenda', id: string, field: string, value: unknown) =>
  town.writer.update(town.act, type, id, field, { value });
const story = (fields = {}) =>
  town.make('story', { title: 'Volvió el agua', description: 'En todo el pueblo.', status: 'Publicado', ...fields });
const alert = (fields = {}) =>
  town.make('alert', {
    headline: 'Viento fuerte',
    severity: 'Severe',
    instruction: 'Quedate adentro.',
    onset: '2026-03-15T10:00',
    expires: '2026-03-15T20:00',
    status: 'Publicado',
    ...fields,
  });

test('a story is announced once, five minutes after it was published, to devices with the topic news', () => {
  subscribe('alertas', ['alertas']);
  subscribe('noticias', ['noticias']);
  const id = story();
  expect(told(4 * MINUTE)).toEqual([]);
  const message = {
    title: 'Volvió el agua',
    body: 'En todo el pueblo.',
    url: `/noticias/leer/${id}/volvio-el-agua`,
    tag: 'noticias-2026-03-15',
    topic: 'noticias',
    urgency: 'low',
  };
  expect(told(MINUTE)).toEqual([
    expect.objectContaining({ ...message, to: 'todo' }),
    expect.objectContaining({ ...message, to: 'noticias' }),
  ]);
  update('story', id, 'title', 'Volvió la luz');
  update('story', id, 'status', 'Oculto');
  update('story', id, 'status', 'Publicado');
  expect(told(HOUR)).toEqual([]);
  restart();
  expect(told(HOUR)).toEqual([]);
});

test('stories published shortly after one another are one message, within half an hour', () => {
  const titles = Array.from({ length: 10 }, (_, n) => `Noticia ${n}`);
  for (const title of titles.slice(0, 9)) {
    story({ title });
    expect(told(3 * MINUTE)).toEqual([]);
  }
  expect(told(3 * MINUTE)).toMatchObject([{ title: 'Noticias: 9 publicaciones nuevas', url: '/noticias' }]);
  story({ title: 'Noticia 9' });
  expect(told(HOUR)).toMatchObject([{ body: `${titles.slice(2).toReversed().join('\n')}\ny 2 más` }]);
});

test('several of a day are one message, which takes the place of the one before it and comes an hour after it', () => {
  const bulletin = (number: string) =>
    town.make('bulletin', { title: 'Tasas', number, bclass: 'Decreto', status: 'Publicado' });
  bulletin('1/2026');
  expect(told(5 * MINUTE)).toMatchObject([{ body: 'Tasas', tag: 'boletin-2026-03-15' }]);
  bulletin('2/2026');
  const hidden = bulletin('3/2026');
  expect(told(5 * MINUTE)).toEqual([]);
  update('bulletin', hidden, 'status', 'Oculto');
  story();
  expect(told(54 * MINUTE)).toMatchObject([{ topic: 'noticias' }]);
  restart();
  expect(told(MINUTE)).toMatchObject([
    {
      title: 'Boletín Oficial: 2 publicaciones nuevas',
      body: 'Decreto 2/2026: Tasas\nDecreto 1/2026: Tasas',
      url: '/boletin',
      tag: 'boletin-2026-03-15',
    },
  ]);
  expect(told(HOUR)).toEqual([]);
  town.clock.now += 24 * HOUR;
  bulletin('4/2026');
  expect(told(5 * MINUTE)).toMatchObject([{ title: 'Boletín Oficial: Decreto 4/2026', tag: 'boletin-2026-03-16' }]);
});

test('a story that is hidden within five minutes is not announced; published again, it is', () => {
  const id = story();
  expect(told(MINUTE)).toEqual([]);
  update('story', id, 'status', 'Oculto');
  expect(told(5 * MINUTE)).toEqual([]);
  update('story', id, 'status', 'Publicado');
  expect(told(5 * MINUTE)).toHaveLength(1);
});

test('a draft, a deleted story and one from an archive are not announced', () => {
  town.make('story', { title: 'Borrador' });
  story({ date: '2019-03-15' });
  const deleted = story();
  town.writer.remove(town.act, 'story', deleted);
  expect(told(5 * MINUTE)).toEqual([]);
});

test('a bulletin is announced with its number and title', () => {
  const id = town.make('bulletin', { title: 'Presupuesto', number: '14/2026', bclass: 'Decreto', status: 'Publicado' });
  const [message] = told(5 * MINUTE);
  expect(message).toMatchObject({ body: 'Presupuesto', topic: 'boletin', urgency: 'low' });
  expect(message?.url).toContain(`/${id}`);
  expect(message?.title).toMatch(/^Boletín Oficial: .*14\/2026$/);
});

test('a section is called what the menu calls it', () => {
  const names = { '/noticias': 'Novedades', '/boletin': 'Normas', '/agenda': 'Qué hacer' };
  const items = Object.entries(names).map(([to, name]) => ({ to, name, isHidden: false }));
  town.writer.setDocument(town.act, 'site', { ...blankDocuments.site, menu: { hidesEmpty: true, items } });
  for (const title of ['Una', 'Otra']) story({ title });
  town.make('bulletin', { title: 'Tasas', number: '1/2026', bclass: 'Decreto', status: 'Publicado' });
  town.make('agenda', { title: 'Feria', date: '2026-03-16', status: 'Publicado' });
  // A device gets one message at a time.
  const titles = [told(9 * HOUR), told(), told()].flat().map(({ title }) => title);
  expect(titles.toSorted()).toEqual([
    'Normas: Decreto 1/2026',
    'Novedades: 2 publicaciones nuevas',
    'Qué hacer: lunes 16 de marzo',
  ]);
});

test('content from before the first start, or before a restored backup, is not announced', () => {
  story();
  alert();
  town.clock.now = Date.parse('2026-03-15T19:00:00-03:00');
  town.make('agenda', { title: 'Feria', date: '2026-03-16', status: 'Publicado' });
  forgetQueue(town.db);
  restart();
  expect(told(5 * MINUTE)).toEqual([]);
  expect(told(HOUR)).toEqual([]);
});

test('a portal that was stopped for more than a day announces nothing older than a day', () => {
  story();
  alert({ expires: '2026-03-19T20:00' });
  town.clock.now += 25 * HOUR;
  restart();
  expect(told()).toEqual([]);
});

test('nothing waits in the queue for more than a day', () => {
  alert({ expires: '2026-03-19T20:00' });
  announce();
  expect(store.figures().queue).toBe(1);
  expect(told(24 * HOUR)).toEqual([]);
  expect(store.figures().queue).toBe(0);
});

test('an alert is announced when it begins', () => {
  const id = alert({ onset: '2026-03-15T11:00', area: 'El centro' });
  expect(told()).toEqual([]);
  expect(told(Date.parse('2026-03-15T11:00:00-03:00') - town.clock.now)).toEqual([
    {
      to: 'todo',
      urgency: 'high',
      title: 'Alerta severa: Viento fuerte',
      body: 'Hasta el 15 de marzo, 20\u00a0h.\nQuedate adentro.',
      url: `/alertas/${id}/viento-fuerte`,
      tag: `alert-${id}`,
      topic: 'alertas',
      severity: 'Severe',
      expires: '2026-03-15T23:00:00.000Z',
      at: '2026-03-15T14:00:00.000Z',
    },
  ]);
  expect(told(MINUTE)).toEqual([]);
});

test('an alert is announced again when its text changes, not when it is prolonged', () => {
  const id = alert();
  expect(told()).toHaveLength(1);
  update('alert', id, 'expires', '2026-03-15T22:00');
  expect(told(MINUTE)).toEqual([]);
  update('alert', id, 'severity', 'Extreme');
  expect(told(MINUTE)).toMatchObject([{ title: 'Alerta extrema: Viento fuerte', tag: `alert-${id}` }]);
});

test('corrections of an alert are one message, a minute after the last; one that makes it urgent is sent immediately', () => {
  const id = alert({ severity: 'Minor' });
  expect(told()).toHaveLength(1);
  update('alert', id, 'headline', 'Viento muy fuerte');
  expect(told(MINUTE / 2)).toEqual([]);
  restart();
  update('alert', id, 'area', 'El centro');
  expect(told(MINUTE - 1)).toEqual([]);
  expect(told(1)).toMatchObject([{ title: 'Alerta leve: Viento muy fuerte' }]);
  update('alert', id, 'headline', 'Viento');
  update('alert', id, 'headline', 'Viento muy fuerte');
  expect(told(HOUR)).toEqual([]);
  update('alert', id, 'severity', 'Extreme');
  expect(told()).toMatchObject([{ title: 'Alerta extrema: Viento muy fuerte', urgency: 'high' }]);
});

test('an alert that is corrected repeatedly is announced within five minutes of the first correction', () => {
  const id = alert();
  expect(told()).toHaveLength(1);
  // A correction that was undone, long before.
  update('alert', id, 'headline', 'Viento');
  update('alert', id, 'headline', 'Viento fuerte');
  expect(told(HOUR)).toEqual([]);
  for (let n = 0; n < 10; n += 1) {
    update('alert', id, 'headline', `Viento de ${50 + n} km/h`);
    expect(told(MINUTE / 2 - (n === 9 ? 1 : 0))).toEqual([]);
  }
  restart();
  expect(told(1)).toMatchObject([{ title: 'Alerta severa: Viento de 59 km/h' }]);
  update('alert', id, 'headline', 'Viento de 60 km/h');
  expect(told(MINUTE - 1)).toEqual([]);
  expect(told(1)).toMatchObject([{ title: 'Alerta severa: Viento de 60 km/h' }]);
});

test('who has not got an alert when its correction has settled gets the correction alone', () => {
  const id = alert();
  announce();
  update('alert', id, 'headline', 'Viento muy fuerte');
  town.clock.now += MINUTE;
  announce();
  expect(store.figures().queue).toBe(1);
  expect(handedOver()).toMatchObject([{ title: 'Alerta severa: Viento muy fuerte' }]);
});

test('a new version replaces a waiting one, also for a device to which the old one is being sent', () => {
  const id = alert();
  announce();
  const [old] = store.take(town.clock.now, []);
  update('alert', id, 'headline', 'Viento muy fuerte');
  town.clock.now += MINUTE;
  announce();
  expect(store.figures().queue).toBe(1);
  expect(old && store.take(town.clock.now, [old])).toEqual([]);
  if (old) store.record({ delivery: old, answer: { status: 201, retryAfter: null }, began: NOON, at: NOON });
  expect(handedOver()).toMatchObject([{ title: 'Alerta severa: Viento muy fuerte' }]);
});

test('who has not got an alert yet gets it with its new end', () => {
  const id = alert();
  announce();
  update('alert', id, 'expires', '2026-03-15T22:00');
  expect(told()).toMatchObject([{ expires: '2026-03-16T01:00:00.000Z' }]);
});

test.for(['hidden', 'deleted', 'over'] as const)('an alert that is %s is handed over to nobody else', (how) => {
  const id = alert();
  announce();
  if (how === 'hidden') update('alert', id, 'status', 'Oculto');
  if (how === 'deleted') town.writer.remove(town.act, 'alert', id);
  if (how === 'over') town.clock.now = Date.parse('2026-03-15T20:00:00-03:00');
  expect(told()).toEqual([]);
  expect(store.figures().queue).toBe(0);
});

test('severe and extreme alerts are urgent, others are not', () => {
  const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];
  for (const severity of severities) alert({ severity });
  const urgencies = severities.flatMap(() => told());
  expect(urgencies.map(({ severity, urgency }) => `${severity} ${urgency}`).toSorted()).toEqual([
    'Extreme high',
    'Minor normal',
    'Moderate normal',
    'Severe high',
  ]);
});

/** An alert of the weather service, as it writes them. */
function serviceAlert(severity: string): string {
  const id = alert({ headline: 'Tormentas', severity });
  town.db.prepare('UPDATE alert SET source = ? WHERE id = ?').run(WEATHER_SERVICE, id);
  return id;
}
const byService = (id: string, field: string, value: unknown) =>
  town.writer.update({ ...town.act, userId: WEATHER_AUTHOR }, 'alert', id, field, { value });

test('a warning of the weather service is announced once, and once for each higher level that it reaches', () => {
  const id = serviceAlert('Moderate');
  expect(told()).toMatchObject([{ title: 'Alerta amarilla: Tormentas', urgency: 'normal' }]);
  byService(id, 'instruction', 'Evitá salir.');
  byService(id, 'expires', '2026-03-15T20:00');
  expect(told(HOUR)).toEqual([]);
  byService(id, 'severity', 'Severe');
  expect(told()).toMatchObject([{ title: 'Alerta naranja: Tormentas', urgency: 'high' }]);
  expect(told(HOUR)).toEqual([]);
  byService(id, 'severity', 'Moderate');
  expect(told(HOUR)).toEqual([]);
  byService(id, 'severity', 'Severe');
  expect(told(HOUR)).toEqual([]);
});

test('a warning below the level that the town has chosen is not announced until it reaches it', () => {
  const weather = { feed: '', place: '', pushFrom: 'Severe' };
  town.writer.setDocument(town.act, 'site', { ...blankDocuments.site, weather });
  const id = serviceAlert('Minor');
  expect(told()).toEqual([]);
  byService(id, 'severity', 'Moderate');
  expect(told(10 * MINUTE)).toEqual([]);
  byService(id, 'severity', 'Severe');
  expect(told(10 * MINUTE)).toMatchObject([{ title: 'Alerta naranja: Tormentas' }]);
  alert({ headline: 'Corte de agua', severity: 'Minor' });
  expect(told()).toMatchObject([{ title: 'Alerta leve: Corte de agua' }]);
});

test("tomorrow's events are announced at six in the evening, in one message", () => {
  town.make('agenda', { title: 'Feria', date: '2026-03-16', startTime: '18:00', status: 'Publicado' });
  town.make('agenda', { title: 'Maratón', date: '2026-03-16', startTime: '09:30', status: 'Publicado' });
  town.make('agenda', { title: 'Semana del lago', date: '2026-03-14', lastDay: '2026-03-20', status: 'Publicado' });
  town.make('agenda', { title: 'Oculto', date: '2026-03-16', status: 'Oculto' });
  town.make('agenda', { title: 'Pasado mañana', date: '2026-03-17', status: 'Publicado' });
  town.clock.now = Date.parse('2026-03-15T17:59:59-03:00');
  expect(told()).toEqual([]);
  expect(told(1000)).toMatchObject([
    {
      title: 'Agenda: lunes 16 de marzo',
      body: 'Maratón, 9:30\u00a0h\nFeria, 18\u00a0h\nSemana del lago',
      url: '/agenda/fecha/16-03-2026',
      tag: 'agenda',
    },
  ]);
  restart();
  expect(told(HOUR)).toEqual([]);
});

test('without events tomorrow nothing is announced that evening', () => {
  town.clock.now = Date.parse('2026-03-15T18:00:00-03:00');
  expect(told()).toEqual([]);
  town.make('agenda', { title: 'Feria', date: '2026-03-16', status: 'Publicado' });
  expect(told()).toEqual([]);
});

test('a single event is opened itself', () => {
  const id = town.make('agenda', { title: 'Feria', date: '2026-03-16', status: 'Publicado' });
  town.clock.now = Date.parse('2026-03-15T20:00:00-03:00');
  expect(told()).toMatchObject([{ body: 'Feria', url: `/agenda/leer/${id}/feria` }]);
});

test('who gives up a topic, or everything, gets nothing more of it', () => {
  story();
  alert();
  town.clock.now += 5 * MINUTE;
  announce();
  expect(store.figures().queue).toBe(2);
  subscribe('todo', ['alertas']);
  expect(store.figures()).toEqual({ subscriptions: 1, queue: 1 });
  store.remove('https://fcm.googleapis.com/fcm/send/todo');
  expect(store.figures()).toEqual({ subscriptions: 0, queue: 0 });
});

test('a device that subscribes later does not get earlier messages', () => {
  alert();
  announce();
  subscribe('nuevo', ALL);
  expect(told(MINUTE).map(({ to }) => to)).toEqual(['todo']);
});
