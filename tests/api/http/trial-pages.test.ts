import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { blankDocuments } from '#contract/town/documents';
import { openRenderer } from '../../../api/http/render.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { join } from 'node:path';
import { NOON, openTown } from '../town.ts';

const DIST = join(import.meta.dirname, '../../../dist');
const ORIGIN = 'http://localhost:3000';

/** Pages that show the motto, and that cannot be drawn while it or the stored town's name is «romper». */
const fragile: Renderer = {
  async page(path, reader) {
    const { motto, town } = await reader.document('site');
    const { rows } = await reader.document('usefuldata');
    const { agenda } = await reader.document('categories');
    const { txt } = await reader.document('greenpointpage');
    const texts = [motto, town, ...rows.map(({ area }) => area), ...agenda.map(({ name }) => name), txt];
    if (texts.some((text) => /romper/.test(text))) throw new Error('cannot be drawn');
    return { status: 200, html: `${path} ${motto}` };
  },
  view: async (path) => ({ redirect: path }),
  shell: async () => '',
  draft: async () => 'draft',
  missingFile: async () => '',
  tickets: async () => '',
  qrCode: () => '',
};
const { site, usefuldata, categories } = blankDocuments;
const row = {
  area: 'romper',
  phones: ['02657-421100'],
  extension: '',
  hours: '',
  always: false,
  address: '',
  email: '',
};

describe('a document with which the pages cannot be drawn', () => {
  test.each([
    ['Sitio', calls.document('site'), { ...site, motto: 'romper' }, '/api/dataPublic/site'],
    [
      'Listas',
      calls.document('categories'),
      { ...categories, agenda: [{ key: '', name: 'romper', retired: false }, ...categories.agenda] },
      '/api/dataPublic/categories',
    ],
    ['Datos útiles', calls.document('usefulData'), { ...usefuldata, rows: [row] }, '/api/dataPublic/usefulData'],
    ['the text of the green points', calls.greenPointText(), '<p>romper</p>', '/api/dataPublic/GreenPointGetPage'],
  ])('%s is refused, says why, and nothing changes', async (_, address, value, read) => {
    const town = await openTown({ renderer: fragile });
    const before = await town.get(read);

    const answer = await town.post(address, { value }, { as: town.admin, key: 'una' });

    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'value', field: 'value', message: expect.stringContaining('no podría mostrar sus páginas') },
    });
    expect((await town.get(read)).body).toEqual(before.body);
    expect((await town.get('/')).status).toBe(200);
    expect(town.db.prepare("SELECT count(*) AS n FROM history WHERE type <> 'user'").get()).toEqual({ n: 0 });
  });
});

test('a document is stored when the pages can be drawn with it', async () => {
  const town = await openTown({ renderer: fragile });
  const change = { value: { ...site, motto: 'Pueblo de paso' } };
  const asked = { as: town.admin, key: 'dos' };
  expect(await town.post(calls.document('site'), change, asked)).toMatchObject({ status: 200, body: 1 });
  expect(await town.post(calls.document('site'), change, asked)).toMatchObject({ status: 200, body: 1 });
  expect((await town.get('/')).body).toBe('/ Pueblo de paso');
});

test('a document is stored when the pages could not be drawn before either, so that it can be the remedy', async () => {
  const town = await openTown({ renderer: fragile });
  town.writer.setDocument(town.act, 'site', { ...site, town: 'romper' });
  town.writer.setDocument(town.act, 'usefuldata', { rows: [row] });
  const answer = await town.post(calls.document('site'), { value: site }, { as: town.admin });
  expect([answer.status, (await town.get('/')).status]).toEqual([200, 500]);
});

test('every page of the portal itself is drawn with Sitio before it is stored', async () => {
  const town = await openTown({ renderer: await openRenderer({ now: () => NOON, origin: ORIGIN, dist: DIST }) });
  const value = {
    ...site,
    menu: { hidesEmpty: false, items: [{ to: '/agenda', name: 'Qué hacer', isHidden: false }] },
  };
  expect((await town.post(calls.document('site'), { value }, { as: town.admin })).body).toBe(1);
  expect((await town.get('/')).body).toContain('Qué hacer');
});
