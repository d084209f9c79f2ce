import { PULL_EVERY, PULL_RETRY_MAX } from '#contract/limits';
import { withJitter } from '../jitter.ts';
import type { Pulled } from './sync.ts';

const FIRST_DELAY = 5000;

/**
 * Pulls now, when the page becomes visible, when the network is back, and every minute while the page is
 * visible. What happens during a pull is followed by one more, because that pull may have asked before it. After
 * failures the delay grows from 5 s to five minutes, ± 30 %.
 * @param page source of the events of visibility and network
 * @returns ends it
 */
export function keepPulling(pull: () => Promise<Pulled>, page: Window = window): () => void {
  const { document } = page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isDueAgain = false;
  let failures = 0;
  let isOver = false;

  async function run(): Promise<void> {
    if (isRunning) {
      isDueAgain = true;
      return;
    }
    isRunning = true;
    isDueAgain = false;
    clearTimeout(timer);
    try {
      failures = (await pull()) === 'unreachable' ? failures + 1 : 0;
    } finally {
      isRunning = false;
      if (!isOver) timer = setTimeout(tick, isDueAgain ? 0 : delayAfter(failures));
    }
  }
  function tick(): void {
    if (document.visibilityState === 'visible') void run();
  }
  function online(): void {
    failures = 0;
    void run();
  }

  document.addEventListener('visibilitychange', tick);
  page.addEventListener('online', online);
  void run();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
    page.removeEventListener('online', online);
  };
}

function delayAfter(failures: number): number {
  if (failures === 0) return PULL_EVERY;
  return withJitter(Math.min(FIRST_DELAY * 2 ** (failures - 1), PULL_RETRY_MAX), Math.random());
}
