import { defineConfig } from 'vitest/config';

/** A second engine, for machines that have Debian's Firefox: `npm run firefox`, after `npm run build`. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: { include: ['tests/firefox/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
});
