import { expect, it, onTestFinished, vi } from 'vitest';
import { blank, blankRecord } from '#contract/forms-and-lists';
import { momentAt } from '#contract/values/dates';
import { draftViewer } from '../../../web/src/admin/edit/draft-view.ts';
import { PREVIEWED, promiseWords } from '../../../web/src/admin/parts/preview-address.ts';
import { createPreviewReader } from '../../../web/src/admin/workspace/preview-reader.ts';
import { recordPage } from '#contract/addresses/pages';
import type { Workspace } from '../../../web/src/admin/workspace/workspace.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';
import { Redirect } from '../../../web/src/public/public-page.ts';
import { viewOf } from '../../../web/src/public/view.ts';

const NOTHING_HELD = { all: async () => [] };
const TODAY = '2026-03-15';

it.each(PREVIEWED)('a draft of %s is drawn as its public page, from the draft alone', async (entity) => {
  const draft = {
    ...blank(entity, 'aaaaaaaaaaaa', 0),
    id: 'aaaaaaaaaaaa',
    created: '',
    year: 2026,
    titlekey: '-',
    label: '',
    labels: [],
    image: null,
    images: [],
    videos: [],
    pdf: '',
  } as Fields;
  const view = await viewOf({
    path: recordPage(entity, draft),
    origin: 'https://portal.example',
    reader: createPreviewReader(NOTHING_HELD, entity, draft, TODAY),
    today: TODAY,
  });
  if (view instanceof Redirect) throw new Error(`leads to ${view.to}`);
  expect(view.data).not.toBeNull();
  expect(JSON.stringify(view.data)).toContain('aaaaaaaaaaaa');
});

it('a preview that is made again fetches no picture again, and shows the same', async () => {
  vi.stubGlobal('location', { origin: 'https://portal.example' });
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${createUrl.mock.calls.length}`);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const record = {
    ...blank('story', 'aaaaaaaaaaaa', 0),
    id: 'aaaaaaaaaaaa',
    year: 2026,
    titlekey: 'nieve',
    labels: [],
    images: [],
    videos: [],
    image: { name: 'foto-0123456789abcdef', width: 1000, height: 600 },
  };
  const file = vi.fn(async () => new Blob(['x']));
  const viewNow = draftViewer(
    {
      store: { one: async () => ({ record, seq: 1 }), all: async () => [] },
      state: () => ({ landed: [], waiting: [] }),
      draft: async () => null,
      file,
    } as unknown as Workspace,
    'story',
    'aaaaaaaaaaaa',
  );
  const [first, again] = [await viewNow(), await viewNow()];
  expect(JSON.stringify(first)).toContain('blob:1');
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  expect(file).toHaveBeenCalledOnce();
});

it('the preview of an alert shows the end that publishing would set, until somebody has set another', async () => {
  vi.stubGlobal('location', { origin: 'https://portal.example' });
  const [hour, now] = [3_600_000, Date.parse('2026-07-01T15:00:00Z')];
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const endOf = async (change: object) => {
    const made = blankRecord('alert', 'aaaaaaaaaaaa', now - 3 * hour, 'viento');
    const record = { ...made, headline: 'Viento', severity: 'Extreme', ...change };
    const viewNow = draftViewer(
      {
        store: { one: async () => ({ record, seq: 1 }), all: async () => [], level: async () => null },
        state: () => ({ landed: [], waiting: [] }),
        draft: async () => null,
      } as unknown as Workspace,
      'alert',
      'aaaaaaaaaaaa',
    );
    const found = new Set(JSON.stringify((await viewNow()).view).match(/(?<="expires":")[^"]+/g));
    return [...found];
  };
  expect(await endOf({})).toEqual([momentAt(now + 6 * hour)]);
  const chosen = momentAt(now + 9 * hour);
  expect(await endOf({ expires: chosen })).toEqual([chosen]);
  // What is published, or comes from the weather service, ends when it says.
  const past = momentAt(now - hour);
  expect(await endOf({ expires: past, status: 'Publicado' })).toEqual([past]);
  expect(await endOf({ expires: past, status: 'Oculto', source: 'Servicio Meteorológico Nacional' })).toEqual([past]);
});

it('a preview of unsaved text says which text it is', () => {
  expect(promiseWords([])).toBe('Así se va a ver cuando se publique.');
  expect(promiseWords(['Título', 'Texto'])).toBe(
    'Así se va a ver cuando guardes «Título» y «Texto» y se publique: todavía no está guardado.',
  );
});
