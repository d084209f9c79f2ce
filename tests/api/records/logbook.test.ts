import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hotp } from '../../../api/auth/totp.ts';
import { sessionIdOf } from '../../../api/auth/sessions.ts';
import { MIGRATIONS, openDatabase } from '../../../api/records/open.ts';
import { noteRestore, openLogbook, ROWS_A_DAY } from '../../../api/records/logbook.ts';
import { calls } from '#contract/addresses/calls';
import { logbookCalls } from '#contract/addresses/logbook';
import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import { OPERATOR } from '#contract/messages/logbook';
import type { LogbookEntry, LogbookPage } from '#contract/messages/logbook';
import { deedWords, doerWords } from '#contract/messages/logbook-words';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import { base32, fromBase32 } from '#contract/values/one-time-codes';
import { NOON, openTown, PASSWORD, save } from '../town.ts';
import type { Town } from '../town.ts';

const DAY = 86_400_000;
const SECRET = base32(Buffer.from('12345678901234567890'));
const codeAt = (at: number) => hotp(fromBase32(SECRET)!, Math.floor(at / 30_000));
const PHONE = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/126.0.0.0 Mobile Safari/537.36' };
const logIn = (town: Town, more: object = {}, username = 'edu', headers: Record<string, string> = PHONE) =>
  town.post(calls.authenticate(), { username, password: PASSWORD, ...more }, { headers });

async function read(town: Town, query = ''): Promise<LogbookPage> {
  const { status, body } = await town.get(logbookCalls.page(query), { as: town.admin });
  expect(status).toBe(200);
  return body as LogbookPage;
}
/** Newest first: who did what, and how often. */
async function said(town: Town, query = ''): Promise<string[]> {
  const { items } = await read(town, query);
  return items.map((one) => `${doerWords(one)}: ${deedWords(one)}${one.times > 1 ? ` ×${one.times}` : ''}`);
}
/** A town without what its making has left in the logbook. */
async function openQuiet(parts: Parameters<typeof openTown>[0] = {}): Promise<Town> {
  const town = await openTown(parts);
  town.db.prepare('DELETE FROM logbook').run();
  return town;
}

