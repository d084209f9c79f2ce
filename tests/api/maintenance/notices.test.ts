import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advice, bad, warning, well } from '../../../api/maintenance/doctor/finding.ts';
import type { Finding } from '../../../api/maintenance/doctor/finding.ts';
import { noticesFile, notify, readNotices, wordsOf } from '../../../api/maintenance/notices.ts';
import type { ProblemChanges } from '../../../api/maintenance/notices.ts';
import { temporaryFolder } from '../files.ts';

const HOUR = 60 * 60 * 1000;
const FULL = bad('En el disco de la base quedan 0,2 GiB.', 'Liberá espacio.');

/** Checks a portal once an hour. @returns what checks it with these findings, and what people were told */
function portal() {
  const dbFile = join(temporaryFolder(), 'portal.sqlite');
  const told: string[][] = [];
  let hour = 0;
  const words = ({ begun, ended }: ProblemChanges) => [
    ...begun.map(({ what }) => what),
    ...ended.map(({ what }) => `fin: ${what}`),
  ];
  return {
    dbFile,
    told,
    check: (findings: Finding[], { reaches = true } = {}) =>
      notify(findings, {
        dbFile,
        now: () => HOUR * hour++,
        send: (changes) => {
          if (!reaches) return Promise.reject(new Error('sin red'));
          told.push(words(changes));
          return Promise.resolve();
        },
      }),
  };
}

test('a problem is reported once, however its figures change, and its end once', async () => {
  const { check, told, dbFile } = portal();
  await check([well('Todo bien.'), FULL]);
  await check([{ ...FULL, what: 'En el disco de la base quedan 0,1 GiB.' }]);
  expect(told).toEqual([[FULL.what]]);
  expect(readNotices(dbFile)?.problems).toEqual([
    {
      what: 'En el disco de la base quedan 0,1 GiB.',
      todo: 'Liberá espacio.',
      since: '1970-01-01T00:00:00.000Z',
      told: true,
    },
  ]);
  await check([well('Todo bien.')]);
  await check([well('Todo bien.')]);
  expect(told.slice(1)).toEqual([['fin: En el disco de la base quedan 0,1 GiB.']]);
  expect(readNotices(dbFile)).toEqual({ checked: '1970-01-01T03:00:00.000Z', problems: [], isTold: true });
});

test('warnings are reported too, advice is not', async () => {
  const { check, told } = portal();
  await check([warning('El certificado vence en 5 días.', 'Renovalo.'), advice('Sobran 2 archivos.', 'Nada.')]);
  expect(told).toEqual([['El certificado vence en 5 días.']]);
});

test('a problem or an end that could not be reported is reported at the next check', async () => {
  const { check, told } = portal();
  await expect(check([FULL], { reaches: false })).rejects.toThrow('sin red');
  await check([FULL]);
  await expect(check([], { reaches: false })).rejects.toThrow('sin red');
  await check([]);
  expect(told).toEqual([[FULL.what], [`fin: ${FULL.what}`]]);
});

test('a problem that began and ended while no report could be sent is not reported', async () => {
  const { check, told } = portal();
  await expect(check([FULL], { reaches: false })).rejects.toThrow('sin red');
  await check([]);
  expect(told).toEqual([]);
});

test('a damaged file of the last check is replaced', async () => {
  const { check, told, dbFile } = portal();
  await check([FULL]);
  writeFileSync(noticesFile(dbFile), '{"problems": [');
  await check([FULL]);
  expect(told).toHaveLength(2);
});

test('a notice says which portal it is about, what is wrong and what to do', () => {
  const problem = { what: FULL.what, todo: 'Liberá espacio.', since: '', told: false };
  expect(wordsOf({ begun: [problem], ended: [] }, 'https://villa.example')).toEqual({
    subject: 'villa.example: En el disco de la base quedan 0,2 GiB.',
    text: 'Avisos del portal https://villa.example\n\nEn el disco de la base quedan 0,2 GiB.\n  → Liberá espacio.\n',
  });
  expect(wordsOf({ begun: [], ended: [problem] }, 'https://villa.example').subject).toBe(
    'villa.example: se resolvió: En el disco de la base quedan 0,2 GiB.',
  );
});
