import fc from 'fast-check';
import type { Action } from './action.ts';

/**
 * In place of an index: of the records one that its author has created and the server does not know yet, of the parked
 * operations the last, of the ids of new records the one that was made last.
 */
export const NEWEST = 99;

/** Indexes of types that are edited, of their records and of their fields (people.ts). */
const [STORY, AGENDA, BULLETIN, USEFUL_DATA] = [0, 3, 5, 8];
const [TITLE, DESCRIPTION, STATUS] = [0, 1, 4];

type Save = Extract<Action, { do: 'save' }>;
const save = (tab: number, record: number, field: number, more: Partial<Save> = {}): Action => ({
  do: 'save',
  tab,
  type: STORY,
  record,
  field,
  how: 'new',
  ...more,
});
const wait = (seconds: number): Action => ({ do: 'wait', seconds });
const weather = (tab: number, fate: Extract<Action, { do: 'weather' }>['fate'], times: number): Action => ({
  do: 'weather',
  device: Math.floor(tab / 2),
  fate,
  times,
});
const choose = (tab: number, choice: Extract<Action, { do: 'choose' }>['choice'], operation = NEWEST): Action => ({
  do: 'choose',
  tab,
  operation,
  choice,
});

/** Where a scene plays: a tab, one of the next device, one of the first records, and one of some ways to go on. */
interface Place {
  tab: number;
  other: number;
  record: number;
  way: number;
}

const BAD_LINES = ['server dies after', 'server dies after', 'answer lost', 'twice', 'half an answer', 'late'] as const;
const DECISIONS = ['mine', 'theirs', 'merged', 'mine', 'discard'] as const;
/** The device's session ends, so that what is saved next is not sent until somebody logs in. */
const unsent = (tab: number, record: number) => [weather(tab, '401', 1), save(tab, record, DESCRIPTION), wait(2)];

/**
 * Short sequences that lead to a situation which single actions reach too rarely. What comes before and between them
 * stays random, so that they do not always lead there.
 */
