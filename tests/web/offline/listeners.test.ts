import { expect, it } from 'vitest';
import { createListeners } from '../../../web/src/browser/listeners.ts';

it('everybody who listens is told, in their order, until they stop', () => {
  const heard: string[] = [];
  const listeners = createListeners<[string]>();
  const stop = listeners.add((news) => heard.push(`first: ${news}`));
  listeners.add((news) => heard.push(`second: ${news}`));
  listeners.call('one');
  stop();
  listeners.call('two');
  expect(heard).toEqual(['first: one', 'second: one', 'second: two']);
});

it('who stops while the others are being told keeps none of them from it', () => {
  const heard: string[] = [];
  const listeners = createListeners();
  const stop = listeners.add(() => {
    heard.push('once');
    stop();
  });
  listeners.add(() => heard.push('always'));
  listeners.call();
  listeners.call();
  expect(heard).toEqual(['once', 'always', 'always']);
});
