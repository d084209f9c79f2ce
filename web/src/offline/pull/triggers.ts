import { PULL_EVERY } from '#contract/limits';
import { withJitter } from '../jitter.ts';
import type { Pulled } from './sync.ts';

const FIRST_PAUSE = 5000;

/**
 * Pulls at once, when the page becomes visible, when the network is back, and every five minutes while the page is
 * visible. After a failure the waits grow from 5 s to five minutes, give or take 30 %.
 * @param page where the browser tells of visibility and network; the window and its document
 * @returns ends it
 */
export function keepPulling(pull: () => Promise<Pulled>, page: Window = window): () => void {
  const { document } = page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let failures = 0;
  let isOver = false;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    clearTimeout(timer);
    try {
      failures = (await pull()) === 'unreachable' ? failures + 1 : 0;
    } finally {
      running = false;
      if (!isOver) timer = setTimeout(tick, pauseAfter(failures));
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

function pauseAfter(failures: number): number {
  if (failures === 0) return PULL_EVERY;
  return withJitter(Math.min(FIRST_PAUSE * 2 ** (failures - 1), PULL_EVERY), Math.random());
}
