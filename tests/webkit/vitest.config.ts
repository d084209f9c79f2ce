import { defineConfig } from 'vitest/config';

/**
 * The engine of iPhones and iPads, for machines that have Debian's WebKitGTK: `npm run webkit`, after `npm run build`.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['tests/webkit/**/*.test.ts'],
    globalSetup: ['tests/e2e/support/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