const SCENES: ((place: Place) => Action[])[] = [
  /** Two people edit one field; the second is asked, perhaps too late, and has another tab with the old text. */
  ({ tab, other, record, way }) => [
    { do: 'look', tab: other ^ 1 },
    save(tab, record, way % 4 === 0 ? STATUS : TITLE),
    save(other, record, way % 4 === 0 ? STATUS : TITLE),
    wait(2),
    ...(way % 3 === 0 ? [save(other ^ 1, record, TITLE, { how: 'stale' })] : [save(tab, record, TITLE), wait(2)]),
    choose(other, DECISIONS[way % DECISIONS.length] ?? 'mine'),
    wait(2),
  ],
  /** The choice in a conflict comes when the other person has gone on writing. */
  ({ tab, other, record }) => [
    save(tab, record, TITLE),
    save(other, record, TITLE),
    wait(2),
    save(tab, record, TITLE),
    wait(2),
    choose(other, 'mine'),
    wait(2),
  ],
  /** Two people make a record with one id, and the second one writes before the answer comes. */
  ({ tab, other }) => [
    { do: 'create', tab, type: 0, record: 1 },
    wait(2),
    weather(other, 'slow', 2),
    { do: 'create', tab: other, type: 0, record: NEWEST },
    save(other, NEWEST, TITLE),
    wait(40),
  ],
  /** Two people write the same. */
  ({ tab, other, record }) => [save(tab, record, TITLE), save(other, record, TITLE, { how: 'agreed' }), wait(2)],
  /** Two people edit a document, which is one value. */
  ({ tab, other }) => [save(tab, 0, 0, { type: USEFUL_DATA }), save(other, 0, 0, { type: USEFUL_DATA }), wait(2)],
  /** Two people edit the same row of Datos útiles: what they change elsewhere is merged. */
  ({ tab, other, way }) => [
    save(tab, 0, 0, { type: USEFUL_DATA, how: 'first' }),
    save(other, 0, 0, { type: USEFUL_DATA, how: 'first' }),
    wait(2),
    choose(other, DECISIONS[way % DECISIONS.length] ?? 'mine'),
    wait(2),
  ],
  /** Typing on in one field before any of it can be sent. */
  ({ tab, record, way }) => [
    ...unsent(tab, record),
    save(tab, record, TITLE),
    save(tab, record, TITLE),
    save(tab, record, TITLE, { how: way % 2 === 0 ? 'back' : 'new' }),
  ],
  /** A value that is not valid, and what the author does next to the record. */
  ({ tab, record, way }) => [
    save(tab, record, 2, { type: AGENDA, how: 'bad' }),
    wait(2),
    save(tab, record, 1, { type: AGENDA }),
    save(tab, record, 2, { type: AGENDA, how: 'stale' }),
    save(tab, record, 0, { type: AGENDA }),
    wait(2),
    choose(tab, way % 2 === 0 ? 'retry' : 'discard'),
    wait(2),
  ],
  /** A record made before any of it can be sent: written and published, or deleted again. */
  ({ tab, record, way }) => [
    ...unsent(tab, record),
    { do: 'create', tab, type: 0, record: way % 2 === 0 ? 0 : 1 },
    ...(way % 3 === 0
      ? [{ do: 'delete', tab, type: 0, record: NEWEST } as const]
      : [TITLE, DESCRIPTION, STATUS, STATUS, STATUS, STATUS].map((field) => save(tab, NEWEST, field))),
  ],
  /** One person deletes what another is editing without a network. */
  ({ tab, other, record }) => [
    weather(other, 'lost', 4),
    save(other, record, TITLE),
    save(other, record, DESCRIPTION),
    { do: 'delete', tab, type: 0, record },
    wait(2),
  ],
  /** Two people choose a file for one record, and one has written its text before. */
  ({ tab, other, record }) => [
    save(other, record, TITLE, { type: BULLETIN }),
    wait(2),
    { do: 'upload', tab, type: 0, record },
    { do: 'upload', tab: other, type: 0, record },
    wait(2),
  ],
  /** A request that arrives when its author has dropped the change. */
  ({ tab, record }) => [
    weather(tab, 'late', 1),
    save(tab, record, TITLE),
    weather(tab, 'lost', 4),
    wait(32),
    choose(tab, 'discard', 0),
    wait(40),
  ],
  /** A clock that is corrected while a change has to wait. */
  ({ tab, record }) => [
    weather(tab, '429', 3),
    save(tab, record, TITLE),
    wait(0.5),
    { do: 'clock', device: Math.floor(tab / 2), years: -1 },
  ],
  /** A tab that is frozen while it sends, and the other one, which has work too. */
  ({ tab, record, way }) => [
    weather(tab, way % 2 === 0 ? 'swallowed' : 'slow', 1),
    save(tab, record, TITLE),
    { do: 'sleep', tab, seconds: 150 },
    save(tab ^ 1, record + 1, TITLE),
    wait(40),
    wait(40),
  ],
  /** A day in the field: many records are changed before any of it can be sent, and the line is bad when it is back. */
  ({ tab, record, way }) => [
    ...unsent(tab, record),
    save(tab, record + 1, TITLE),
    save(tab, record + 2, TITLE),
    save(tab, record, TITLE),
    save(tab, 0, TITLE, { type: AGENDA }),
    save(tab, way, TITLE, { type: BULLETIN }),
    save(tab, way + 1, TITLE, { type: BULLETIN }),
    ...(way % 2 === 0 ? [save(tab, record + 1, STATUS)] : [{ do: 'create', tab, type: 0, record: 0 } as const]),
    weather(tab, BAD_LINES[way % BAD_LINES.length] ?? 'twice', 2),
    { do: 'log in', device: Math.floor(tab / 2), person: Math.floor(tab / 2) },
    wait(10),
  ],
];

export const scene: fc.Arbitrary<Action[]> = fc
  .record({ at: fc.nat(SCENES.length - 1), tab: fc.nat(5), record: fc.nat(2), way: fc.nat(29) })
  .map(({ at, tab, record, way }) => SCENES[at]?.({ tab, other: (tab + 2) % 6, record, way }) ?? []);
