import { describe, expect, test } from 'vitest';
import { openSessions, sessionIdOf } from '../../../api/auth/sessions.ts';
import { browserAndDevice } from '../../../api/records/device-words.ts';
import { calls } from '#contract/addresses/calls';
import type { OpenSession } from '#contract/messages/open-session';
import { openTown, PASSWORD, save } from '../town.ts';
import type { Town } from '../town.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/126.0.0.0 Mobile Safari/537.36';

async function logIn(town: Town, userAgent: string): Promise<string> {
  const answer = await town.post(
    calls.authenticate(),
    { username: 'edu', password: PASSWORD },
    { headers: { 'User-Agent': userAgent } },
  );
  return (answer.body as { token: string }).token;
}
const list = async (town: Town, as: string, user = town.editorId) =>
  (await town.post(calls.sessions(user), {}, { as })).body as OpenSession[];
const close = (town: Town, as: string, body: object, user = town.editorId) =>
  town.post(calls.sessionsClose(user), body, { as });
const stateOf = async (town: Town, token: string) => {
  const { status, body } = await town.get(calls.list('story'), { as: token });
  return status === 200 ? 'open' : (body as { code: string }).code;
};

describe('the open sessions of a person', () => {
  test('are listed with device and times, the one that asks marked', async () => {
    const town = await openTown();
    const phone = await logIn(town, PHONE);
    const moment = expect.stringMatching(/^20\d\d-.*Z$/) as string;
    const sessions = await list(town, phone);
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual({
      id: sessionIdOf(phone),
      device: 'Chrome en teléfono Android',
      began: moment,
      used: moment,
      isThis: true,
    });
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(phone);
    // Those that ran out are not open any more.
    town.db.prepare('UPDATE session SET expires_at = 1 WHERE id = ?').run(sessionIdOf(town.editor));
    expect(await list(town, phone)).toHaveLength(1);
  });

  test('of an earlier release are listed without times, and with a device once they are used', async () => {
    const town = await openTown();
    town.db.prepare("UPDATE session SET device = '', began = 0, used = 0").run();
    expect(openSessions(town.db).of(town.editorId, null)).toEqual([
      { id: sessionIdOf(town.editor), device: '', began: null, used: null, isThis: false },
    ]);
    await town.get(calls.list('story'), { as: town.editor, headers: { 'User-Agent': PHONE } });
    expect(await list(town, town.admin)).toMatchObject([
      { device: 'Chrome en teléfono Android', began: null, used: expect.any(String) as string },
    ]);
  });

  test('have their last use written rarely', async () => {
    const town = await openTown();
    const used = () =>
      town.db
        .prepare<[string], number>('SELECT used FROM session WHERE id = ?')
        .pluck()
        .get(sessionIdOf(town.editor)) ?? 0;
    const set = (age: number) =>
      town.db
        .prepare('UPDATE session SET used = ? WHERE id = ?')
        .run(Math.floor(Date.now() / 1000) - age, sessionIdOf(town.editor));
    set(300);
    const before = used();
    await stateOf(town, town.editor);
    expect(used()).toBe(before);
    set(601);
    await stateOf(town, town.editor);
    expect(used()).toBeGreaterThanOrEqual(before + 300);
  });

  test('are closed one by one: the device learns that its session was taken away, and drafts have no links', async () => {
    const town = await openTown();
    const [phone, tablet] = [await logIn(town, PHONE), await logIn(town, PHONE)];
    const id = town.make('story', { title: 'Borrador' });
    await town.post(calls.draftLink('story', id), {}, { as: phone });
    expect((await close(town, phone, { session: sessionIdOf(tablet) })).body).toBe(1);
    expect([await stateOf(town, phone), await stateOf(town, tablet), await stateOf(town, town.editor)]).toEqual([
      'open',
      'revoked',
      'open',
    ]);
    expect(town.db.prepare('SELECT * FROM draft_link').all()).toEqual([]);
    expect((await close(town, phone, { session: sessionIdOf(tablet) })).status).toBe(404);
    expect((await close(town, phone, { session: sessionIdOf(town.admin) })).status).toBe(404);
    expect(await stateOf(town, town.admin)).toBe('open');
  });

  test('are closed all but the one that asks', async () => {
    const town = await openTown();
    const phone = await logIn(town, PHONE);
    await logIn(town, PHONE);
    expect((await close(town, phone, {})).body).toBe(2);
    expect([await stateOf(town, phone), await stateOf(town, town.editor), await stateOf(town, town.admin)]).toEqual([
      'open',
      'revoked',
      'open',
    ]);
  });

  test('of others are for Admins only', async () => {
    const town = await openTown();
    expect((await close(town, town.editor, {}, town.adminId)).status).toBe(403);
    expect((await town.post(calls.sessions(town.adminId), {}, { as: town.editor })).status).toBe(403);
    expect(await list(town, town.admin)).toMatchObject([{ isThis: false }]);
    expect((await close(town, town.admin, {})).body).toBe(1);
    expect([await stateOf(town, town.editor), await stateOf(town, town.admin)]).toEqual(['revoked', 'open']);
    await save(town, 'user', town.editorId, 'enable', { value: 0 });
    expect((await close(town, town.admin, {}, 'nobody000000')).status).toBe(404);
  });
});

test.for([
  [PHONE, 'Chrome en teléfono Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari en iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge en computadora con Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox en computadora con Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36',
    'Samsung Internet en tablet Android',
  ],
  ['curl/8', 'Otro dispositivo'],
  ['', 'Otro dispositivo'],
] as const)('«%s» is %s', ([userAgent, words]) => {
  expect(browserAndDevice(userAgent)).toBe(words);
});
