import { afterEach, expect } from 'vitest';

/**
 * Nobody reads the console of a test run, so what lands there fails the test. A test that expects a message
 * replaces the method itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
const said: string[] = [];

// Set at once and not only around each test: what a file says while it loads fails its first test.
console.error = (...words) => void said.push(`console.error: ${words.map(String).join(' ')}`);
console.warn = (...words) => void said.push(`console.warn: ${words.map(String).join(' ')}`);

afterEach(() => {
  expect(said.splice(0), 'unexpected console output').toEqual([]);
});