describe('the logbook has', () => {
  test('log-ins, right and wrong, with account, network and device; a name without an account is not kept', async () => {
    const town = await openQuiet({ trustProxy: true });
    const from = (ip: string) => ({ ...PHONE, 'X-Forwarded-For': ip });
    await logIn(town, {}, 'edu', from('203.0.113.7'));
    await logIn(town, { password: 'clave equivocada' }, 'edu', from('198.51.100.9'));
    await logIn(town, { password: 'clave equivocada' }, 'edu', from('198.51.100.77'));
    await logIn(town, { password: 'hunter2' }, 'mi-clave-secreta', from('2001:db8:1:2::3'));
    const { items } = await read(town);
    expect(items).toMatchObject([
      { kind: 'log-in-wrong', userId: 'nobody', name: '', network: '2001:db8:1::/48' },
      { kind: 'log-in-wrong', userId: town.editorId, name: 'Edu', network: '198.51.100.0/24', times: 2 },
      { kind: 'log-in', userId: town.editorId, network: '203.0.113.0/24', device: 'Chrome en teléfono Android' },
    ]);
    const stored = JSON.stringify(town.db.prepare('SELECT * FROM logbook').all());
    for (const secret of ['hunter2', 'mi-clave-secreta', 'equivocada', PASSWORD]) expect(stored).not.toContain(secret);
  });

  test('the question for a code apart from a wrong code, and with what a log-in was made', async () => {
    const town = await openQuiet();
    const { body } = await town.post(
      calls.secondFactorSet(town.editorId),
      { secret: SECRET, code: codeAt(town.clock.now) },
      { as: town.editor },
    );
    const [recovery = ''] = (body as { codes: string[] }).codes;
    town.clock.now += 30_000;
    await logIn(town);
    await logIn(town, { code: '000000' });
    await logIn(town, { code: codeAt(town.clock.now) });
    await logIn(town, { code: recovery });
    expect(await said(town)).toEqual([
      'Edu: Ingresó con un código de recuperación',
      'Edu: Ingresó con el código de su aplicación',
      'Edu: Código equivocado al ingresar',
      'Edu: La contraseña era correcta, y se le pidió algo más para ingresar',
      'Edu: Configuró su verificación en dos pasos',
    ]);
    const stored = JSON.stringify(town.db.prepare('SELECT * FROM logbook').all());
    expect(stored).not.toContain('000000');
    expect(stored).not.toContain(recovery);
  });

  test('log-outs and closed sessions, with who closed whose', async () => {
    const town = await openQuiet();
    const { token } = (await logIn(town)).body as { token: string };
    await town.post(calls.sessionsClose(town.editorId), { session: sessionIdOf(token) }, { as: town.admin });
    await town.post(calls.sessionsClose(town.editorId), {}, { as: town.editor });
    await logIn(town);
    await town.post(calls.sessionsClose(town.editorId), {}, { as: town.editor });
    await town.post(calls.logout(), {}, { as: town.editor });
    await town.post(calls.logout(), {}, { as: town.editor });
    expect(await said(town)).toEqual([
      'Edu: Cerró su sesión',
      'Edu: Cerró una sesión suya en otro equipo',
      'Ana: Cerró una sesión de Edu',
      'Edu: Ingresó ×2',
    ]);
  });

  test('what staff have no right to, once an hour, and wrong passwords given to confirm', async () => {
    const town = await openQuiet();
    for (let number = 0; number < 3; number += 1)
      await town.get(logbookCalls.page('?user=x'), { as: town.editor, headers: PHONE });
    town.clock.now += 2 * 3_600_000;
    await town.get(calls.portalState(), { as: town.editor });
    await town.post(calls.confirm(), { password: 'otra' }, { as: town.editor });
    await town.get(logbookCalls.page());
    expect(await said(town)).toEqual([
      'Edu: Contraseña equivocada al confirmar un cambio',
      'Edu: Pidió algo que no le corresponde: GET /api/data/portalState',
      'Edu: Pidió algo que no le corresponde: GET /api/data/logbook',
    ]);
  });

  test('changes of accounts and rights, with group, user name and enabling before and after, and no e-mail', async () => {
    const town = await openQuiet();
    const as = { as: town.admin };
    const { id } = (await town.post(calls.create('user'), {}, as)).body as { id: string };
    const set = (field: string, value: unknown) => town.post(calls.update('user', id, field), { value }, as);
    await set('username', 'lu');
    await set('email', 'lu@pueblo.example');
    await set('usergroup', 1);
    await set('password', 'una clave bien larga 9');
    await town.call('PUT', `/users/${id}`, { name: 'Lucía', enable: 1 }, as);
    await town.call('DELETE', `/users/${id}`, undefined, as);
    expect(await said(town)).toEqual([
      'Ana: Eliminó la cuenta de Lucía',
      'Ana: Cambió la cuenta de Lucía: el nombre; si puede ingresar (antes no, ahora sí)',
      'Ana: Le puso otra contraseña a la cuenta de lu',
      'Ana: Cambió la cuenta de lu: el grupo (antes editor, ahora administrador)',
      'Ana: Cambió la cuenta de lu: el correo',
      `Ana: Cambió la cuenta de lu: el usuario (antes «${id}», ahora «lu»)`,
      'Ana: Creó una cuenta, editor',
    ]);
    const stored = JSON.stringify(town.db.prepare('SELECT * FROM logbook').all());
    expect(stored).not.toContain('pueblo.example');
    expect(stored).not.toContain('bien larga');
  });

  test('one’s own password and second factor, the rule of it and who sees which tickets', async () => {
    const town = await openQuiet();
    const own = { value: 'otra clave larga 11', current: PASSWORD };
    await town.post(calls.update('user', town.editorId, 'password'), own, { as: town.editor });
    for (const value of ['admins', 'admins', 'everybody'])
      await town.post(calls.secondFactorRule(), { value }, { as: town.admin });
    await town.post(calls.secondFactorForget(town.editorId), {}, { as: town.admin });
    const open = { ...FIRST_TICKET_SETTINGS, isOpen: true };
    await town.post(staffTicketCalls.settings(), { value: open }, { as: town.admin });
    const [area] = open.areas;
    const seen = { ...open, areas: [{ ...area, people: [town.editorId] }] };
    await town.post(staffTicketCalls.settings(), { value: seen }, { as: town.admin });
    expect(await said(town)).toEqual([
      'Ana: Cambió quién recibe o ve los reclamos, o por cuánto tiempo se guardan',
      'Ana: Quitó los equipos recordados de Edu',
      'Ana: Cambió de quién es obligatoria la verificación en dos pasos: ' +
        'antes de los administradores, ahora de todas las personas',
      'Ana: Cambió de quién es obligatoria la verificación en dos pasos: antes de nadie, ahora de los administradores',
      'Edu: Cambió su contraseña',
    ]);
  });

  test('exports, its own too, before they are made', async () => {
    const town = await openQuiet();
    const id = town.make('story', { title: 'Bache' });
    for (const path of [
      calls.historyExport('?format=csv'),
      calls.historyExportOf('story', id, '?format=json'),
      staffTicketCalls.export(),
      logbookCalls.export(),
    ]) {
      expect((await town.call('HEAD', path, undefined, { as: town.admin })).status).toBe(200);
      expect((await town.get(path, { as: town.admin })).status).toBe(200);
    }
    expect(await said(town, '?choice=exports')).toEqual([
      'Ana: Descargó la planilla de este registro',
      'Ana: Descargó la planilla de reclamos',
      `Ana: Descargó el historial de un registro (story ${id})`,
      'Ana: Descargó el historial entero',
    ]);
  });

  test('nothing of an act that was not made, and no act that it cannot tell of', async () => {
    const town = await openQuiet();
    const group = () => town.db.prepare('SELECT usergroup FROM user WHERE id = ?').pluck().get(town.editorId);
    await town.post(calls.update('user', town.adminId, 'usergroup'), { value: 2 }, { as: town.admin });
    expect(await said(town)).toEqual([]);
    town.db.exec("CREATE TRIGGER broken BEFORE INSERT ON logbook BEGIN SELECT raise(ABORT, 'broken'); END");
    const { status } = await town.post(
      calls.update('user', town.editorId, 'usergroup'),
      { value: 1 },
      { as: town.admin },
    );
    expect(status).toBe(500);
    expect(group()).toBe(2);
    expect((await logIn(town)).status).toBe(500);
    expect((await town.get(calls.historyExport('?format=csv'), { as: town.admin })).status).toBe(500);
    // What is refused needs no entry to be refused.
    expect((await logIn(town, { password: 'otra' })).status).toBe(401);
    expect((await town.get(calls.portalState(), { as: town.editor })).status).toBe(403);
  });
});

