import { expect, test } from 'vitest';
import { blankDocuments } from '#contract/town/documents';
import { FIRST_STEPS, stepsDone } from '#contract/town/first-steps';
import type { TownSteps } from '#contract/town/first-steps';

const site = { id: 'site' as const, ...blankDocuments.site };
const empty: TownSteps = {
  site,
  hasShield: false,
  usefulData: { id: 'usefuldata', rows: [] },
  authorities: [],
  stories: [],
  procedures: [],
  server: { users: 1, hasBackup: false },
};
const row = { area: 'Obras', phones: [], extension: '', hours: '', always: false, address: '', email: '' };
const doneOf = (town: Partial<TownSteps>) => {
  const done = stepsDone({ ...empty, ...town });
  return FIRST_STEPS.filter((step) => done[step]);
};

test('an empty portal shows the list, and nothing in it is done', () => {
  expect(blankDocuments.site.firstSteps).toBe(true);
  expect(doneOf({})).toEqual([]);
});

test('the name is done with the shield, not before', () => {
  const named = { ...site, town: 'Villa del Trigo' };
  expect(doneOf({ site: named })).toEqual([]);
  expect(doneOf({ hasShield: true })).toEqual([]);
  expect(doneOf({ site: named, hasShield: true })).toEqual(['name']);
});

test('a colour or a landscape of its own is the look', () => {
  for (const own of [{ accent: '#7a1f2b' }, { second: '#00aa88' }, { skyline: 'llanura' as const }])
    expect(doneOf({ site: { ...site, ...own } })).toEqual(['look']);
});

test('a telephone in the directory, and hours there or in Sitio', () => {
  expect(doneOf({ usefulData: { id: 'usefuldata', rows: [row] } })).toEqual([]);
  expect(doneOf({ usefulData: { id: 'usefuldata', rows: [{ ...row, phones: ['4000'] }] } })).toEqual(['phones']);
  expect(doneOf({ usefulData: { id: 'usefuldata', rows: [{ ...row, hours: 'de 7 a 13' }] } })).toEqual(['hours']);
  expect(doneOf({ site: { ...site, texts: { hours: 'De 7 a 13.' } } })).toEqual(['hours']);
});

test('an authority, a story and a procedure count once residents see them', () => {
  expect(doneOf({ authorities: [{ name: 'Ana', position: '' }], stories: [{ status: 'Redaccion' }] })).toEqual([]);
  expect(doneOf({ authorities: [{ name: 'Ana', position: 'Intendenta' }] })).toEqual(['authority']);
  expect(doneOf({ stories: [{ status: 'Publicado' }] })).toEqual(['story']);
  expect(doneOf({ procedures: [{ status: 'Redaccion' }] })).toEqual([]);
  expect(doneOf({ procedures: [{ status: 'Publicado' }] })).toEqual(['procedure']);
});

test('users and backups are as the server says, and unknown until it has', () => {
  expect(doneOf({ server: { users: 2, hasBackup: true } })).toEqual(['user', 'backup']);
  expect(stepsDone({ ...empty, server: null })).toMatchObject({ user: undefined, backup: undefined });
});
