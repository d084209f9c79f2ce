import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { feedQuery } from '#contract/addresses/public-calls';
import { DEVICE_HEADER, deviceWord } from '#contract/messages/portal-state';
import type { PortalState } from '#contract/messages/portal-state';
import { bad } from '../../../api/maintenance/doctor/finding.ts';
import { noticesFile, notify } from '../../../api/maintenance/notices.ts';
import { keepWeatherState } from '../../../api/weather/state.ts';
import { temporaryFolder } from '../files.ts';
import { NOON, openTown } from '../town.ts';
import type { Town } from '../town.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const TABLET = 'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';
const ids = ['tablet000001', 'phone0000001', 'laptop000001'] as const;

/** A device pulls, and says what waits on it. */
const pull = (town: Town, as: string, word: string, userAgent = TABLET) =>
  town.get(calls.feed(feedQuery.fill()), { as, headers: { [DEVICE_HEADER]: word, 'User-Agent': userAgent } });
const stateOf = async (town: Town) => (await town.get(calls.portalState(), { as: town.admin })).body as PortalState;

test('tells version, disk, database, last backup, and what the last check found with what to do', async () => {
  const folder = temporaryFolder();
  const dbFile = join(folder, 'portal.sqlite');
  const backupDir = join(folder, 'copias');
  writeFileSync(dbFile, 'x'.repeat(5000));
  for (const name of ['portal-2026-03-15T063000Z', 'portal-2036-03-15T063000Z']) {
    mkdirSync(join(backupDir, name), { recursive: true });
    writeFileSync(join(backupDir, name, 'manifest.json'), '');
  }
  const problem = { what: 'Queda poco lugar.', todo: 'Liberá espacio.', since: '2026-03-14T10:00:00.000Z' };
  const town = await openTown({ backupDir, machine: { version: '1.2.3', dbFile } });
  expect(await stateOf(town)).toMatchObject({ checked: null, problems: [] });
  writeFileSync(
    noticesFile(dbFile),
    JSON.stringify({ checked: '2026-03-15T13:00:00.000Z', problems: [{ ...problem, told: true }], isTold: false }),
  );
  expect(await stateOf(town)).toEqual({
    at: new Date(town.clock.now).toISOString(),
    version: '1.2.3',
    startedAt: new Date(NOON).toISOString(),
    freeBytes: expect.any(Number) as number,
    databaseBytes: 5000,
    backup: { last: '2026-03-15T06:30:00.000Z' },
    offsite: null,
    tried: null,
    checked: '2026-03-15T13:00:00.000Z',
    weather: null,
    isTold: false,
    problems: [problem],
    devices: [],
  });
});

test('an installation without backups and without checks says so', async () => {
  const town = await openTown();
  expect(await stateOf(town)).toMatchObject({
    version: null,
    freeBytes: null,
    backup: null,
    checked: null,
    isTold: null,
  });
});

test('tells whether anybody is told of problems, as the hourly check saw it: the portal itself has no way to tell', async () => {
  const dbFile = join(temporaryFolder(), 'portal.sqlite');
  const town = await openTown({ machine: { version: '1.2.3', dbFile } });
  const seen = async () => (await stateOf(town)).isTold;
  expect(await seen()).toBeNull();
  // As a release wrote it that did not say.
  writeFileSync(noticesFile(dbFile), JSON.stringify({ checked: '2026-03-15T13:00:00.000Z', problems: [] }));
  expect(await seen()).toBeNull();
  for (const send of [null, () => Promise.resolve()]) {
    await notify([], { dbFile, now: () => NOON, send });
    expect(await seen()).toBe(send !== null);
  }
  const broken = notify([bad('Algo anda mal.', 'Mirá.')], {
    dbFile,
    now: () => NOON,
    send: () => Promise.reject(new Error('sin red')),
  });
  await expect(broken).rejects.toThrow('sin red');
  expect(await seen()).toBe(true);
});