describe('it is read', () => {
  test('narrowed by what, who, days of the town and network, page by page', async () => {
    const town = await openQuiet({ trustProxy: true });
    const at = (time: string) => (town.clock.now = Date.parse(time));
    const from = (ip: string) => ({ 'X-Forwarded-For': ip });
    at('2026-03-11T02:59:00Z');
    await logIn(town, {}, 'ana', from('192.0.2.1'));
    at('2026-03-11T03:01:00Z');
    await logIn(town, { password: 'otra' }, 'edu', from('198.51.100.1'));
    await save(town, 'user', town.editorId, 'name', { value: 'Eduardo' });
    expect(await said(town, '?choice=rights')).toEqual(['Ana: Cambió la cuenta de Eduardo: el nombre']);
    expect(await said(town, '?choice=access')).toHaveLength(2);
    expect(await said(town, `?user=${town.editorId}`)).toHaveLength(2);
    expect(await said(town, '?to=2026-03-10')).toEqual(['Ana: Ingresó']);
    expect(await said(town, '?from=2026-03-11')).toHaveLength(2);
    expect(await said(town, '?network=198.51.100.200')).toHaveLength(1);
    expect(await said(town, '?network=192.0.')).toEqual(['Ana: Ingresó']);
    expect(await said(town, '?network=%25')).toEqual([]);
    const { people } = await read(town);
    expect(people).toContainEqual({ id: town.adminId, name: 'Ana' });
    for (const wrong of ['choice=x', 'from=ayer', 'before=0', 'before=7', 'other=1', 'from=2026-3-1'])
      expect((await town.get(logbookCalls.page(`?${wrong}`), { as: town.admin })).status, wrong).toBe(400);

    const logbook = openLogbook(town.db, () => town.clock.now);
    for (let number = 0; number < 130; number += 1) logbook.add({ kind: 'password', userId: town.editorId });
    const found: LogbookEntry[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: LogbookPage = await read(town, `?choice=rights${next && `&before=${next}`}`);
      found.push(...page.items);
      ({ next } = page);
    }
    expect(found).toHaveLength(131);
    expect(new Set(found.map(({ entry }) => entry)).size).toBe(131);
  });

  test('what was done last comes first, also where it is the last of several times, and once on all pages', async () => {
    const town = await openQuiet();
    const logbook = openLogbook(town.db, () => town.clock.now);
    const logInOf = (userId: string) => logbook.add({ kind: 'log-in', userId });
    /** Some that are counted again, and others before, between and after them. */
    const people = Array.from({ length: 130 }, (_, number) => `p${number}`);
    for (const one of people) {
      town.clock.now += 1000;
      logInOf(one);
    }
    town.clock.now += 1000;
    logInOf('p3');
    const { items, next } = await read(town);
    expect(items.slice(0, 2).map(({ userId }) => userId)).toEqual(['p3', 'p129']);
    const { body } = await town.get(logbookCalls.export('?choice=access'), { as: town.admin });
    const [, newest = ''] = String(body).split('\r\n');
    expect(newest).toContain('"p3"');
    // Meanwhile one that was shown, some that were not, and somebody who had not been there.
    const known = new Map(items.map((entry) => [entry.userId, entry]));
    let after = next;
    for (const [again, fresh] of [
      [['p129', 'p78', 'p40'], 'new-1'],
      [['p0', 'p3', 'p20'], 'new-2'],
    ] as const) {
      town.clock.now += 1000;
      for (const one of [...again, fresh]) logInOf(one);
      const page = await read(town, `?before=${after}`);
      for (const entry of page.items) if (!known.has(entry.userId)) known.set(entry.userId, entry);
      after = page.next;
    }
    expect(after).toBeNull();
    expect([...known.keys()].sort()).toEqual([...people].sort());
  });

  test('as a table, in which nothing is a formula', async () => {
    const town = await openQuiet();
    await save(town, 'user', town.editorId, 'name', { value: '=1+1' });
    await logIn(town);
    for (let number = 0; number < 450; number += 1)
      openLogbook(town.db, () => town.clock.now).add({ kind: 'password', userId: town.adminId });
    const { body, headers } = await town.get(logbookCalls.export(), { as: town.admin });
    const [heading, ...lines] = String(body).trim().split('\r\n');
    expect(headers.get('content-disposition')).toContain('registro.csv');
    expect(heading).toContain('"quién"');
    // Its own entry is in it.
    expect(lines).toHaveLength(453);
    expect(lines.filter((line) => line.includes(`;"'=1+1";`))).toHaveLength(1);
    const narrowed = await town.get(logbookCalls.export('?choice=access'), { as: town.admin });
    expect(String(narrowed.body).trim().split('\r\n')).toHaveLength(2);
  });
});

