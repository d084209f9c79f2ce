import { afterEach, expect } from 'vitest';

/**
 * Fails every test that writes to the console, because nobody reads the console of a test run. A test that expects a
 * message replaces the method itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const said: string[] = [];

// Set at once and not only around each test, so that a message during the loading of a file fails its first test.
console.error = (...words) => void said.push(`console.error: ${words.map(String).join(' ')}`);
console.warn = (...words) => void said.push(`console.warn: ${words.map(String).join(' ')}`);

afterEach(() => {
  expect(said.splice(0), 'unexpected console output').toEqual([]);
});
