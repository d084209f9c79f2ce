import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { openSessions } from '../../../api/auth/sessions.ts';
import { AT_ONCE, DAY_QUOTA, openUploadAllowance } from '../../../api/files/upload-allowance.ts';
import type { DiskSpace } from '../../../api/db/disk.ts';
import { dataUrl, listed, pdf, photo, temporaryFolder } from '../files.ts';
import { NOON, openTown, PASSWORD, save } from '../town.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const PHOTO = 2 * MIB * (4 / 3);
const ROOMY: DiskSpace = { free: 500 * GIB, total: 1000 * GIB };

/** An allowance whose clock and disk a test changes. */
function allowanceOn(space: DiskSpace) {
  const clock = { now: NOON };
  const allowance = openUploadAllowance({ uploadsDir: '', now: () => clock.now, spaceOf: () => space });
  /** @returns the status of the refusal, 200 for none */
  const upload = (person: string, bytes: number) => {
    try {
      allowance.take(person, bytes)();
      return 200;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  return { allowance, clock, space, upload };
}

test('while the disk has only its reserve, no file is taken, and texts, alerts and log-ins work', async () => {
  const space = { free: 900 * MIB, total: 20 * GIB };
  const folder = temporaryFolder();
  const town = await openTown({ uploadsDir: folder, spaceOf: () => space });
  const [story, bulletin] = [town.make('story'), town.make('bulletin')];
  const picture = dataUrl(await photo());
  const as = { as: town.editor };
  for (const [path, data] of [
    [calls.picture('story', story), picture],
    [calls.pdf('bulletin', bulletin), dataUrl(pdf('uno'))],
    [calls.digest(), dataUrl(pdf('dos'))],
    [calls.greenPointPicture(), picture],
  ] as const) {
    const answer = await town.post(path, { data }, as);
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 507, '600']);
    expect(answer.body).toMatchObject({ code: 'no-room', message: expect.stringContaining('no recibe fotos ni PDF') });
  }
  expect(listed(folder)).toEqual([]);

  expect((await save(town, 'story', story, 'text', { value: 'x'.repeat(500_000) }, as)).body).toBe(1);
  const alert = (await town.post(calls.create('alert'), {}, as)).body as { id: string };
  expect((await save(town, 'alert', alert.id, 'status', { value: 'Publicado' }, as)).body).toBe(1);
  expect((await town.post(calls.authenticate(), { username: 'edu', password: PASSWORD })).status).toBe(200);

  space.free = 5 * GIB;
  expect((await town.post(calls.picture('story', story), { data: picture }, as)).body).toBe(1);
});

test('the reserve is a tenth of the disk, and at most one GiB', () => {
  const small = allowanceOn({ free: 3 * GIB, total: 20 * GIB });
  expect(small.upload('ana', 0.9 * GIB)).toBe(200);
  expect(small.upload('ana', 1.1 * GIB)).toBe(507);
  const tiny = allowanceOn({ free: 30 * MIB, total: 200 * MIB });
  expect([tiny.upload('ana', 4 * MIB), tiny.upload('ana', 6 * MIB)]).toEqual([200, 507]);
});

test('uploads that arrive at the same time do not use the reserve together', () => {
  const { allowance, upload } = allowanceOn({ free: GIB + 100 * MIB, total: 20 * GIB });
  const ends = [1, 2, 3].map(() => allowance.take('ana', 16 * MIB));
  expect(upload('edu', 16 * MIB)).toBe(507);
  ends[0]?.();
  expect(upload('edu', 16 * MIB)).toBe(200);
});

test('a person who sends slowly keeps no more room than that of some uploads, and others have theirs', () => {
  const { allowance, upload } = allowanceOn({ free: 5 * GIB, total: 20 * GIB });
  const ends = Array.from({ length: AT_ONCE }, () => allowance.take('ana', 32 * MIB));
  expect([upload('ana', 32 * MIB), upload('edu', 32 * MIB)]).toEqual([429, 200]);
  ends[0]?.();
  expect(upload('ana', 32 * MIB)).toBe(200);
});

test('a person with several sessions has one limit, and other people have their own', async () => {
  const town = await openTown({ uploadsDir: temporaryFolder() });
  const sessions = [town.editor, await openSessions(town.db).create(town.editorId)];
  const upload = async (as: string | undefined) =>
    (await town.post(calls.picture('story', 'nada'), { data: '' }, { as })).status;
  const first = [];
  for (let number = 0; number < 62; number += 1) first.push(await upload(sessions[number % 2]));
  expect(first.indexOf(429)).toBe(60);
  expect(await upload(town.admin)).not.toBe(429);
});

test('what a person may send in a day is limited, said in words, and free again after midnight in the town', () => {
  const { allowance, clock, upload } = allowanceOn(ROOMY);
  const piece = DAY_QUOTA / 4;
  for (let number = 0; number < 4; number += 1) expect(upload('ana', piece)).toBe(200);
  expect(() => allowance.take('ana', 1)).toThrow(
    expect.objectContaining({
      status: 429,
      message: expect.stringContaining('seguí con los archivos mañana'),
      details: { retryAfter: Math.ceil((Date.parse('2026-03-16T03:00:00Z') - NOON) / 1000) },
    }),
  );
  expect(upload('edu', piece)).toBe(200);
  clock.now = Date.parse('2026-03-16T03:00:00Z');
  expect(upload('ana', piece)).toBe(200);
});

test('an archive of 2,000 photos of 2 MiB is taken in 65 minutes by one person', () => {
  const { clock, upload } = allowanceOn(ROOMY);
  let taken = 0;
  while (taken < 2000) {
    const status = upload('ana', PHOTO);
    if (status === 200) taken += 1;
    else {
      expect(status).toBe(429);
      clock.now += 2000;
    }
  }
  expect((clock.now - NOON) / 60_000).toBeLessThan(65);
});