test('an attack takes bounded room: rows of a day end, and the rest is counted without networks', async () => {
  const town = await openQuiet({ trustProxy: true });
  const logbook = openLogbook(town.db, () => town.clock.now);
  const wrong = (number: number) =>
    logbook.note({
      kind: 'log-in-wrong',
      userId: town.editorId,
      from: { network: `10.${number >> 8}.${number & 255}.0/24`, device: '' },
      detail: { how: 'password' },
    });
  for (let number = 0; number < 5000; number += 1) wrong(number);
  for (let number = 0; number < 5000; number += 1) wrong(0);
  const { items } = await read(town, '?network=');
  expect(town.db.prepare('SELECT count(*) FROM logbook').pluck().get()).toBe(ROWS_A_DAY + 1);
  expect(town.db.prepare('SELECT sum(times) FROM logbook').pluck().get()).toBe(10_000);
  expect(items[0]).toMatchObject({ network: '', times: 5000 - ROWS_A_DAY, name: 'Edu' });
  // An hour later the network of before has a row again only on the next day.
  town.clock.now += 2 * 3_600_000;
  wrong(0);
  expect(town.db.prepare('SELECT count(*) FROM logbook').pluck().get()).toBe(ROWS_A_DAY + 1);
  town.clock.now += DAY;
  wrong(0);
  expect(town.db.prepare('SELECT count(*) FROM logbook').pluck().get()).toBe(ROWS_A_DAY + 2);
});

