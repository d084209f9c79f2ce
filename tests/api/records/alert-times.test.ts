import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { openTown } from '../town.ts';

test('an alert that would end before it begins is refused, with the field that makes it so', async () => {
  const town = await openTown();
  const id = town.make('alert', { headline: 'Nieve', onset: '2026-07-01T14:00', expires: '2026-07-01T18:00' });
  const change = (field: string, value: string) =>
    town.post(calls.update('alert', id, field), { value }, { as: town.admin });
  const refused = await change('expires', '2026-07-01T13:00');
  expect([refused.status, refused.body]).toMatchObject([422, { field: 'expires' }]);
  expect((await change('expires', '2026-07-01T15:00')).status).toBe(200);
});
