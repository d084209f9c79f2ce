import type { Location } from 'react-router-dom';
import { expect, test } from 'vitest';
import { guardHistory } from '../../../../web/src/admin/changes/guard-history.ts';
import type { WatchedHistory } from '../../../../web/src/admin/changes/guard-history.ts';

const ENTRIES = ['/admin', '/admin/agenda', '/admin/noticia/a', '/admin/pendientes'];
const EDITED = 2;

/** A browser at an edit screen with unsaved text. Its steps take effect in turn, when the test lets them. */
function browser({ isUnsaved = true } = {}) {
  const steps: number[] = [];
  const answers: ((isLeaving: boolean) => void)[] = [];
  const shown: string[] = [];
  let at = EDITED;
  let listener: Parameters<WatchedHistory['listen']>[0] = () => {};
  const location = () => ({ pathname: ENTRIES[at] }) as Location;
  guardHistory(
    {
      action: 'POP' as WatchedHistory['action'],
      get location() {
        return location();
      },
      go: (delta) => void steps.push(delta),
      listen(given) {
        listener = given;
        return () => {};
      },
    },
    {
      hasNothingUnsaved: () => !isUnsaved,
      mayLeave: () => new Promise((resolve) => answers.push(resolve)),
      show: ({ location: { pathname } }) => void shown.push(pathname),
    },
  );
  function run() {
    for (let delta = steps.shift(); delta !== undefined; delta = steps.shift()) {
      const before = at;
      at = Math.min(ENTRIES.length - 1, Math.max(0, at + delta));
      if (at !== before)
        listener({ action: 'POP' as WatchedHistory['action'], location: location(), delta: at - before });
    }
  }
  return {
    shown,
    questions: () => answers.length,
    address: () => ENTRIES[at],
    /** Presses of the browser's back button (-1) or forward button (1), before the first one takes effect. */
    press(...deltas: number[]) {
      steps.push(...deltas);
      run();
    },
    async answer(isLeaving: boolean) {
      answers.at(-1)?.(isLeaving);
      await Promise.resolve();
      await Promise.resolve();
      run();
    },
  };
}

test('without unsaved text the back button leaves the screen immediately', () => {
  const { press, shown, questions, address } = browser({ isUnsaved: false });
  press(-1);
  expect([shown, questions(), address()]).toEqual([['/admin/agenda'], 0, '/admin/agenda']);
});

test.for([
  ['the back button', [-1], '/admin/agenda'],
  ['two quick presses of the back button', [-1, -1], '/admin'],
  ['the forward button', [1], '/admin/pendientes'],
] as const)(
  '%s asks once before unsaved text is left, and stays or leaves as the person says',
  async ([, presses, to]) => {
    const { press, answer, shown, questions, address } = browser();
    for (const [isLeaving, screens, place] of [
      [false, [], ENTRIES[EDITED]],
      [true, [to], to],
    ] as const) {
      const before = questions();
      press(...presses);
      expect([questions() - before, address()]).toEqual([1, ENTRIES[EDITED]]);
      await answer(isLeaving);
      expect([shown, address()]).toEqual([screens, place]);
    }
  },
);

test('a press of the back button while the question is open leaves the address at the screen that is shown', async () => {
  const { press, answer, questions, address } = browser();
  press(-1);
  press(-1);
  expect([questions(), address()]).toEqual([1, ENTRIES[EDITED]]);
  await answer(false);
  expect(address()).toBe(ENTRIES[EDITED]);
});