test('what comes too often to be checked is written down once an hour', async () => {
  const town = await openQuiet();
  for (let number = 0; number < 30; number += 1) await logIn(town, { password: 'otra' });
  expect(await said(town)).toEqual([
    'Edu: Demasiados intentos de ingresar: no se revisaron',
    'Edu: Contraseña equivocada al ingresar ×10',
  ]);
});

test('it is kept for twelve months', async () => {
  const town = await openQuiet();
  const logbook = openLogbook(town.db, () => town.clock.now);
  for (let number = 0; number < 1200; number += 1) logbook.add({ kind: 'password', userId: town.editorId });
  town.clock.now += 300 * DAY;
  logbook.add({ kind: 'operator', detail: { command: 'prune' } });
  expect(logbook.forgetOld()).toBe(0);
  town.clock.now += 67 * DAY;
  expect(logbook.forgetOld()).toBe(1200);
  expect(await said(town)).toEqual(['Quien opera el servidor: Acortó el historial']);
});

test('names are those of then, also of accounts that are gone', async () => {
  const town = await openQuiet();
  await logIn(town);
  await save(town, 'user', town.editorId, 'name', { value: 'Eduardo' });
  await town.call('DELETE', `/users/${town.editorId}`, undefined, { as: town.admin });
  expect(await said(town)).toEqual([
    'Ana: Eliminó la cuenta de Eduardo',
    'Ana: Cambió la cuenta de Eduardo: el nombre',
    'Edu: Ingresó',
  ]);
});

test('that the database was restored is told, also of one that had no logbook then', () => {
  const db = openDatabase(':memory:');
  const rows = () => db.prepare('SELECT at, kind, user_id AS userId, device, detail FROM logbook').all();
  const told = {
    at: '2026-03-15T13:32:00.000Z',
    kind: 'operator',
    userId: OPERATOR,
    device: 'portal restore',
    detail: '{"command":"restore"}',
  };
  noteRestore(db, () => NOON);
  expect(rows()).toEqual([told]);
  db.exec('DROP TABLE logbook');
  noteRestore(db, () => NOON);
  db.exec(readFileSync(join(MIGRATIONS, '033-logbook.sql'), 'utf8'));
  expect(rows()).toEqual([told]);
  expect(db.prepare("SELECT 1 FROM meta WHERE key = 'restored'").get()).toBeUndefined();
  db.close();
});
