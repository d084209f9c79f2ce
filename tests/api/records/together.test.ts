import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { openTown, save } from '../town.ts';
import { openDesk } from './desk.ts';

type Change = { key: string; field: string; value: unknown; base?: unknown };

async function openStory() {
  const town = await openTown();
  const id = town.make('story', { title: 'Corte', description: 'Hoy', status: 'Publicado' });
  const entries = () =>
    town.db.prepare('SELECT field, at FROM history WHERE record_id = ? AND op_id IS NOT NULL ORDER BY id').all(id) as {
      field: string;
      at: string;
    }[];
  return {
    town,
    id,
    entries,
    publish: (changes: Change[], as = town.admin) => town.post(calls.updates('story', id), { changes }, { as }),
    read: async () => (await town.get(`/api/dataPublic/getStoriesById/${id}`)).body,
  };
}

const TITLE = { key: 'k1', field: 'title', value: 'Corte de agua', base: 'Corte' };
const LEAD = { key: 'k2', field: 'description', value: 'El martes', base: 'Hoy' };
const OK = { status: 200, body: 1 };

describe('several fields that are published together', () => {
  test('are public at one moment, under which the history has them', async () => {
    const { publish, read, entries } = await openStory();
    expect((await publish([TITLE, LEAD])).body).toEqual({ answers: [OK, OK] });
    expect(await read()).toMatchObject({ title: 'Corte de agua', description: 'El martes' });
    const [one, other] = entries();
    expect([one?.field, other?.field]).toEqual(['title', 'description']);
    expect(one?.at).toBe(other?.at);
  });

  test('are merged as long as one merge may take, because nobody is served meanwhile; then their author is asked', async () => {
    const { town, id, publish } = await openStory();
    const textWith = (changed?: number) =>
      Array.from({ length: 900 }, (_, at) => `<p>${at === changed ? 'otro' : at}</p>`).join('');
    const base = textWith();
    await save(town, 'story', id, 'text', { value: `${base}<p>fin</p>` }, { as: town.editor });
    const changes = Array.from({ length: 8 }, (_, at) => ({
      key: `k${at}`,
      field: 'text',
      value: textWith(at * 100),
      base,
    }));
    const { answers } = (await publish(changes)).body as { answers: { status: number }[] };
    expect([answers[0]?.status, answers.at(-1)?.status]).toEqual([200, 409]);
    // By itself it is merged.
    expect((await publish([{ ...(changes[7] as Change), key: 'k8' }])).body).toEqual({ answers: [OK] });
  });

  test('are changed once, whether their keys come together again or alone', async () => {
    const { town, id, publish, entries } = await openStory();
    await publish([TITLE, LEAD]);
    const after = entries();
    expect((await publish([TITLE, LEAD])).body).toEqual({ answers: [OK, OK] });
    const alone = { value: TITLE.value, base: TITLE.base };
    expect(await save(town, 'story', id, 'title', alone, { as: town.admin, key: 'k1' })).toMatchObject(OK);
    expect(entries()).toEqual(after);
    const reused = await publish([{ ...TITLE, value: 'Otro' }]);
    expect(reused.body).toMatchObject({ answers: [{ status: 422, body: { code: 'key-reused' } }] });
  });

  test('are asked about and refused one by one; the others are published', async () => {
    const { town, id, publish, read } = await openStory();
    await save(town, 'story', id, 'title', { value: 'Sin agua' }, { as: town.editor });
    const day = { key: 'k3', field: 'date', value: 'ayer' };
    const { status, body } = await publish([TITLE, LEAD, day, { ...LEAD, key: 'k4', field: 'nada' }]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      answers: [
        { status: 409, body: { code: 'conflict', value: 'Sin agua', by: 'Edu' } },
        OK,
        { status: 422, body: { code: 'value', field: 'date' } },
        { status: 404 },
      ],
    });
    expect(await read()).toMatchObject({ title: 'Sin agua', description: 'El martes' });
  });

  test('of a record that was deleted are each answered so', async () => {
    const { town, id, publish } = await openStory();
    await town.post(calls.remove('story', id), {}, { as: town.admin });
    expect((await publish([TITLE, LEAD])).body).toMatchObject({ answers: [{ status: 410 }, { status: 410 }] });
  });

  test('come with their keys, and from who may change them', async () => {
    const { town, publish } = await openStory();
    expect((await publish([])).status).toBe(400);
    expect((await publish([{ ...TITLE, key: '' }])).status).toBe(400);
    expect((await publish([{ key: 'k', field: 'title' } as Change])).status).toBe(400);
    const authority = town.make('authority');
    const changes = [{ key: 'k', field: 'name', value: 'Ana' }];
    expect((await town.post(calls.updates('authority', authority), { changes }, { as: town.editor })).status).toBe(403);
  });

  test('are none of them written where something fails that is nobody’s mistake', async () => {
    const { writer, entriesOf, told } = openDesk();
    const act = { userId: '', usergroup: 1, request: 'test' };
    const { id } = writer.create(act, 'story');
    told.length = 0;
    const fails = () =>
      writer.together(() => {
        writer.update(act, 'story', id, 'title', { value: 'Corte' });
        throw new Error('disk');
      });
    expect(entriesOf(() => expect(fails).toThrow('disk'))).toEqual([]);
    expect(told).toEqual([]);
    writer.update(act, 'story', id, 'title', { value: 'Corte' });
    expect(told).toEqual([['story', id]]);
  });
});
