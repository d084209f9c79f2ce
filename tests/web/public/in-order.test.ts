import { expect, test } from 'vitest';
import { inOrder } from '../../../web/src/public/in-order.ts';

/** Loads that are answered when the test says so, and what was shown. */
function loading() {
  const answers: ((view: string) => void)[] = [];
  const shown: string[] = [];
  const load = inOrder(
    () => new Promise<string>((resolve) => answers.push(resolve)),
    (view) => void shown.push(view),
  );
  const answer = async (at: number, view: string) => {
    answers[at]?.(view);
    await Promise.resolve();
  };
  return { load, answer, shown };
}

test('a view that was requested earlier and arrives later does not replace a newer one', async () => {
  const { load, answer, shown } = loading();
  load();
  load();
  await answer(1, 'with the new story');
  await answer(0, 'without it');
  expect(shown).toEqual(['with the new story']);
});

test('each view is shown as it arrives, so that a slow refresh delays nothing', async () => {
  const { load, answer, shown } = loading();
  load();
  load();
  await answer(0, 'of the device');
  await answer(1, 'of the server');
  expect(shown).toEqual(['of the device', 'of the server']);
});
