import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { OPERATIONS_MAX } from '#contract/limits';
import { dataUrl, pdf, temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

interface Call {
  key: string;
  method?: string;
  path: string;
  body?: object;
}

const STORY = 'aaaaaaaaaaaa';
const EVENT = 'bbbbbbbbbbbb';
const title = (id: string) => calls.update('story', id, 'title');
const OK = { status: 200, body: 1 };

/** What a person does on a day in the field, well and badly. */
const DAY: Call[] = [
  { key: 'k1', path: calls.create('story'), body: { id: STORY, date: '2026-03-15T10:00:00.000Z' } },
  { key: 'k2', path: title(STORY), body: { value: 'Corte de agua', base: '' } },
  { key: 'k3', path: calls.update('story', STORY, 'date'), body: { value: 'ayer' } },
  { key: 'k4', method: 'GET', path: calls.labelCreateAdd(STORY, 'Obras') },
  { key: 'k5', path: title(STORY), body: { value: 'Sin agua', base: 'Otro' } },
  { key: 'k6', path: calls.update('story', 'zzzzzzzzzzzz', 'title'), body: { value: 'Nadie' } },
  { key: 'k7', path: calls.update('story', STORY, 'status'), body: { value: 'Publicado' } },
  { key: 'k2', path: title(STORY), body: { value: 'Corte de agua', base: '' } },
  { key: 'k2', path: title(STORY), body: { value: 'Otra cosa', base: '' } },
  { key: 'k8', path: calls.create('agenda'), body: { id: EVENT, date: '2026-03-15T10:00:00.000Z' } },
  { key: 'k9', path: calls.remove('agenda', EVENT), body: {} },
  { key: 'k10', path: calls.update('agenda', EVENT, 'title'), body: { value: 'Doma' } },
];

const inOne = (town: Town, operations: Call[], as: string | undefined = town.admin) =>
  town.post(
    calls.operations(),
    {
      operations: operations.map(({ body, method = 'POST', ...call }) => ({
        ...call,
        method,
        ...(body && { body: JSON.stringify(body) }),
      })),
    },
    { as },
  );
const alone = (town: Town, { key, method = 'POST', path, body }: Call, as = town.admin) =>
  method === 'GET' ? town.get(path, { as, key }) : town.post(path, body, { as, key });

const historyOf = ({ db }: Town) =>
  db
    .prepare(
      'SELECT op_id, action, type, record_id, field, before, after FROM history WHERE op_id IS NOT NULL ORDER BY id',
    )
    .all();

describe('many calls in one request', () => {
  test('are answered, stored and remembered as if each had come by itself', async () => {
    const [together, apart] = [await openTown(), await openTown()];
    const { status, body } = await inOne(together, DAY);
    expect(status).toBe(200);
    const expected = [];
    for (const call of DAY) {
      const answer = await alone(apart, call);
      expected.push({ status: answer.status, body: answer.body });
    }
    expect(body).toEqual({ answers: expected });
    expect(expected.map((one) => one.status)).toEqual([200, 200, 422, 200, 409, 404, 200, 200, 422, 200, 200, 410]);
    expect(historyOf(together)).toEqual(historyOf(apart));
  });

  test('have one effect each, whether they come together again or one by one', async () => {
    const town = await openTown();
    const first = await inOne(town, DAY);
    const after = historyOf(town);
    const done = DAY.filter((_, at) => [0, 1, 3, 6, 9, 10].includes(at));
    expect((await inOne(town, done)).body).toMatchObject({ answers: done.map(() => ({ status: 200 })) });
    for (const call of done) expect((await alone(town, call)).status).toBe(200);
    expect(historyOf(town)).toEqual(after);
    expect(first.status).toBe(200);
  });

  test('are each allowed or refused as their author', async () => {
    const town = await openTown();
    const path = calls.update('user', town.editorId, 'name');
    expect((await inOne(town, [{ key: 'k1', path, body: { value: 'Otro' } }], town.editor)).body).toMatchObject({
      answers: [{ status: 403 }],
    });
    expect((await inOne(town, [{ key: 'k1', path, body: { value: 'Otro' } }])).body).toEqual({ answers: [OK] });
    expect(await town.post(calls.operations(), { operations: [] })).toMatchObject({ status: 401 });
    expect(await inOne(town, DAY, 'x'.repeat(43))).toMatchObject({ status: 401 });
  });

  test.each<[string, object]>([
    ['nothing', { operations: [] }],
    ['no list', {}],
    ['a call without a key', { operations: [{ method: 'POST', path: title(STORY) }] }],
    ['a call of another site', { operations: [{ key: 'k', method: 'POST', path: '//host/api/x' }] }],
    ['a page', { operations: [{ key: 'k', method: 'GET', path: '/noticias' }] }],
    ['what only reads', { operations: [{ key: 'k', method: 'GET', path: calls.historyExport('?format=csv') }] }],
    ['a path with a line break', { operations: [{ key: 'k', method: 'GET', path: '/api/x\r\nhost: y' }] }],
    ['headers', { operations: [{ key: 'k', method: 'POST', path: '/api/x', headers: {} }] }],
    [
      'too many',
      { operations: Array.from({ length: OPERATIONS_MAX + 1 }, () => ({ key: 'k', method: 'POST', path: '/api/x' })) },
    ],
  ])('%s is refused', async (_, body) => {
    const town = await openTown();
    expect(await town.post(calls.operations(), body, { as: town.admin })).toMatchObject({ status: 400 });
  });

  test('let others be served in between', async () => {
    const town = await openTown();
    const story = town.make('story');
    const textOf = (sign: string) => Array.from({ length: 300 }, (_, at) => `<p>${sign}${at}</p>`).join('');
    const calling = Array.from({ length: 10 }, (_, at) => ({
      key: `k${at}`,
      path: calls.update('story', story, 'text'),
      body: { value: textOf('b'), base: textOf('a') },
    }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const answer = inOne(town, calling).finally(() => (isOver = true));
    setImmediate(count);
    await answer;
    expect(turns).toBeGreaterThan(calling.length);
  });

  test('contain no other such list, however its address is spelled', async () => {
    const town = await openTown();
    const list = { operations: [{ key: 'k', path: calls.create('story'), method: 'POST', body: '{}' }] };
    const spelled = ['', '/', '?x'].flatMap((end) => [calls.operations() + end, `/api/OperationS${end}`]);
    const { body } = await inOne(
      town,
      spelled.map((path, at) => ({ key: `k${at}`, path, body: list })),
    );
    expect(body).toMatchObject({ answers: spelled.map(() => ({ status: 400 })) });
    expect(historyOf(town)).toEqual([]);
  });

  test('do not wait for the room that their own list takes, and give back what they take', async () => {
    const town = await openTown({
      uploadsDir: temporaryFolder(),
      spaceOf: () => ({ free: 900_000, total: 1_000_000 }),
    });
    const bulletin = town.make('bulletin');
    const call = (key: string, bytes: number) => ({
      key,
      path: calls.pdf('bulletin', bulletin),
      body: { data: dataUrl(pdf('x'.repeat(bytes))) },
    });
    expect(await inOne(town, [call('large', 300_000)])).toMatchObject({ status: 413 });
    for (const key of ['k1', 'k2', 'k3', 'k4']) {
      expect((await inOne(town, [call(key, 120_000)])).body).toMatchObject({ answers: [OK] });
    }
  });

  test('that are no calls, or whose body is none, are answered so, beside the others', async () => {
    const town = await openTown();
    const operations = [
      { key: 'k1', method: 'POST', path: title(STORY), body: '{' },
      { key: 'k2', method: 'POST', path: '/api/nothing', body: '{}' },
      { key: 'k3', method: 'PUT', path: title(STORY), body: '{}' },
      { key: 'k4', method: 'POST', path: calls.create('story'), body: JSON.stringify({ id: STORY }) },
    ];
    const { body } = await town.post(calls.operations(), { operations }, { as: town.admin });
    expect(body).toMatchObject({ answers: [{ status: 400 }, { status: 404 }, { status: 405 }, { status: 200 }] });
  });

  test('of a portal whose disk is full say when to come back', async () => {
    const town = await openTown();
    town.make('story', { title: 'Corte' });
    town.db.pragma(`max_page_count = ${town.db.pragma('page_count', { simple: true }) as number}`);
    const many = Array.from({ length: 40 }, (_, at) => ({
      key: `k${at}`,
      path: calls.create('story'),
      body: { id: `story${String(at).padStart(7, '0')}` },
    }));
    const { body } = await inOne(town, many);
    const { answers } = body as { answers: { status: number; retryAfter?: number }[] };
    expect(answers.at(-1)).toMatchObject({ status: 503, retryAfter: 5 });
  });
});