test('lists the devices of staff, those with changes that wait first, as each was when it was last connected', async () => {
  const town = await openTown();
  await pull(town, town.admin, deviceWord(ids[2], 0, 0), 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
  await pull(town, town.editor, deviceWord(ids[0], 3, 5 * HOUR));
  const left = town.clock.now;
  town.clock.now += DAY;
  await pull(town, town.editor, deviceWord(ids[1], 0, 0), `${TABLET} Mobile`);
  const iso = (at: number) => new Date(at).toISOString();
  expect((await stateOf(town)).devices).toEqual([
    { person: 'Edu', device: 'Tablet Android', waiting: 3, since: iso(left - 5 * HOUR), seen: iso(left) },
    { person: 'Edu', device: 'Teléfono Android', waiting: 0, since: null, seen: iso(left + DAY) },
    { person: 'Ana', device: 'Computadora con Windows', waiting: 0, since: null, seen: iso(left) },
  ]);
  await pull(town, town.editor, deviceWord(ids[0], 0, 0));
  expect((await stateOf(town)).devices.map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
});

test('what was waiting on a device on which another person works now is still shown', async () => {
  const town = await openTown();
  await pull(town, town.editor, deviceWord(ids[0], 2, HOUR));
  await pull(town, town.admin, deviceWord(ids[0], 0, 0));
  expect((await stateOf(town)).devices.map(({ person, waiting }) => [person, waiting])).toEqual([
    ['Edu', 2],
    ['Ana', 0],
  ]);
});

test('the word of a device is forgotten after 30 days, and with its user', async () => {
  const town = await openTown();
  await pull(town, town.editor, deviceWord(ids[0], 2, HOUR));
  town.clock.now += 29 * DAY;
  expect((await stateOf(town)).devices).toHaveLength(1);
  town.clock.now += 2 * DAY;
  expect((await stateOf(town)).devices).toEqual([]);
  await pull(town, town.editor, deviceWord(ids[1], 1, HOUR));
  await pull(town, town.admin, deviceWord(ids[2], 0, 0));
  expect(town.db.prepare('SELECT count(*) FROM device').pluck().get()).toBe(2);
  await town.post(calls.remove('user', town.editorId), {}, { as: town.admin });
  expect((await stateOf(town)).devices.map(({ person }) => person)).toEqual(['Ana']);
});

test.for([
  ['', 'another form'],
  ['x', 'another form'],
  ['../../../../a 1 1', 'a path as a name'],
  [`${ids[0]} -1 0`, 'less than nothing'],
  [`${ids[0]} 99999999 0`, 'too many'],
  [`${ids[0]} 1 ${'9'.repeat(20)}`, 'an age beyond any clock'],
  [`${ids[0]} 1 1, ${ids[1]} 1 1`, 'twice'],
])('a device that says «%s» (%s) gets its changes and is not listed', async ([word = '']) => {
  const town = await openTown();
  expect((await pull(town, town.editor, word)).status).toBe(200);
  expect((await stateOf(town)).devices).toEqual([]);
});

test('a person who invents devices fills nothing: the twenty that were heard last are kept', async () => {
  const town = await openTown();
  for (let number = 0; number < 30; number += 1) {
    town.clock.now += 1000;
    await pull(town, town.editor, deviceWord(`invented${String(number).padStart(4, '0')}`, 1, 0));
  }
  expect((await stateOf(town)).devices).toHaveLength(20);
});

test('a pull that brings no news writes nothing', async () => {
  const town = await openTown();
  const changes = () => town.db.prepare('SELECT total_changes()').pluck().get();
  await pull(town, town.editor, deviceWord(ids[0], 1, HOUR));
  const before = changes();
  town.clock.now += 60_000;
  await pull(town, town.editor, deviceWord(ids[0], 1, HOUR + 60_000));
  expect(changes()).toBe(before);
});

test('tells whether the weather service answers, and whether one of the clocks is wrong', async () => {
  const town = await openTown();
  const at = town.clock.now;
  const known = { feed: 'https://a.example/', place: '', since: NOON - 3 * DAY, heard: at - HOUR, ahead: 0 };
  const seen = async (change: object) => {
    keepWeatherState(town.db, { ...known, problem: null, unreadable: 0, future: 0, ...change });
    return (await stateOf(town)).weather;
  };
  expect(await seen({})).toEqual({
    since: new Date(NOON - 3 * DAY).toISOString(),
    heard: new Date(at - HOUR).toISOString(),
    problem: null,
    isSilent: false,
    doClocksDiffer: false,
    unreadable: 0,
  });
  expect(await seen({ heard: at - DAY, problem: 'respondió 503' })).toMatchObject({ isSilent: true });
  expect(await seen({ heard: null })).toMatchObject({ heard: null, isSilent: true });
  expect(await seen({ heard: null, since: at })).toMatchObject({ isSilent: false });
  // answered while this clock was wrong
  expect(await seen({ heard: at + 2 * DAY })).toMatchObject({ isSilent: false });
  expect(await seen({ ahead: -HOUR })).toMatchObject({ doClocksDiffer: true });
  expect(await seen({ future: 1 })).toMatchObject({ doClocksDiffer: true });
});
