import type { ViewSource } from './portal.tsx';
import { viewOf } from './view.ts';
import { whenIdle } from '../browser/when-idle.ts';

/**
 * Loads views in the browser, from the device's store and the server. The store and its library are loaded on first
 * use, after the first paint.
 */
export const browserSource: ViewSource = {
  async view(path) {
    const { read, today } = await reading();
    const { data, partial } = await read((reader) => viewOf({ path, origin: location.origin, reader, today: today() }));
    return { view: data, partial };
  },
  subscribe(listener) {
    let end: (() => void) | null = null;
    let isOver = false;
    whenIdle(async () => {
      const { subscribe } = await reading();
      if (!isOver) end = subscribe(listener);
    });
    return () => {
      isOver = true;
      end?.();
    };
  },
  isNotHeld: (error) => error instanceof Error && error.name === 'NotHeld',
};

const reading = () => import('../offline/reading/reading.ts');
