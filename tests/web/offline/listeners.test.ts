import { expect, it } from 'vitest';
import { createListeners } from '../../../web/src/browser/listeners.ts';

it('listeners are called in order, until they unsubscribe', () => {
  const heard: string[] = [];
  const listeners = createListeners<[string]>();
  const stop = listeners.add((news) => heard.push(`first: ${news}`));
  listeners.add((news) => heard.push(`second: ${news}`));
  listeners.call('one');
  stop();
  listeners.call('two');
  expect(heard).toEqual(['first: one', 'second: one', 'second: two']);
});

it('a listener that unsubscribes during a call does not prevent the others from being called', () => {
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
